<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>lockscope::Acquiring</name>
    <message numerus="yes">
        <source>There are %n lease(s) already: its other clients go by a larger number.</source>
        <translation>
            <numerusform>There is %n lease already: its other clients go by a larger number.</numerusform>
            <numerusform>There are %n leases already: its other clients go by a larger number.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lease(s) are taken: it is granted at once, unless others queue for them.</source>
        <translation>
            <numerusform>%n lease is taken: it is granted at once, unless others queue for them.</numerusform>
            <numerusform>%n leases are taken: it is granted at once, unless others queue for them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lease(s) are taken: too few are free now.</source>
        <translation>
            <numerusform>%n lease is taken: too few are free now.</numerusform>
            <numerusform>%n leases are taken: too few are free now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n contender(s) are before it.</source>
        <translation>
            <numerusform>%n contender is before it.</numerusform>
            <numerusform>%n contenders are before it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::AuditPanel</name>
    <message numerus="yes">
        <source>%n line(s) can&apos;t be read</source>
        <translation>
            <numerusform>%n line can&apos;t be read</numerusform>
            <numerusform>%n lines can&apos;t be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::BusyLocksView</name>
    <message numerus="yes">
        <source>As of %1 it is not known of %n lock(s) who waits.</source>
        <comment>time of day</comment>
        <translation>
            <numerusform>As of %1 it is not known of %n lock who waits.</numerusform>
            <numerusform>As of %1 it is not known of %n locks who waits.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectDialog</name>
    <message numerus="yes">
        <source>%n profile(s) imported; save to keep them.</source>
        <translation>
            <numerusform>%n profile imported; save to keep it.</numerusform>
            <numerusform>%n profiles imported; save to keep them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) exported to %1, without passwords.</source>
        <translation>
            <numerusform>%n profile exported to %1, without passwords.</numerusform>
            <numerusform>%n profiles exported to %1, without passwords.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::DeparturesModel</name>
    <message numerus="yes">
        <source>%n left in the last %1</source>
        <comment>contenders, duration</comment>
        <translation>
            <numerusform>%n left in the last %1</numerusform>
            <numerusform>%n left in the last %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::DiffText</name>
    <message numerus="yes">
        <source>%1; %n moved up or back</source>
        <comment>what became of a lock</comment>
        <translation>
            <numerusform>%1; %n moved up or back</numerusform>
            <numerusform>%1; %n moved up or back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n ahead)</source>
        <comment>role</comment>
        <translation>
            <numerusform>%1 (%n ahead)</numerusform>
            <numerusform>%1 (%n ahead)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing differs. Locks compared: %n</source>
        <translation>
            <numerusform>Nothing differs. Locks compared: %n</numerusform>
            <numerusform>Nothing differs. Locks compared: %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing differs of what could be compared. Locks compared: %n</source>
        <translation>
            <numerusform>Nothing differs of what could be compared. Locks compared: %n</numerusform>
            <numerusform>Nothing differs of what could be compared. Locks compared: %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Explanation</name>
    <message numerus="yes">
        <source>%n more gave nothing.</source>
        <translation>
            <numerusform>%n more gave nothing.</numerusform>
            <numerusform>%n more gave nothing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Launched %n contender(s) on %1.</source>
        <translation>
            <numerusform>Launched %n contender on %1.</numerusform>
            <numerusform>Launched %n contenders on %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::FairnessText</name>
    <message numerus="yes">
        <source>Not known: %n of %1 turn(s) not fully seen</source>
        <translation>
            <numerusform>Not known: %n of %1 turns was not fully seen</numerusform>
            <numerusform>Not known: %n of %1 turns were not fully seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fair: %n of %n grant(s) in order of arrival</source>
        <translation>
            <numerusform>Fair: %n of %n grant in order of arrival</numerusform>
            <numerusform>Fair: %n of %n grants in order of arrival</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fair: %n of the last %n grant(s) in order of arrival</source>
        <translation>
            <numerusform>Fair: %n of the last %n grant in order of arrival</numerusform>
            <numerusform>Fair: %n of the last %n grants in order of arrival</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not known: %n of %1 grant(s) seen together, in no order</source>
        <translation>
            <numerusform>Not known: %n of %1 grants was seen together with another one, in no order</numerusform>
            <numerusform>Not known: %n of %1 grants were seen together, in no order</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not known: of %n grant(s) seen none overtook an earlier arrival</source>
        <translation>
            <numerusform>Not known: the %n grant that was seen overtook no earlier arrival</numerusform>
            <numerusform>Not known: of the %n grants that were seen none overtook an earlier arrival</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n change(s) at least not seen</source>
        <translation>
            <numerusform>%1; at least %n change was not seen</numerusform>
            <numerusform>%1; at least %n changes were not seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n change(s) not seen</source>
        <translation>
            <numerusform>%1; %n change was not seen</numerusform>
            <numerusform>%1; %n changes were not seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n earlier grant(s) not kept</source>
        <translation>
            <numerusform>%1; %n earlier grant is not kept</numerusform>
            <numerusform>%1; %n earlier grants are not kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; up to %n grant(s) of this time not kept</source>
        <translation>
            <numerusform>%1; up to %n grant of this time is not kept</numerusform>
            <numerusform>%1; up to %n grants of this time are not kept</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::FindingsPanel</name>
    <message numerus="yes">
        <source>Findings (%n note(s))</source>
        <translation>
            <numerusform>Findings (%n note)</numerusform>
            <numerusform>Findings (%n notes)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::GraphText</name>
    <message numerus="yes">
        <source>%n more session(s)</source>
        <translation>
            <numerusform>%n more session</numerusform>
            <numerusform>%n more sessions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabCleaner</name>
    <message numerus="yes">
        <source>%1: “%2”, by %3 on %4, %5; %n znode(s)</source>
        <translation>
            <numerusform>%1: “%2”, by %3 on %4, %5; %n znode</numerusform>
            <numerusform>%1: “%2”, by %3 on %4, %5; %n znodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabContendersModel</name>
    <message numerus="yes">
        <source>%n round(s) without a lock</source>
        <translation>
            <numerusform>%n round without a lock</numerusform>
            <numerusform>%n rounds without a lock</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabPage</name>
    <message numerus="yes">
        <source>ZooKeeper %1, %n server(s) of its own on this machine</source>
        <translation>
            <numerusform>ZooKeeper %1, %n server of its own on this machine</numerusform>
            <numerusform>ZooKeeper %1, %n servers of its own on this machine</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>ZooKeeper %1, %n server(s), at %2</source>
        <translation>
            <numerusform>ZooKeeper %1, %n server, at %2</numerusform>
            <numerusform>ZooKeeper %1, %n servers, at %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabPlayer</name>
    <message numerus="yes">
        <source>It waits until the sessions of crashed clients are over, %n second(s) at most; another interrupt ends this at once.</source>
        <translation>
            <numerusform>It waits until the sessions of crashed clients are over, %n second at most; another interrupt ends this at once.</numerusform>
            <numerusform>It waits until the sessions of crashed clients are over, %n seconds at most; another interrupt ends this at once.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabReportView</name>
    <message numerus="yes">
        <source>ZooKeeper %1, %n server(s), seed %2.</source>
        <translation>
            <numerusform>ZooKeeper %1, %n server, seed %2.</numerusform>
            <numerusform>ZooKeeper %1, %n servers, seed %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabText</name>
    <message numerus="yes">
        <source>%n grant(s)</source>
        <translation>
            <numerusform>%n grant</numerusform>
            <numerusform>%n grants</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n still waited at the end, %1 at most</source>
        <translation>
            <numerusform>%n still waited at the end, %1</numerusform>
            <numerusform>%n still waited at the end, %1 at most</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>    %1: %n round(s) without a lock.</source>
        <comment>contenders&apos; group</comment>
        <translation>
            <numerusform>    %1: %n round without a lock.</numerusform>
            <numerusform>    %1: %n rounds without a lock.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 wrote nothing in %n round(s): a phase may have only so many writes.</source>
        <comment>contenders&apos; group</comment>
        <translation>
            <numerusform>%1 wrote nothing in %n round: a phase may have only so many writes.</numerusform>
            <numerusform>%1 wrote nothing in %n rounds: a phase may have only so many writes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n write(s)</source>
        <translation>
            <numerusform>%n write</numerusform>
            <numerusform>%n writes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s)</source>
        <comment>clients</comment>
        <translation>
            <numerusform>%n waits</numerusform>
            <numerusform>%n wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In phase %1 %n acquire(s) had to wait for the limit of %2 a second: the load was less than the scenario&apos;s.</source>
        <comment>phase, limit</comment>
        <translation>
            <numerusform>In phase %1 %n acquire had to wait for the limit of %2 a second: the load was less than the scenario&apos;s.</numerusform>
            <numerusform>In phase %1 %n acquires had to wait for the limit of %2 a second: the load was less than the scenario&apos;s.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LeftLabRuns</name>
    <message numerus="yes">
        <source>%1 is removed, %n znode(s) in all.</source>
        <comment>znode</comment>
        <translation>
            <numerusform>%1 is removed, %n znode in all.</numerusform>
            <numerusform>%1 is removed, %n znodes in all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LogEvents</name>
    <message numerus="yes">
        <source>%n contender(s) were stopped.</source>
        <translation>
            <numerusform>%n contender was stopped.</numerusform>
            <numerusform>%n contenders were stopped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting acquire(s) were withdrawn.</source>
        <translation>
            <numerusform>%n waiting acquire was withdrawn.</numerusform>
            <numerusform>%n waiting acquires were withdrawn.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n own lock(s) stay held until you release them.</source>
        <translation>
            <numerusform>%n own lock stays held until you release it.</numerusform>
            <numerusform>%n own locks stay held until you release them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Navigation</name>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%n session</numerusform>
            <numerusform>%n sessions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::OverviewPanel</name>
    <message numerus="yes">
        <source>%n remark(s): see Findings.</source>
        <translation>
            <numerusform>%n remark: see Findings.</numerusform>
            <numerusform>%n remarks: see Findings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more, which block fewer: see Findings.</source>
        <translation>
            <numerusform>%n more, which blocks fewer: see Findings.</numerusform>
            <numerusform>%n more, which block fewer: see Findings.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::QueueEvents</name>
    <message numerus="yes">
        <source>Not seen: %n arrival(s) and departure(s) between two readings of the queue</source>
        <translation>
            <numerusform>Not seen: %n arrival or departure between two readings of the queue</numerusform>
            <numerusform>Not seen: %n arrivals and departures between two readings of the queue</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::QueueSentence</name>
    <message numerus="yes">
        <source>Whether %n more hold(s) it too is not known: contenders of several libraries share the lock, and no server has shown whether they wait for each other.</source>
        <translation>
            <numerusform>Whether %n more holds it too is not known: contenders of several libraries share the lock, and no server has shown whether they wait for each other.</numerusform>
            <numerusform>Whether %n more hold it too is not known: contenders of several libraries share the lock, and no server has shown whether they wait for each other.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Seen there before or after that: %n contender(s).</source>
        <translation>
            <numerusform>Seen there before or after that: %n contender.</numerusform>
            <numerusform>Seen there before or after that: %n contenders.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RecordedEvents</name>
    <message numerus="yes">
        <source>Not seen since %1: at least %n arrival(s) and departure(s)</source>
        <comment>moment</comment>
        <translation>
            <numerusform>Not seen since %1: at least %n arrival or departure</numerusform>
            <numerusform>Not seen since %1: at least %n arrivals and departures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not seen since %1: %n arrival(s) and departure(s)</source>
        <comment>moment</comment>
        <translation>
            <numerusform>Not seen since %1: %n arrival or departure</numerusform>
            <numerusform>Not seen since %1: %n arrivals and departures</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Removal</name>
    <message numerus="yes">
        <source>It has %n child(ren) again: it can&apos;t be deleted.</source>
        <translation>
            <numerusform>It has %n child again: it can&apos;t be deleted.</numerusform>
            <numerusform>It has %n children again: it can&apos;t be deleted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>nobody else now: %n other holder(s) stay(s)</source>
        <translation>
            <numerusform>nobody else now: %n other holder stays</numerusform>
            <numerusform>nobody else now: %n other holders stay</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ReportText</name>
    <message numerus="yes">
        <source>%n column(s) left out: %1. A wider terminal or --format csv shows all.</source>
        <translation>
            <numerusform>%n column left out: %1. A wider terminal or --format csv shows it.</numerusform>
            <numerusform>%n columns left out: %1. A wider terminal or --format csv shows all.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing is known to be wrong. Locks checked: %n</source>
        <translation>
            <numerusform>Nothing is known to be wrong. Locks checked: %n</numerusform>
            <numerusform>Nothing is known to be wrong. Locks checked: %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing is wrong. Locks checked: %n</source>
        <translation>
            <numerusform>Nothing is wrong. Locks checked: %n</numerusform>
            <numerusform>Nothing is wrong. Locks checked: %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks: %1</source>
        <comment>paths</comment>
        <translation>
            <numerusform>%n lock: %1</numerusform>
            <numerusform>%n locks: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Shapes</name>
    <message numerus="yes">
        <source>%n other(s)</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::StatisticsModel</name>
    <message numerus="yes">
        <source>%1; %n left out: nobody saw the begin</source>
        <translation>
            <numerusform>%1; %n left out: nobody saw the begin</numerusform>
            <numerusform>%1; %n left out: nobody saw the begin</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) happened between two reads</source>
        <translation>
            <numerusform>%n change happened between two reads</numerusform>
            <numerusform>%n changes happened between two reads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) at least happened between two reads</source>
        <translation>
            <numerusform>At least %n change happened between two reads</numerusform>
            <numerusform>At least %n changes happened between two reads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n earlier grant(s) not kept</source>
        <translation>
            <numerusform>%1; %n earlier grant is not kept</numerusform>
            <numerusform>%1; %n earlier grants are not kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; the %n oldest turn(s) had to make room</source>
        <translation>
            <numerusform>%1; the oldest turn had to make room</numerusform>
            <numerusform>%1; the %n oldest turns had to make room</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n grant(s) seen</source>
        <translation>
            <numerusform>%n grant seen</numerusform>
            <numerusform>%n grants seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) that ended in a grant</source>
        <translation>
            <numerusform>%n wait that ended in a grant</numerusform>
            <numerusform>%n waits that ended in a grant</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hold(s) that ended</source>
        <translation>
            <numerusform>%n hold that ended</numerusform>
            <numerusform>%n holds that ended</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 where all of %n session(s) got the same</source>
        <translation>
            <numerusform>1 where all of %n session got the same</numerusform>
            <numerusform>1 where all of %n sessions got the same</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 where all of %n host(s) got the same</source>
        <translation>
            <numerusform>1 where all of %n host got the same</numerusform>
            <numerusform>1 where all of %n hosts got the same</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n grant(s) left out: no server told the host</source>
        <translation>
            <numerusform>%n grant left out: no server told the host</numerusform>
            <numerusform>%n grants left out: no server told the host</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::TestPage</name>
    <message numerus="yes">
        <source>✔ %n server(s) told everything.</source>
        <translation>
            <numerusform>✔ %n server told everything.</numerusform>
            <numerusform>✔ %n servers told everything.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✖ %n server(s) did not tell everything. Select one to see what is missing and which line would allow it.</source>
        <translation>
            <numerusform>✖ %n server did not tell everything. Select it to see what is missing and which line would allow it.</numerusform>
            <numerusform>✖ %n servers did not tell everything. Select one to see what is missing and which line would allow it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::TimelinePanel</name>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n turn</numerusform>
            <numerusform>%n turns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out by the filter</source>
        <translation>
            <numerusform>%n left out by the filter</numerusform>
            <numerusform>%n left out by the filter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) not seen</source>
        <translation>
            <numerusform>%n change not seen</numerusform>
            <numerusform>%n changes not seen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older one(s) forgotten</source>
        <translation>
            <numerusform>%n older one forgotten</numerusform>
            <numerusform>%n older ones forgotten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %n change(s) not seen</source>
        <translation>
            <numerusform>at least %n change not seen</numerusform>
            <numerusform>at least %n changes not seen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::TourText</name>
    <message numerus="yes">
        <source>Starting %n ZooKeeper server(s) on this machine…</source>
        <translation>
            <numerusform>Starting %n ZooKeeper server on this machine…</numerusform>
            <numerusform>Starting %n ZooKeeper servers on this machine…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::TroubleText</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names</comment>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %n client(s) blocked.</source>
        <translation>
            <numerusform>At least %n client blocked.</numerusform>
            <numerusform>At least %n clients blocked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) blocked.</source>
        <translation>
            <numerusform>%n client blocked.</numerusform>
            <numerusform>%n clients blocked.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stand(s) by.</source>
        <translation>
            <numerusform>%n stands by.</numerusform>
            <numerusform>%n stand by.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s).</source>
        <translation>
            <numerusform>%n waits.</numerusform>
            <numerusform>%n wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) deadlocked on %1: %2.</source>
        <comment>locks, clients</comment>
        <translation>
            <numerusform>%n session deadlocked on %1: %2.</numerusform>
            <numerusform>%n sessions deadlocked on %1: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clients on %1 are gone and still hold %n lock(s).</source>
        <comment>hosts</comment>
        <translation>
            <numerusform>Clients on %1 are gone and still hold %n lock.</numerusform>
            <numerusform>Clients on %1 are gone and still hold %n locks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clients on %1 have fallen silent and hold %n lock(s).</source>
        <comment>hosts</comment>
        <translation>
            <numerusform>Clients on %1 have fallen silent and hold %n lock.</numerusform>
            <numerusform>Clients on %1 have fallen silent and hold %n locks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is held by %n client(s), first by %2.</source>
        <comment>lock, client</comment>
        <translation>
            <numerusform>%1 is held by %n client, %2.</numerusform>
            <numerusform>%1 is held by %n clients, first by %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clients on %1 hold %n lock(s) that others wait long for, up to %2.</source>
        <comment>hosts, duration</comment>
        <translation>
            <numerusform>Clients on %1 hold %n lock that others have waited for long, up to %2.</numerusform>
            <numerusform>Clients on %1 hold %n locks that others have waited for long, up to %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clients on %1 hold %n lock(s) that others wait long for.</source>
        <comment>hosts</comment>
        <translation>
            <numerusform>Clients on %1 hold %n lock that others have waited for long.</numerusform>
            <numerusform>Clients on %1 hold %n locks that others have waited for long.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s), the longest for %1.</source>
        <comment>duration</comment>
        <translation>
            <numerusform>%n waits, for %1 already.</numerusform>
            <numerusform>%n wait, the longest for %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more like this</source>
        <translation>
            <numerusform>… and %n more like this</numerusform>
            <numerusform>… and %n more like this</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It explains %n other finding(s).</source>
        <translation>
            <numerusform>It explains %n other finding.</numerusform>
            <numerusform>It explains %n other findings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) wait for each other on %1: %2.</source>
        <comment>locks, clients</comment>
        <translation>
            <numerusform>%n session waits for itself on %1: %2.</numerusform>
            <numerusform>%n sessions wait for each other on %1: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) behind it.</source>
        <translation>
            <numerusform>%n client behind it.</numerusform>
            <numerusform>%n clients behind it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %n wait(s).</source>
        <translation>
            <numerusform>At least %n waits.</numerusform>
            <numerusform>At least %n wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Whether %n more hold(s) it too is not known.</source>
        <translation>
            <numerusform>Whether %n more holds it too is not known.</numerusform>
            <numerusform>Whether %n more hold it too is not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::WatchText</name>
    <message numerus="yes">
        <source>… %n more line(s)</source>
        <translation>
            <numerusform>… %n more line</numerusform>
            <numerusform>… %n more lines</numerusform>
        </translation>
    </message>
</context>
</TS>
