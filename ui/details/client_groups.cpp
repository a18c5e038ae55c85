// SPDX-FileCopyrightText: 2026 Lockscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "details/client_groups.h"

#include "details/details_text.h"
#include "sessions/session_text.h"
#include "sessions/sessions_model.h"
#include "words/display_text.h"
#include "words/wording.h"

namespace lockscope {

namespace {

QString orUnknown(const std::string& text) {
    return text.empty() ? DetailText::tr("not told") : displayText(text);
}

}  // namespace

DetailGroup clientGroup(const lockcore::SessionView* client, bool isOwn) {
    const QString host = client && !client->address.empty() ? hostInFull(*client) : orUnknown({});
    DetailGroup group{.title = DetailText::tr("Client"),
                      .evidence = client ? DetailText::tr("Told by the servers of the cluster")
                                         : DetailText::tr("No server has told of this session"),
                      .readAtUnixMs = client ? client->toldAtUnixMs : 0};
    group.fields.push_back(
        {DetailText::tr("Host"), isOwn ? youText(host) : host,
         DetailText::tr("Address that the connection comes from: the client's, or a proxy's.")});
    group.fields.push_back(
        {DetailText::tr("State"), client ? sessionStateText(*client) : orUnknown({}),
         DetailText::tr("Whether a server has the client's connection, and hears from it.")});
    return group;
}

DetailGroup connectionGroup(const lockcore::SessionView& client) {
    DetailGroup group{.title = DetailText::tr("Connection"),
                      .evidence = DetailText::tr("Told by the servers of the cluster"),
                      .readAtUnixMs = client.toldAtUnixMs};
    if (client.server.empty() && !client.lastServer.empty())
        group.fields.push_back({DetailText::tr("Was connected to"), displayText(client.lastServer),
                                DetailText::tr("Server that had the connection when it was seen last.")});
    else
        group.fields.push_back({DetailText::tr("Connected to"), orUnknown(client.server),
                                DetailText::tr("Server that has the connection now.")});
    if (client.timeout) {
        group.fields.push_back(
            {DetailText::tr("Timeout"), durationText(*client.timeout),
             DetailText::tr("ZooKeeper ends the session, and releases its locks, after so long a silence.")});
    }
    if (client.readings > 0)
        group.fields.push_back(
            {DetailText::tr("Asked"), stateBasis(client),
             DetailText::tr("What the state rests on: a client may be between two servers when it is looked "
                            "for once.")});
    group.fields.push_back(
        {DetailText::tr("Created by"), DetailText::tr("server %1").arg(client.createdBy),
         DetailText::tr("First byte of the session id: the id of the server that the session began on.")});
    return group;
}

}  // namespace lockscope
