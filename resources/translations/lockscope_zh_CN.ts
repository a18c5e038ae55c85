<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>QDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockscope::About</name>
    <message>
        <source>Commit %1 of %2</source>
        <comment>of a date</comment>
        <translation>提交 %1，日期 %2</translation>
    </message>
    <message>
        <source>ZooKeeper C client %1</source>
        <translation>ZooKeeper C 客户端 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::AcquireDialog</name>
    <message>
        <source>Leases to take</source>
        <translation>要取得的租约数</translation>
    </message>
    <message>
        <source>Leases that the semaphore has</source>
        <translation>信号量的租约总数</translation>
    </message>
    <message>
        <source>Acquire a lock</source>
        <translation>获取锁</translation>
    </message>
    <message>
        <source>Acquire %1 as this program?</source>
        <translation>以本程序的身份获取 %1？</translation>
    </message>
    <message>
        <source>As</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>How long to wait</source>
        <translation>等待多久</translation>
    </message>
    <message>
        <source>What will happen</source>
        <translation>将会发生什么</translation>
    </message>
    <message>
        <source>Acquire</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>E&amp;xclusive</source>
        <translation>独占(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Read lock: together with other readers</source>
        <translation>读锁：可与其他读者同时持有(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Write lock: no readers or writers beside it</source>
        <translation>写锁：不与其他读者或写者同时持有(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Semaphore: some of its leases</source>
        <translation>信号量：取得部分租约(&amp;S)</translation>
    </message>
    <message>
        <source>of</source>
        <comment>leases of all leases</comment>
        <translation>/</translation>
    </message>
    <message>
        <source>How many leases there are in all. No server knows: all clients of the semaphore have to name the same number.</source>
        <translation>租约的总数。服务器并不知道：信号量的所有客户端必须给出相同的数目。</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Seconds after which it gives up</source>
        <translation>放弃前等待的秒数</translation>
    </message>
    <message>
        <source>As long as it &amp;takes</source>
        <translation>一直等待(&amp;T)</translation>
    </message>
    <message>
        <source>Not at all: only if it is &amp;free now</source>
        <translation>不等待：仅在当前空闲时获取(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Give up after</source>
        <translation>等待多久后放弃(&amp;G)</translation>
    </message>
    <message>
        <source>What is greyed does not fit: the clients of this lock (%1) would not see it.</source>
        <translation>灰色的选项不适用：此锁的客户端（%1）看不到它。</translation>
    </message>
    <message>
        <source>While Lockscope holds the lock, the programs that need it wait.</source>
        <translation>Lockscope 持有该锁期间，需要它的程序会等待。</translation>
    </message>
</context>
<context>
    <name>lockscope::Acquiring</name>
    <message>
        <source>It would end at once without the lock, and leave nothing in the queue.</source>
        <translation>它会立即结束而未获得锁，且不在队列中留下任何东西。</translation>
    </message>
    <message>
        <source>It queues up at the end and gives up its place after %1.</source>
        <translation>它会排到队尾，并在 %1 后放弃其位置。</translation>
    </message>
    <message>
        <source>It queues up at the end and waits, for as long as it takes.</source>
        <translation>它会排到队尾并一直等待。</translation>
    </message>
    <message numerus="yes">
        <source>There are %n lease(s) already: its other clients go by a larger number.</source>
        <translation>
            <numerusform>已有 %n 个租约：其他客户端采用的总数更大。</numerusform>
        </translation>
    </message>
    <message>
        <source>That is more than there are: it can&apos;t be granted.</source>
        <translation>超过了总数：无法获得。</translation>
    </message>
    <message numerus="yes">
        <source>%n lease(s) are taken: it is granted at once, unless others queue for them.</source>
        <translation>
            <numerusform>已占用 %n 个租约：会立即获得，除非有其他竞争者在排队。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lease(s) are taken: too few are free now.</source>
        <translation>
            <numerusform>已占用 %n 个租约：目前空闲的太少。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n contender(s) are before it.</source>
        <translation>
            <numerusform>它前面有 %n 个竞争者。</numerusform>
        </translation>
    </message>
    <message>
        <source>Only readers are there: it is granted at once, together with them.</source>
        <translation>目前只有读者：会立即获得锁，与它们同时持有。</translation>
    </message>
    <message>
        <source>Nobody is before it: it is granted at once.</source>
        <translation>前面没有竞争者：会立即获得锁。</translation>
    </message>
    <message>
        <source>mutex</source>
        <translation>互斥锁</translation>
    </message>
    <message>
        <source>read lock</source>
        <translation>读锁</translation>
    </message>
    <message>
        <source>write lock</source>
        <translation>写锁</translation>
    </message>
    <message>
        <source>semaphore</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>The clients of this lock (%1) would not see it.</source>
        <translation>此锁的客户端（%1）看不到它。</translation>
    </message>
    <message>
        <source>The queue could not be read: who is before it is not known.</source>
        <translation>无法读取队列：不知道谁在它前面。</translation>
    </message>
    <message>
        <source>The directory does not exist: it is made, and the lock granted at once.</source>
        <translation>目录不存在：会创建目录，并立即获得锁。</translation>
    </message>
    <message>
        <source>The queue could not be read lately: all this is as of the last read.</source>
        <translation>队列近来无法读取：以上均以最后一次读取为准。</translation>
    </message>
    <message>
        <source>This program has a contender there already. The new one is one more: it waits behind it as behind any other.</source>
        <translation>本程序在其中已有一个竞争者。新的竞争者是另外一个：与其他竞争者一样排在它后面等待。</translation>
    </message>
    <message>
        <source>What is granted is kept until you release it or the session ends.</source>
        <translation>获得的锁会一直持有，直到您释放它或会话结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::Actions</name>
    <message>
        <source>New &amp;tab</source>
        <translation>新建标签页(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <translation>连接(&amp;C)…</translation>
    </message>
    <message>
        <source>Connect to a ZooKeeper cluster</source>
        <translation>连接到 ZooKeeper 集群</translation>
    </message>
    <message>
        <source>&amp;Reconnect</source>
        <translation>重新连接(&amp;R)</translation>
    </message>
    <message>
        <source>Open a new session on the same cluster</source>
        <translation>在同一集群上打开新会话</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Save snapshot…</source>
        <translation>保存快照(&amp;S)…</translation>
    </message>
    <message>
        <source>Save all locks to a file</source>
        <translation>将所有锁保存到文件</translation>
    </message>
    <message>
        <source>Save this &amp;lock…</source>
        <translation>保存此锁(&amp;L)…</translation>
    </message>
    <message>
        <source>Save the selected lock to a file</source>
        <translation>将选中的锁保存到文件</translation>
    </message>
    <message>
        <source>&amp;Export picture…</source>
        <translation>导出图片(&amp;E)…</translation>
    </message>
    <message>
        <source>Save the shown queue or graph as PNG or SVG, the graph also as DOT</source>
        <translation>将显示的队列或关系图保存为 PNG 或 SVG，关系图还可保存为 DOT</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close all windows</source>
        <translation>关闭所有窗口</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>Rescan and reload</source>
        <translation>重新扫描并重新加载</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Pause or resume live updates</source>
        <translation>暂停或恢复实时更新</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>Thresholds of findings, what is suppressed and which paths are marked</source>
        <translation>问题的阈值、已忽略的问题和已标记的路径</translation>
    </message>
    <message>
        <source>&amp;Filter locks</source>
        <translation>筛选锁(&amp;F)</translation>
    </message>
    <message>
        <source>Type words to filter the list of locks</source>
        <translation>输入关键词以筛选锁列表</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the selected rows as tab-separated text</source>
        <translation>将选中的行复制为制表符分隔的文本</translation>
    </message>
    <message>
        <source>Copy rows as &amp;Markdown</source>
        <translation>将行复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>Copy the selected rows as a Markdown table</source>
        <translation>将选中的行复制为 Markdown 表格</translation>
    </message>
    <message>
        <source>Move the focus on</source>
        <translation>移动焦点</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>队列(&amp;Q)</translation>
    </message>
    <message>
        <source>Show the selected lock&apos;s queue</source>
        <translation>显示选中锁的队列</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>关系图(&amp;G)</translation>
    </message>
    <message>
        <source>Show who waits for whom across locks</source>
        <translation>跨锁显示谁在等待谁</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Zoom to &amp;fit</source>
        <translation>适合窗口(&amp;F)</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>跟随桌面(&amp;D)</translation>
    </message>
    <message>
        <source>Follow the desktop&apos;s colours</source>
        <translation>跟随桌面的配色</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>Dark on light</source>
        <translation>浅底深字</translation>
    </message>
    <message>
        <source>D&amp;ark</source>
        <translation>深色(&amp;A)</translation>
    </message>
    <message>
        <source>Light on dark</source>
        <translation>深底浅字</translation>
    </message>
    <message>
        <source>&amp;About Lockscope</source>
        <translation>关于 Lockscope(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licence</source>
        <translation>版本与许可证</translation>
    </message>
    <message>
        <source>&amp;Pin a path…</source>
        <translation>固定路径(&amp;P)…</translation>
    </message>
    <message>
        <source>Always look for locks under this path, also where the servers may not list them</source>
        <translation>始终在此路径下查找锁，即使服务器不允许列出节点</translation>
    </message>
    <message>
        <source>Allow actions</source>
        <translation>允许操作</translation>
    </message>
    <message>
        <source>Allow or forbid changes</source>
        <translation>允许或禁止更改</translation>
    </message>
    <message>
        <source>&amp;Acquire…</source>
        <translation>获取(&amp;A)…</translation>
    </message>
    <message>
        <source>Queue up for the selected lock as this program</source>
        <translation>以本程序的身份排队获取选中的锁</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>释放(&amp;R)</translation>
    </message>
    <message>
        <source>Give back what this program holds of the selected lock</source>
        <translation>归还本程序对选中锁的持有</translation>
    </message>
    <message>
        <source>As&amp;k to release</source>
        <translation>请求释放(&amp;K)</translation>
    </message>
    <message>
        <source>Ask the selected holder to release the lock; the holder decides whether to comply</source>
        <translation>请求选中的持有者释放锁；是否照做由持有者决定</translation>
    </message>
    <message>
        <source>&amp;Force release…</source>
        <translation>强制释放(&amp;F)…</translation>
    </message>
    <message>
        <source>Delete the znode of the selected contender, after a question</source>
        <translation>经确认后删除选中竞争者的 znode</translation>
    </message>
    <message>
        <source>Mark as &amp;not a lock</source>
        <translation>标记为非锁(&amp;N)</translation>
    </message>
    <message>
        <source>Leave the selected path out of the list of locks from now on</source>
        <translation>今后不再在锁列表中列出选中的路径</translation>
    </message>
    <message>
        <source>&amp;Mark as</source>
        <translation>标记为(&amp;M)</translation>
    </message>
    <message>
        <source>Say whose rules the selected lock follows, whatever its names tell</source>
        <translation>指定选中的锁遵循哪种规则，不论其名称如何</translation>
    </message>
    <message>
        <source>Remo&amp;ve mark</source>
        <translation>移除标记(&amp;V)</translation>
    </message>
    <message>
        <source>Let the names tell again what the selected lock is</source>
        <translation>重新由名称判断选中的锁属于哪种</translation>
    </message>
    <message>
        <source>Mark a pat&amp;h…</source>
        <translation>标记路径(&amp;H)…</translation>
    </message>
    <message>
        <source>Say that a path is a lock of some kind, or none, also where it is not in the list</source>
        <translation>指定某个路径是哪种锁或不是锁，即使它不在列表中</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1
Not now: %2</source>
        <translation>%1
当前不可用：%2</translation>
    </message>
    <message>
        <source>&amp;Evict…</source>
        <translation>逐出(&amp;E)…</translation>
    </message>
    <message>
        <source>De&amp;lete…</source>
        <translation>删除(&amp;L)…</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Actions allowed</source>
        <translation>已允许操作</translation>
    </message>
    <message>
        <source>&amp;Go to lock or session…</source>
        <translation>转到锁或会话(&amp;G)…</translation>
    </message>
    <message>
        <source>Show the lock or the session that you type</source>
        <translation>显示所输入的锁或会话</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Follow the language of the system</source>
        <translation>跟随系统的语言</translation>
    </message>
    <message>
        <source>Show Lockscope in English</source>
        <translation>以英文显示 Lockscope</translation>
    </message>
    <message>
        <source>Show Lockscope in simplified Chinese</source>
        <translation>以简体中文显示 Lockscope</translation>
    </message>
    <message>
        <source>Command p&amp;alette…</source>
        <translation>命令面板(&amp;A)…</translation>
    </message>
    <message>
        <source>Find an action, a lock, a session or a host by typing</source>
        <translation>通过输入查找操作、锁、会话或主机</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Select the lock that was selected before</source>
        <translation>选中之前选中的锁</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>前进(&amp;W)</translation>
    </message>
    <message>
        <source>Select the lock from which you went back</source>
        <translation>选中后退之前的锁</translation>
    </message>
    <message>
        <source>F&amp;ilter the queue</source>
        <translation>筛选队列(&amp;I)</translation>
    </message>
    <message>
        <source>Type words to show only the contenders that have them</source>
        <translation>输入关键词，只显示包含这些词的竞争者</translation>
    </message>
    <message>
        <source>Show the next finding; the key works in the list of findings</source>
        <translation>显示下一个问题；此快捷键在问题列表中有效</translation>
    </message>
    <message>
        <source>Pre&amp;vious finding</source>
        <translation>上一个问题(&amp;V)</translation>
    </message>
    <message>
        <source>Show the finding before; the key works in the list of findings</source>
        <translation>显示上一个问题；此快捷键在问题列表中有效</translation>
    </message>
    <message>
        <source>Put all docks back to their places and sizes of the first start</source>
        <translation>将所有停靠面板恢复到首次启动时的位置和大小</translation>
    </message>
    <message>
        <source>&amp;Delete empty directory…</source>
        <translation>删除空目录(&amp;D)…</translation>
    </message>
    <message>
        <source>Delete the directory of the selected lock, which has no children, after a question</source>
        <translation>经确认后删除选中锁的目录（没有子节点）</translation>
    </message>
    <message>
        <source>List the selected lock first</source>
        <translation>将选中的锁列在最前</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>tip, hint</comment>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>&amp;Local time</source>
        <translation>本地时间(&amp;L)</translation>
    </message>
    <message>
        <source>Show moments in the time zone of this machine</source>
        <translation>以本机的时区显示时刻</translation>
    </message>
    <message>
        <source>&amp;UTC</source>
        <translation>UTC(&amp;U)</translation>
    </message>
    <message>
        <source>Show moments in coordinated universal time</source>
        <translation>以协调世界时显示时刻</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>统计(&amp;S)</translation>
    </message>
    <message>
        <source>Show rates, waits, holds and fairness of the selected lock</source>
        <translation>显示选中锁的速率、等待、持有和公平性</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>时间线(&amp;T)</translation>
    </message>
    <message>
        <source>Show who waited and held when</source>
        <translation>显示谁在何时等待和持有</translation>
    </message>
    <message>
        <source>Show the graph or the timeline larger</source>
        <translation>放大显示关系图或时间线</translation>
    </message>
    <message>
        <source>Show the graph or the timeline smaller</source>
        <translation>缩小显示关系图或时间线</translation>
    </message>
    <message>
        <source>Show the whole graph, or all of the time that was seen</source>
        <translation>显示完整的关系图，或观察到的全部时间</translation>
    </message>
    <message>
        <source>&amp;Follow</source>
        <translation>跟随(&amp;F)</translation>
    </message>
    <message>
        <source>Keep the present in view; End does so in the timeline</source>
        <translation>始终显示当前时刻；在时间线中按 End 键亦可</translation>
    </message>
    <message>
        <source>&amp;Zoom in on selection</source>
        <translation>放大选区(&amp;Z)</translation>
    </message>
    <message>
        <source>Show only the selected span of time</source>
        <translation>只显示选中的时间段</translation>
    </message>
    <message>
        <source>&amp;Undo zoom</source>
        <translation>撤销缩放(&amp;U)</translation>
    </message>
    <message>
        <source>Show what was in view before</source>
        <translation>显示之前的范围</translation>
    </message>
    <message>
        <source>Only this &amp;session</source>
        <translation>仅此会话(&amp;S)</translation>
    </message>
    <message>
        <source>Leave out all turns but those of the chosen bar&apos;s session</source>
        <translation>只保留所选条形的会话</translation>
    </message>
    <message>
        <source>&amp;Without this session</source>
        <translation>排除此会话(&amp;W)</translation>
    </message>
    <message>
        <source>Leave out the turns of the chosen bar&apos;s session</source>
        <translation>排除所选条形的会话</translation>
    </message>
    <message>
        <source>Only this &amp;lock</source>
        <translation>仅此锁(&amp;L)</translation>
    </message>
    <message>
        <source>Leave out all turns but those of the chosen bar&apos;s lock</source>
        <translation>只保留所选条形的锁</translation>
    </message>
    <message>
        <source>With&amp;out this lock</source>
        <translation>排除此锁(&amp;O)</translation>
    </message>
    <message>
        <source>Leave out the turns of the chosen bar&apos;s lock</source>
        <translation>排除所选条形的锁</translation>
    </message>
    <message>
        <source>Undo f&amp;ilter</source>
        <translation>撤销筛选(&amp;I)</translation>
    </message>
    <message>
        <source>Show again what was left out last</source>
        <translation>重新显示上次排除的内容</translation>
    </message>
    <message>
        <source>&amp;Reset zoom and filter</source>
        <translation>重置缩放和筛选(&amp;R)</translation>
    </message>
    <message>
        <source>Show all turns, and follow the present</source>
        <translation>显示全部内容，并跟随当前时刻</translation>
    </message>
    <message>
        <source>Next fi&amp;nding</source>
        <translation>下一个问题(&amp;N)</translation>
    </message>
    <message>
        <source>Reset la&amp;yout</source>
        <translation>重置布局(&amp;Y)</translation>
    </message>
    <message>
        <source>Fav&amp;ourite</source>
        <translation>收藏(&amp;O)</translation>
    </message>
    <message>
        <source>Start a local ZooKeeper with contenders on four locks, two of them in a deadlock</source>
        <translation>启动本地 ZooKeeper，并让竞争者争用四个锁，其中两个处于死锁</translation>
    </message>
    <message>
        <source>Try the de&amp;mo</source>
        <translation>试用演示(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>下一窗格(&amp;N)</translation>
    </message>
    <message>
        <source>Group loc&amp;ks by path</source>
        <translation>按路径分组锁(&amp;K)</translation>
    </message>
    <message>
        <source>List locks below the directories in which they lie</source>
        <translation>将锁列在其所在目录之下</translation>
    </message>
    <message>
        <source>&amp;Depose the leader…</source>
        <translation>罢免 leader(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Remove the candidate…</source>
        <translation>移除候选者(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Ask for the long list…</source>
        <translation>请求长列表(&amp;A)…</translation>
    </message>
    <message>
        <source>Ask a server for its ephemeral znodes although the list is so long that it may hang with it</source>
        <translation>即使列表长到可能使服务器卡住，也向服务器请求其临时 znode</translation>
    </message>
    <message>
        <source>O&amp;verview</source>
        <translation>概览(&amp;V)</translation>
    </message>
    <message>
        <source>Show what hurts, worst first</source>
        <translation>显示存在的麻烦，最严重的在前</translation>
    </message>
    <message>
        <source>Copy incid&amp;ent summary</source>
        <translation>复制事件摘要(&amp;E)</translation>
    </message>
    <message>
        <source>Copy who holds the selected lock and who waits, and what is wrong with it, as Markdown</source>
        <translation>以 Markdown 复制选中锁的持有者、等待者及其问题</translation>
    </message>
    <message>
        <source>Export e&amp;vents…</source>
        <translation>导出事件(&amp;V)…</translation>
    </message>
    <message>
        <source>Save the events that the event log shows as CSV or JSON</source>
        <translation>将事件日志显示的事件保存为 CSV 或 JSON</translation>
    </message>
    <message>
        <source>Sho&amp;w lock</source>
        <translation>显示锁(&amp;W)</translation>
    </message>
    <message>
        <source>Show the queue of the row&apos;s lock, and its contender there</source>
        <translation>显示该行的锁的队列及其中的竞争者</translation>
    </message>
    <message>
        <source>Show &amp;session</source>
        <translation>显示会话(&amp;S)</translation>
    </message>
    <message>
        <source>Show the row&apos;s session among the sessions</source>
        <translation>在会话列表中显示该行的会话</translation>
    </message>
    <message>
        <source>Show in &amp;graph</source>
        <translation>在图中显示(&amp;G)</translation>
    </message>
    <message>
        <source>Show in the graph who waits for whom on the row&apos;s lock</source>
        <translation>在图中显示该行的锁上谁在等待谁</translation>
    </message>
    <message>
        <source>Show in &amp;timeline</source>
        <translation>在时间线中显示(&amp;T)</translation>
    </message>
    <message>
        <source>Show in the timeline who waited for the row&apos;s lock and held it</source>
        <translation>在时间线中显示谁等待过、持有过该行的锁</translation>
    </message>
    <message>
        <source>Copy &amp;host</source>
        <translation>复制主机(&amp;H)</translation>
    </message>
    <message>
        <source>Copy the host of the row&apos;s client or server</source>
        <translation>复制该行的客户端或服务器的主机</translation>
    </message>
    <message>
        <source>Cop&amp;y session</source>
        <translation>复制会话(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy the id of the row&apos;s session</source>
        <translation>复制该行的会话 ID</translation>
    </message>
    <message>
        <source>Copy &amp;path</source>
        <translation>复制路径(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the path of the row&apos;s znode</source>
        <translation>复制该行的 znode 的路径</translation>
    </message>
    <message>
        <source>Copy &amp;zkCli command</source>
        <translation>复制 zkCli 命令(&amp;Z)</translation>
    </message>
    <message>
        <source>Copy a command for a shell that shows the row&apos;s znode or connects to its server</source>
        <translation>复制一条 shell 命令，用于显示该行的 znode 或连接到其服务器</translation>
    </message>
    <message>
        <source>F&amp;ilter sessions by host</source>
        <translation>按主机筛选会话(&amp;I)</translation>
    </message>
    <message>
        <source>Show only the sessions of the row&apos;s host</source>
        <translation>只显示该行主机的会话</translation>
    </message>
    <message>
        <source>Filter events &amp;by host</source>
        <translation>按主机筛选事件(&amp;B)</translation>
    </message>
    <message>
        <source>Show only the events of the row&apos;s host</source>
        <translation>只显示该行主机的事件</translation>
    </message>
    <message>
        <source>Open another cluster, snapshot or recording beside this one</source>
        <translation>在旁边打开另一个集群、快照或录制文件</translation>
    </message>
    <message>
        <source>Close the connection, the demo, the snapshot or the recording, and its tab if there are others</source>
        <translation>关闭连接、演示、快照或录制文件；如有其他标签页，则一并关闭其标签页</translation>
    </message>
    <message>
        <source>&amp;Open a file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Look at a saved snapshot, or move through a recording</source>
        <translation>查看已保存的快照，或浏览录制文件</translation>
    </message>
    <message>
        <source>S&amp;ave report…</source>
        <translation>保存报告(&amp;A)…</translation>
    </message>
    <message>
        <source>Save what was stuck, who held and waited, why, and what is not known: as HTML, PDF, Markdown or CSV</source>
        <translation>保存什么被卡住、谁持有和等待、为什么、以及哪些未知：HTML、PDF、Markdown 或 CSV</translation>
    </message>
    <message>
        <source>Start recordin&amp;g</source>
        <translation>开始录制(&amp;G)</translation>
    </message>
    <message>
        <source>Write what happens on all locks to a file, to look at it later</source>
        <translation>将所有锁上发生的事写入文件，以便日后查看</translation>
    </message>
    <message>
        <source>Sto&amp;p recording</source>
        <translation>停止录制(&amp;P)</translation>
    </message>
    <message>
        <source>Write no more of what happens, and close the file</source>
        <translation>不再写入，并关闭文件</translation>
    </message>
    <message>
        <source>Compare with a &amp;file…</source>
        <translation>与文件比较(&amp;F)…</translation>
    </message>
    <message>
        <source>Show how what is shown differs from another snapshot, or from the end of a recording</source>
        <translation>显示当前内容与另一快照或某录制文件末尾有何不同</translation>
    </message>
    <message>
        <source>Show how the end of the selected span differs from its start</source>
        <translation>显示所选时段的终点与起点有何不同</translation>
    </message>
    <message>
        <source>Compare start a&amp;nd end</source>
        <translation>比较起点与终点(&amp;N)</translation>
    </message>
    <message>
        <source>La&amp;b…</source>
        <translation>实验室(&amp;B)…</translation>
    </message>
    <message>
        <source>Play a scenario, or let contenders loose, on real servers</source>
        <translation>在真实服务器上演示场景，或放任竞争者运行</translation>
    </message>
    <message>
        <source>Show &amp;me</source>
        <translation>带我看看(&amp;M)</translation>
    </message>
    <message>
        <source>Play five scenarios, one after the other, each on a ZooKeeper of its own</source>
        <translation>依次演示五个场景，每个都在自己的 ZooKeeper 上</translation>
    </message>
</context>
<context>
    <name>lockscope::AdminLogin</name>
    <message>
        <source>LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD go together: one of them is not set.</source>
        <translation>LOCKSCOPE_ADMIN_USER 和 LOCKSCOPE_ADMIN_PASSWORD 必须同时设置：其中一个未设置。</translation>
    </message>
    <message>
        <source>LOCKSCOPE_ADMIN_USER: a user name can&apos;t have a colon.</source>
        <translation>LOCKSCOPE_ADMIN_USER：用户名不能含有冒号。</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditModel</name>
    <message>
        <source>Acquire</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Ask to release</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Evict</source>
        <translation>逐出</translation>
    </message>
    <message>
        <source>Force release</source>
        <translation>强制释放</translation>
    </message>
    <message>
        <source>Delete child</source>
        <translation>删除子节点</translation>
    </message>
    <message>
        <source>Delete empty lock</source>
        <translation>删除空锁</translation>
    </message>
    <message>
        <source>Launch contenders</source>
        <translation>启动竞争者</translation>
    </message>
    <message>
        <source>Stop contenders</source>
        <translation>停止竞争者</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>action, how</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Contender</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Why not</source>
        <translation>未成原因</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Own session</source>
        <translation>自己的会话</translation>
    </message>
    <message>
        <source>czxid</source>
        <translation>czxid</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Withdrawn</source>
        <translation>已撤回</translation>
    </message>
    <message>
        <source>Under way, or the program ended before the outcome was known</source>
        <translation>正在进行，或程序在得知结果之前已结束</translation>
    </message>
    <message>
        <source>Remove lab run</source>
        <translation>移除实验室运行</translation>
    </message>
</context>
<context>
    <name>lockscope::AuditPanel</name>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy rows as Markdown</source>
        <translation>将行复制为 Markdown</translation>
    </message>
    <message>
        <source>Outcomes that are shown</source>
        <translation>显示的结果</translation>
    </message>
    <message>
        <source>All outcomes</source>
        <translation>所有结果</translation>
    </message>
    <message>
        <source>Filter actions</source>
        <translation>筛选操作</translation>
    </message>
    <message>
        <source>Audit file</source>
        <translation>审计文件</translation>
    </message>
    <message>
        <source>Copy the path of the audit file</source>
        <translation>复制审计文件的路径</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) can&apos;t be read</source>
        <translation>
            <numerusform>%n 行无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>They are no records of an action. They stay in the file as they are.</source>
        <translation>它们不是操作的记录，会原样保留在文件中。</translation>
    </message>
    <message>
        <source>No action is recorded yet</source>
        <translation>尚无操作记录</translation>
    </message>
    <message>
        <source>The audit file can&apos;t be read</source>
        <translation>无法读取审计文件</translation>
    </message>
    <message>
        <source>Check who may read it: its path is below.</source>
        <translation>请检查读取权限：其路径见下方。</translation>
    </message>
    <message>
        <source>No action matches</source>
        <translation>没有匹配的操作</translation>
    </message>
    <message>
        <source>What this program does to a cluster is first written to the file below, and shown here. What can&apos;t be written there is not done, unless it only gives back what is yours.</source>
        <translation>本程序对集群所做的操作会先写入下面的文件，并显示在这里。无法写入的操作不会执行，除非它只是归还自己占有的。</translation>
    </message>
</context>
<context>
    <name>lockscope::BusyLocksModel</name>
    <message>
        <source>As far as it was seen; what nobody saw is left out</source>
        <translation>仅限观察到的部分；未观察到的时段留空</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation>请求/秒</translation>
    </message>
    <message>
        <source>Waiters lately</source>
        <translation>近期的等待者</translation>
    </message>
    <message>
        <source>Waiters since %1</source>
        <comment>time of day</comment>
        <translation>自 %1 起的等待者</translation>
    </message>
</context>
<context>
    <name>lockscope::BusyLocksView</name>
    <message>
        <source>Busiest locks</source>
        <translation>最繁忙的锁</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Busiest locks, as of %1</source>
        <comment>time of day</comment>
        <translation>最繁忙的锁，截至 %1</translation>
    </message>
    <message>
        <source>As of %1 nobody was seen to wait for a lock.</source>
        <comment>time of day</comment>
        <translation>截至 %1，未见有人等待锁。</translation>
    </message>
    <message numerus="yes">
        <source>As of %1 it is not known of %n lock(s) who waits.</source>
        <comment>time of day</comment>
        <translation>
            <numerusform>截至 %1，有 %n 个锁不知道谁在等待。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::CentreTabs</name>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>关系图</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg);;Graphviz (*.dot)</source>
        <translation>图片 (*.png *.svg);;Graphviz (*.dot)</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>图片 (*.png *.svg)</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
</context>
<context>
    <name>lockscope::CheckedText</name>
    <message>
        <source>Not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>What is wrong shows up here after the first check of the cluster.</source>
        <translation>首次检查集群后，存在的问题会显示在这里。</translation>
    </message>
    <message>
        <source>No problems found</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>Nothing found in what could be checked</source>
        <translation>在已检查的内容中未发现问题</translation>
    </message>
    <message>
        <source>Nothing can be checked now: this was found %1 ago. %2</source>
        <comment>age, reason</comment>
        <translation>现在无法检查：以下是%1前的发现。%2</translation>
    </message>
    <message>
        <source>Nothing can be checked now</source>
        <translation>现在无法检查</translation>
    </message>
    <message>
        <source>When it was checked last, %1 ago, no problems were found.</source>
        <comment>age</comment>
        <translation>最近一次检查是在%1前，当时未发现问题。</translation>
    </message>
    <message>
        <source>When it was checked last, %1 ago, nothing was found in what could be checked.</source>
        <comment>age</comment>
        <translation>最近一次检查是在%1前，当时在能检查的部分中未发现问题。</translation>
    </message>
    <message>
        <source>As of %1. Locks: %2. %3</source>
        <comment>moment, number of locks, a sentence about servers</comment>
        <translation>截至%1。锁：%2。%3</translation>
    </message>
    <message>
        <source>Checked %1 ago. Locks: %2. %3</source>
        <comment>age, number of locks, a sentence about servers</comment>
        <translation>%1前检查。锁：%2。%3</translation>
    </message>
    <message>
        <source>No server was asked for its connections, so that a client that is gone may be missed.</source>
        <translation>没有向任何服务器查询连接，因此可能漏掉已经消失的客户端。</translation>
    </message>
    <message>
        <source>Connection data from %1 of %1 servers.</source>
        <comment>number of servers</comment>
        <translation>提供了连接数据的服务器：%1 / %1。</translation>
    </message>
    <message>
        <source>Connection data from %1 of %2 servers, so that a client that is gone may be missed.</source>
        <comment>numbers of servers</comment>
        <translation>告知了连接的服务器：%1 / %2，因此可能漏掉已经消失的客户端。</translation>
    </message>
    <message>
        <source>Every client was found on the servers that answered (%1 of %2).</source>
        <comment>numbers of servers</comment>
        <translation>在有应答的服务器（%1 / %2）上找到了每个客户端。</translation>
    </message>
    <message>
        <source>%1 No answer from %2.</source>
        <comment>a sentence, addresses of servers</comment>
        <translation>%1%2 没有应答。</translation>
    </message>
    <message>
        <source>No server has told its connections (%1 of %2), so that a client that is gone may be missed.</source>
        <comment>numbers of servers</comment>
        <translation>没有服务器报告其连接（%1/%2），因此可能漏掉已消失的客户端。</translation>
    </message>
    <message>
        <source>Servers had told of %1 of %2 clients.</source>
        <comment>numbers of clients</comment>
        <translation>服务器已告知 %2 个客户端中的 %1 个。</translation>
    </message>
    <message>
        <source>Nobody stood in them whose client could be missed.</source>
        <translation>其中没有可能被漏掉客户端的竞争者。</translation>
    </message>
    <message>
        <source>A client that is gone may be missed: %1</source>
        <comment>sentences that say why</comment>
        <translation>可能漏掉已消失的客户端：%1</translation>
    </message>
    <message>
        <source>As of %1. %2 Locks: %3. %4</source>
        <comment>moment, a sentence, number of locks, a sentence about servers</comment>
        <translation>截至 %1。%2 锁：%3。%4</translation>
    </message>
    <message>
        <source>Nothing was seen of the locks from %1 on: what is told is what was so until then.</source>
        <comment>moment</comment>
        <translation>自 %1 起没有看到任何锁的情况：以下所述是此前的状态。</translation>
    </message>
    <message>
        <source>As of %1. Not watched since %2, as no client stood in any lock. Locks: %3. %4</source>
        <comment>moments, number of locks, a sentence about servers</comment>
        <translation>截至 %1。自 %2 起未再监视，因为没有客户端在任何锁中。锁数：%3。%4</translation>
    </message>
    <message>
        <source>Nothing was recorded at this moment</source>
        <translation>此时刻没有录制</translation>
    </message>
    <message>
        <source>%1 Which locks there were, who held them or waited for them, and what was wrong, is not known.</source>
        <comment>“Nothing was recorded from … to ….”</comment>
        <translation>%1当时有哪些锁、谁持有或等待它们、出了什么问题，均不可知。</translation>
    </message>
</context>
<context>
    <name>lockscope::ClientConfig</name>
    <message>
        <source>Not taken over: %1</source>
        <translation>未采用：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ClientContendersModel</name>
    <message>
        <source>It is given the next permit that is free, whoever had it.</source>
        <translation>下一个空闲的许可会授予它，不论此前由谁持有。</translation>
    </message>
    <message>
        <source>a permit</source>
        <translation>任一许可</translation>
    </message>
    <message>
        <source>itself (%1)</source>
        <comment>contender</comment>
        <translation>自身（%1）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>host, contender</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1, contender %2, session %3</source>
        <comment>host, name, id</comment>
        <translation>%1，竞争者 %2，会话 %3</translation>
    </message>
    <message>
        <source>host not told</source>
        <translation>主机未知</translation>
    </message>
    <message>
        <source>%1 · next %2</source>
        <comment>number, host</comment>
        <translation>%1 · 下一个 %2</translation>
    </message>
    <message>
        <source>%1, gone</source>
        <comment>role</comment>
        <translation>%1，已离开</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>role, how the queue is known</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>position, length of the queue</comment>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>%1, contender %2. Read %3 ago.</source>
        <comment>path, name, age</comment>
        <translation>%1，竞争者 %2。%3前读取。</translation>
    </message>
    <message>
        <source>It waits for nobody in this queue.</source>
        <translation>它在此队列中不等待任何人。</translation>
    </message>
    <message>
        <source>Nobody waits for it in this queue.</source>
        <translation>此队列中没有人等待它。</translation>
    </message>
    <message>
        <source>Contenders that can&apos;t be granted before it leaves: %1. The next one: %2.</source>
        <translation>在它离开之前无法获得锁的竞争者：%1。下一个：%2。</translation>
    </message>
    <message>
        <source>Its znode was not read: since when it is there is not known.</source>
        <translation>未读取其 znode：无法得知它从何时起存在。</translation>
    </message>
    <message>
        <source>Queued at %1, has held for %2.</source>
        <comment>moment, duration</comment>
        <translation>%1 开始排队，已持有 %2。</translation>
    </message>
    <message>
        <source>Queued at %1, has waited for %2.</source>
        <comment>moment, duration</comment>
        <translation>%1 开始排队，已等待 %2。</translation>
    </message>
    <message>
        <source>There since %1.</source>
        <comment>moment</comment>
        <translation>自 %1 起存在。</translation>
    </message>
    <message>
        <source>For how long it has held, waited or been there</source>
        <translation>它已持有、等待或存在了多久</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>For</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>阻塞</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>lockscope::ClientPage</name>
    <message>
        <source>No session selected</source>
        <translation>未选择会话</translation>
    </message>
    <message>
        <source>Select one among the sessions, or choose “Show session” in the menu of any row, to see where its client is, all it holds and waits for, and what it did.</source>
        <translation>在会话列表中选择一个，或在任意行的菜单中选择“显示会话”，即可查看其客户端在哪里、它持有和等待的全部内容，以及它做过什么。</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Contenders of the session</source>
        <translation>该会话的竞争者</translation>
    </message>
    <message>
        <source>Events of the session</source>
        <translation>该会话的事件</translation>
    </message>
    <message>
        <source>No contender of it is known</source>
        <translation>没有已知的竞争者</translation>
    </message>
    <message>
        <source>Contenders that it had last: %1</source>
        <translation>它最后拥有的竞争者：%1</translation>
    </message>
    <message>
        <source>Contenders: %1</source>
        <translation>竞争者：%1</translation>
    </message>
    <message>
        <source>No event of it: only locks on screen and selected ones are followed</source>
        <translation>没有它的事件：只跟踪屏幕上的锁和所选的锁</translation>
    </message>
    <message>
        <source>Events: %1</source>
        <translation>事件：%1</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
</context>
<context>
    <name>lockscope::ClientSettings</name>
    <message>
        <source>(another line)</source>
        <translation>（其他行）</translation>
    </message>
    <message>
        <source>keytool asks for it.</source>
        <translation>keytool 会要求输入它。</translation>
    </message>
    <message>
        <source>The certificate may have any name already, as is said here.</source>
        <translation>此处的设置已允许证书使用任何名称。</translation>
    </message>
    <message>
        <source>By Kerberos: krb5.conf decides what the hosts are called</source>
        <translation>通过 Kerberos：主机的名称由 krb5.conf 决定</translation>
    </message>
    <message>
        <source>It has no settings of ZooKeeper&apos;s client.</source>
        <translation>其中没有 ZooKeeper 客户端的设置。</translation>
    </message>
    <message>
        <source>The JAAS configuration is not read. It says whether and as whom the client signs in by SASL: say so on the page Security, or by --sasl.</source>
        <translation>不读取 JAAS 配置。客户端是否以及以谁的身份通过 SASL 登录由它决定：请在“安全”页或用 --sasl 说明。</translation>
    </message>
    <message>
        <source>Has no counterpart: whether a certificate has been revoked is not checked.</source>
        <translation>没有对应的设置：不检查证书是否已被吊销。</translation>
    </message>
    <message>
        <source>Has no counterpart.</source>
        <translation>没有对应的设置。</translation>
    </message>
    <message>
        <source>Can&apos;t be chosen: it is TLS 1.2 or later, as both ends agree.</source>
        <translation>无法选择：使用 TLS 1.2 或更高版本，由双方协商。</translation>
    </message>
    <message>
        <source>Can&apos;t be chosen: ciphers are those of OpenSSL and its configuration on this machine.</source>
        <translation>无法选择：加密套件由本机的 OpenSSL 及其配置决定。</translation>
    </message>
    <message>
        <source>Has no counterpart: it names code for Java.</source>
        <translation>没有对应的设置：它指定的是 Java 代码。</translation>
    </message>
    <message>
        <source>Is a setting of servers.</source>
        <translation>这是服务器的设置。</translation>
    </message>
    <message>
        <source>Is for Java. Start Lockscope with that file&apos;s name in the environment variable KRB5_CONFIG.</source>
        <translation>仅用于 Java。启动 Lockscope 时请把该文件名放入环境变量 KRB5_CONFIG。</translation>
    </message>
    <message>
        <source>It has more than %1 characters.</source>
        <translation>它超过 %1 个字符。</translation>
    </message>
    <message>
        <source>It has characters that can&apos;t be seen.</source>
        <translation>其中有不可见的字符。</translation>
    </message>
    <message>
        <source>Write the whole path, from / on: where the client is started is not known here.</source>
        <translation>请写出从 / 开始的完整路径：此处不知道客户端从哪里启动。</translation>
    </message>
    <message>
        <source>Neither its name nor %1 tells what kind of file it is: PEM, PKCS12 or JKS.</source>
        <translation>文件名和 %1 都没有说明它是哪种文件：PEM、PKCS12 或 JKS。</translation>
    </message>
    <message>
        <source>Only Java reads BCFKS. Write its certificates and key as PEM, and choose that file.</source>
        <translation>只有 Java 能读取 BCFKS。请将其中的证书和密钥写成 PEM，并选择该文件。</translation>
    </message>
    <message>
        <source>It has no value.</source>
        <translation>它没有值。</translation>
    </message>
    <message>
        <source>Counts by TLS alone, which %1 turns off.</source>
        <translation>仅在使用 TLS 时有效，而 %1 关闭了 TLS。</translation>
    </message>
    <message>
        <source>Not known. Java&apos;s client reads it with “zookeeper.” before it alone.</source>
        <translation>未知。Java 客户端只读取前面带有“zookeeper.”的设置。</translation>
    </message>
    <message>
        <source>Not known.</source>
        <translation>未知。</translation>
    </message>
    <message>
        <source>By TLS</source>
        <translation>使用 TLS</translation>
    </message>
    <message>
        <source>Without TLS</source>
        <translation>不使用 TLS</translation>
    </message>
    <message>
        <source>It must be true or false; Java&apos;s client takes anything else for false.</source>
        <translation>它必须是 true 或 false；Java 客户端把其他任何值当作 false。</translation>
    </message>
    <message>
        <source>Certificates that are trusted are read as PEM. Convert them, and choose trusted.pem: keytool -list -rfc -keystore %1 &gt; trusted.pem</source>
        <translation>受信任的证书按 PEM 读取。请转换它们，并选择 trusted.pem：keytool -list -rfc -keystore %1 &gt; trusted.pem</translation>
    </message>
    <message>
        <source>By TLS: trusted authorities are those in %1</source>
        <translation>使用 TLS：信任 %1 中的颁发机构</translation>
    </message>
    <message>
        <source>Only Java reads JKS. Convert it, and choose keys.p12: keytool -importkeystore -srckeystore %1 -destkeystore keys.p12 -deststoretype PKCS12</source>
        <translation>只有 Java 能读取 JKS。请转换它，并选择 keys.p12：keytool -importkeystore -srckeystore %1 -destkeystore keys.p12 -deststoretype PKCS12</translation>
    </message>
    <message>
        <source>By TLS: own certificate, with its key, in %1</source>
        <translation>使用 TLS：自己的证书及其密钥在 %1 中</translation>
    </message>
    <message>
        <source>What kind of file it is</source>
        <translation>文件的种类</translation>
    </message>
    <message>
        <source>Belongs to a store that was not taken.</source>
        <translation>属于未采用的密钥库。</translation>
    </message>
    <message>
        <source>%1 counts instead.</source>
        <translation>以 %1 为准。</translation>
    </message>
    <message>
        <source>Password of the key; a profile keeps it in the desktop&apos;s keychain</source>
        <translation>密钥的密码；配置会将其保存在桌面的密钥环中</translation>
    </message>
    <message>
        <source>A password is not read from a file: type it on the page Security, or put it into LOCKSCOPE_TLS_PASSWORD.</source>
        <translation>不从文件读取密码：请在“安全”页输入，或放入 LOCKSCOPE_TLS_PASSWORD。</translation>
    </message>
    <message>
        <source>The certificate must have the server&apos;s name all the same. The page Security can turn that off, and says what it means.</source>
        <translation>证书中仍必须有服务器的名称。可在“安全”页关闭此检查，那里说明了其含义。</translation>
    </message>
    <message>
        <source>By TLS: the certificate must have the server&apos;s name</source>
        <translation>使用 TLS：证书中必须有服务器的名称</translation>
    </message>
    <message>
        <source>Without a sign-in by SASL</source>
        <translation>不通过 SASL 登录</translation>
    </message>
    <message>
        <source>Counts by SASL alone, which %1 turns off.</source>
        <translation>仅在使用 SASL 时有效，而 %1 关闭了 SASL。</translation>
    </message>
    <message>
        <source>Counts by Kerberos alone.</source>
        <translation>仅在使用 Kerberos 时有效。</translation>
    </message>
    <message>
        <source>It names no service.</source>
        <translation>它没有指明服务。</translation>
    </message>
    <message>
        <source>By SASL with Kerberos: the servers are %1/host, each with its own host</source>
        <translation>通过 SASL 使用 Kerberos：服务器为 %1/host，host 为各自的主机名</translation>
    </message>
    <message>
        <source>By Kerberos: the full names of the hosts are looked up</source>
        <translation>通过 Kerberos：查询主机的完整名称</translation>
    </message>
    <message>
        <source>It can&apos;t be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>Neither CLIENT_JVMFLAGS nor JVMFLAGS has a setting of ZooKeeper&apos;s client.</source>
        <translation>CLIENT_JVMFLAGS 和 JVMFLAGS 中都没有 ZooKeeper 客户端的设置。</translation>
    </message>
    <message>
        <source>To be done by you:</source>
        <translation>需要您处理：</translation>
    </message>
    <message>
        <source>Taken over:</source>
        <translation>已采用：</translation>
    </message>
    <message>
        <source>Not taken over:</source>
        <translation>未采用：</translation>
    </message>
    <message>
        <source>Certificates that are trusted are no secret here.</source>
        <translation>此处受信任的证书不是秘密。</translation>
    </message>
    <message>
        <source>Lockscope speaks TLS by itself.</source>
        <translation>Lockscope 自己使用 TLS。</translation>
    </message>
    <message>
        <source>krb5.conf says of which realm a host is.</source>
        <translation>主机属于哪个领域由 krb5.conf 决定。</translation>
    </message>
    <message>
        <source>Answers of up to 64 MiB are taken.</source>
        <translation>最大接受 64 MiB 的应答。</translation>
    </message>
    <message>
        <source>Not needed:</source>
        <translation>不需要：</translation>
    </message>
</context>
<context>
    <name>lockscope::ClientSettingsDialog</name>
    <message>
        <source>Settings of a Java client</source>
        <translation>Java 客户端的设置</translation>
    </message>
    <message>
        <source>What becomes of the settings</source>
        <translation>各项设置的处理结果</translation>
    </message>
    <message>
        <source>Take over</source>
        <translation>采用</translation>
    </message>
</context>
<context>
    <name>lockscope::ClientText</name>
    <message>
        <source>Host not told</source>
        <translation>主机未知</translation>
    </message>
    <message>
        <source>%1, last known</source>
        <comment>host</comment>
        <translation>%1，最后已知</translation>
    </message>
    <message>
        <source>Its session has ended since its contenders were read.</source>
        <translation>自读取其竞争者以来，其会话已结束。</translation>
    </message>
    <message>
        <source>The servers were not asked about it yet.</source>
        <translation>尚未向服务器询问过它。</translation>
    </message>
    <message>
        <source>Its contenders came after the last check: what the servers know of it is told with the next one.</source>
        <translation>它的竞争者在上次检查之后出现：服务器所知道的情况将在下次检查时显示。</translation>
    </message>
    <message>
        <source>No contender of this session has been seen.</source>
        <translation>没有见过此会话的竞争者。</translation>
    </message>
    <message>
        <source>It has no known contender. Its session lives, as %1 tells.</source>
        <comment>server</comment>
        <translation>它没有已知的竞争者。据 %1 所述，其会话仍然存活。</translation>
    </message>
    <message>
        <source>Its session expired %1 ago.</source>
        <comment>age</comment>
        <translation>其会话已于%1前过期。</translation>
    </message>
    <message>
        <source>Its session ended %1 ago.</source>
        <comment>age</comment>
        <translation>其会话已于%1前结束。</translation>
    </message>
    <message>
        <source>It has no known contender any more. Whether its session lives is not known.</source>
        <translation>它不再有已知的竞争者。其会话是否仍然存活尚不清楚。</translation>
    </message>
    <message>
        <source>Shown as last known, %1 ago.</source>
        <comment>age</comment>
        <translation>显示的是%1前最后已知的状态。</translation>
    </message>
    <message>
        <source>Told by the event log</source>
        <translation>由事件日志得知</translation>
    </message>
    <message>
        <source>at any moment: its time is over</source>
        <translation>随时：其时间已到</translation>
    </message>
    <message>
        <source>in ≤ %1, at %2 at the latest</source>
        <comment>duration, time of day</comment>
        <translation>%1内，最迟在 %2</translation>
    </message>
    <message>
        <source>not told; about %1 after its client was heard of last</source>
        <comment>timeout</comment>
        <translation>未知；约在最后一次收到其客户端消息后 %1</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>No server has told of this session</source>
        <translation>没有服务器提及此会话</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>By which servers, logs and commands know the session.</source>
        <translation>服务器、日志和命令以此识别该会话。</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束于</translation>
    </message>
    <message>
        <source>When it was seen that its contenders went with it.</source>
        <translation>发现其竞争者随会话一同消失的时间。</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>When ZooKeeper ends the session, and removes its contenders, unless its client is heard of before.</source>
        <translation>除非在此之前收到其客户端的消息，否则 ZooKeeper 届时会结束该会话并移除其竞争者。</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>身份</translation>
    </message>
    <message>
        <source>Read from ZooKeeper: data of its znodes</source>
        <translation>从 ZooKeeper 读取：其 znode 的数据</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>In %1</source>
        <comment>lock</comment>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>None concerns it, as far as was checked</source>
        <translation>就已检查的范围而言，没有与它有关的问题</translation>
    </message>
    <message>
        <source>Checked</source>
        <translation>已检查</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>what is wrong, on what</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Not told</source>
        <translation>未告知</translation>
    </message>
    <message>
        <source>Where the client is, and whether it is there</source>
        <translation>客户端在哪里，以及它是否在线</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Why it is not known which server has the client.</source>
        <translation>为何不知道客户端连接到哪台服务器。</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>应对措施</translation>
    </message>
    <message>
        <source>What makes these servers tell.</source>
        <translation>怎样让这些服务器提供信息。</translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>not known: servers have answered since that they serve nobody</source>
        <comment>when a session ends</comment>
        <translation>尚不清楚：服务器此后答复称不为任何客户端服务</translation>
    </message>
</context>
<context>
    <name>lockscope::ClusterLog</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ClusterTab</name>
    <message>
        <source>Pin a path</source>
        <translation>固定路径</translation>
    </message>
    <message>
        <source>A lock directory, or a parent of lock directories:</source>
        <translation>锁目录，或锁目录的上级：</translation>
    </message>
    <message>
        <source>Starting a local ZooKeeper…</source>
        <translation>正在启动本地 ZooKeeper…</translation>
    </message>
    <message>
        <source>Starting a local ZooKeeper.</source>
        <translation>正在启动本地 ZooKeeper。</translation>
    </message>
    <message>
        <source>The local ZooKeeper serves at %1; its contenders queue up.</source>
        <translation>本地 ZooKeeper 已在 %1 提供服务；其竞争者正在排队。</translation>
    </message>
    <message>
        <source>The demo could not start.</source>
        <translation>演示无法启动。</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>%1 – Lockscope</source>
        <translation>%1 – Lockscope</translation>
    </message>
    <message>
        <source>Give back the own locks?</source>
        <translation>归还自己的锁？</translation>
    </message>
    <message>
        <source>This program holds locks or waits for them (%1). Leaving the cluster gives them back.</source>
        <translation>本程序持有或正在等待锁（%1）。离开集群会将其归还。</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>归还</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message>
        <source>The directory %1 can&apos;t be created.</source>
        <translation>无法创建目录 %1。</translation>
    </message>
    <message>
        <source>There is no display: the demo runs offscreen for a few seconds and writes what it shows.</source>
        <translation>没有显示器：演示会在后台运行数秒，并写出所显示的内容。</translation>
    </message>
    <message>
        <source>No directory could be created in %1.</source>
        <translation>无法在 %1 中创建目录。</translation>
    </message>
    <message>
        <source>The demo could not be recorded.</source>
        <translation>无法录制演示。</translation>
    </message>
    <message>
        <source>The snapshot was not written.</source>
        <translation>快照未写入。</translation>
    </message>
    <message>
        <source>The password of %1 was not kept. %2</source>
        <translation>%1 的密码未保存。%2</translation>
    </message>
    <message>
        <source>Ask for the long list?</source>
        <translation>请求长列表？</translation>
    </message>
    <message>
        <source>To find all locks a server has to send its list of ephemeral znodes, which may be %1. If this machine or the network hangs meanwhile, the server may hang with it. While this connection lasts, lists of up to twice that size are asked for again.</source>
        <translation>要找到所有锁，服务器必须发送其临时 znode 列表，大小可能为 %1。如果期间本机或网络卡住，服务器也可能随之卡住。在此连接存续期间，会继续请求不超过其两倍大小的列表。</translation>
    </message>
    <message>
        <source>Ask for it</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Don&apos;t ask</source>
        <translation>不请求</translation>
    </message>
    <message>
        <source>To find all locks a server has to send its list of ephemeral znodes. How long that is no server has told. If this machine or the network hangs meanwhile, the server may hang with it. While this connection lasts, lists of up to twice its size are asked for again.</source>
        <translation>要找到所有锁，服务器必须发送其临时 znode 列表。该列表有多长，没有服务器告知。如果本机或网络在此期间挂起，服务器可能随之挂起。在此连接期间，会再次请求最多为其两倍大小的列表。</translation>
    </message>
    <message>
        <source>The recording can&apos;t be read any more.</source>
        <translation>录制文件已无法继续读取。</translation>
    </message>
    <message>
        <source>Compare what is shown with %1</source>
        <comment>moment</comment>
        <translation>将当前显示的内容与 %1 比较</translation>
    </message>
    <message>
        <source>Recorded to %1: %2.</source>
        <comment>file, size</comment>
        <translation>已录制到 %1：%2。</translation>
    </message>
    <message>
        <source>The recording has ended; what was written until then can be read.</source>
        <translation>录制已结束；此前写入的内容可以读取。</translation>
    </message>
    <message>
        <source>The cluster is not recorded.</source>
        <translation>集群未被录制。</translation>
    </message>
    <message>
        <source>There are %1 locks: %2 of them are recorded.</source>
        <comment>numbers</comment>
        <translation>共有 %1 个锁：其中 %2 个被录制。</translation>
    </message>
    <message>
        <source>The recording goes on in %1.</source>
        <comment>file</comment>
        <translation>录制继续写入 %1。</translation>
    </message>
    <message>
        <source>A file can&apos;t be written; the recording goes on in %1.</source>
        <comment>file</comment>
        <translation>有一个文件无法写入；录制继续写入 %1。</translation>
    </message>
    <message>
        <source>Nothing is recorded for now, which is tried again each half minute.</source>
        <translation>目前没有在录制，每半分钟会再试一次。</translation>
    </message>
    <message>
        <source>Reading both moments, to compare them</source>
        <translation>正在读取两个时刻以作比较</translation>
    </message>
    <message>
        <source>Comparing all locks</source>
        <translation>正在比较所有锁</translation>
    </message>
    <message>
        <source>Recorded to %1 files, a day each. The last one is %2: %3.</source>
        <comment>number, file, size</comment>
        <translation>已记录到 %1 个文件，每天一个。最后一个是 %2：%3。</translation>
    </message>
    <message>
        <source>The recording goes on in %1, a new file.</source>
        <comment>file</comment>
        <translation>录制继续写入新文件 %1。</translation>
    </message>
    <message>
        <source>The recording has ended.</source>
        <translation>录制已结束。</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>The lab runs on %1, below %2.</source>
        <comment>cluster, path</comment>
        <translation>实验室在 %1 上运行，位于 %2 之下。</translation>
    </message>
    <message>
        <source>Save the report of the lab</source>
        <translation>保存实验室报告</translation>
    </message>
    <message>
        <source>Saved to %1.</source>
        <translation>已保存到 %1。</translation>
    </message>
    <message>
        <source>The report was not written.</source>
        <translation>报告未写入。</translation>
    </message>
    <message>
        <source>Data (*.json);;Page (*.html);;Table (*.csv);;Text (*.txt)</source>
        <translation>数据 (*.json);;网页 (*.html);;表格 (*.csv);;文本 (*.txt)</translation>
    </message>
    <message>
        <source>the run before</source>
        <translation>上一次运行</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>Compare with a saved report of the lab</source>
        <translation>与已保存的实验室报告对比</translation>
    </message>
    <message>
        <source>Reports (*.json)</source>
        <translation>报告 (*.json)</translation>
    </message>
    <message>
        <source>The reports were not compared.</source>
        <translation>报告没有对比。</translation>
    </message>
    <message>
        <source>Save the comparison</source>
        <translation>保存对比</translation>
    </message>
    <message>
        <source>Page (*.html);;Table (*.csv);;Data (*.json)</source>
        <translation>网页 (*.html);;表格 (*.csv);;数据 (*.json)</translation>
    </message>
    <message>
        <source>The comparison was not written.</source>
        <translation>对比没有写入。</translation>
    </message>
</context>
<context>
    <name>lockscope::CommandLine</name>
    <message>
        <source>--secrets-fd must be the number of a descriptor, not “%1”.</source>
        <translation>--secrets-fd 必须是描述符的编号，而不是“%1”。</translation>
    </message>
    <message>
        <source>read passwords from descriptor N, in lines such as LOCKSCOPE_SASL_PASSWORD=…, instead of from the environment</source>
        <translation>从描述符 N 读取密码（形如 LOCKSCOPE_SASL_PASSWORD=… 的各行），而不是从环境变量</translation>
    </message>
    <message>
        <source>by TLS: the key of our certificate; PEM</source>
        <translation>用于 TLS：我们证书的密钥；PEM</translation>
    </message>
    <message>
        <source>by TLS: our own certificate; PEM or PKCS#12. The password of its key is that in LOCKSCOPE_TLS_PASSWORD</source>
        <translation>用于 TLS：我们自己的证书；PEM 或 PKCS#12。其密钥的密码取自 LOCKSCOPE_TLS_PASSWORD</translation>
    </message>
    <message>
        <source>by TLS: whom to trust, instead of the system&apos;s authorities; PEM</source>
        <translation>用于 TLS：信任哪些证书颁发机构，代替系统的；PEM</translation>
    </message>
    <message>
        <source>by TLS, to the servers&apos; secureClientPort</source>
        <translation>通过 TLS 连接服务器的 secureClientPort</translation>
    </message>
    <message>
        <source>%1 takes no value.</source>
        <translation>%1 不带值。</translation>
    </message>
    <message>
        <source>Unknown option %1. See lockscope --help.</source>
        <translation>未知选项 %1。请参阅 lockscope --help。</translation>
    </message>
    <message>
        <source>%1 needs a value.</source>
        <translation>%1 需要一个值。</translation>
    </message>
    <message>
        <source>--session-timeout must be 1 to 600 seconds, not “%1”.</source>
        <translation>--session-timeout 必须为 1 到 600 秒，而不是“%1”。</translation>
    </message>
    <message>
        <source>--theme must be light, dark or system, not “%1”.</source>
        <translation>--theme 必须为 light、dark 或 system，而不是“%1”。</translation>
    </message>
    <message>
        <source>--size must look like 1366x768, not “%1”.</source>
        <translation>--size 的格式须如 1366x768，而不是“%1”。</translation>
    </message>
    <message>
        <source>--demo-contenders must be 1 to 1000, not “%1”.</source>
        <translation>--demo-contenders 必须为 1 到 1000，而不是“%1”。</translation>
    </message>
    <message>
        <source>--max-wait must be a number of seconds, not “%1”.</source>
        <translation>--max-wait 必须为秒数，而不是“%1”。</translation>
    </message>
    <message>
        <source>--max-queue must be a number of waiters, not “%1”.</source>
        <translation>--max-queue 必须为等待者的数量，而不是“%1”。</translation>
    </message>
    <message>
        <source>Unexpected argument “%1”.</source>
        <translation>多余的参数“%1”。</translation>
    </message>
    <message>
        <source>Unexpected argument “%1”: the file to write is given with -o.</source>
        <translation>多余的参数“%1”：要写入的文件用 -o 指定。</translation>
    </message>
    <message>
        <source>Only one snapshot can be opened: “%1” is one too many.</source>
        <translation>只能打开一个快照：“%1”是多余的。</translation>
    </message>
    <message>
        <source>Options about a cluster, such as --admin and --pin, need --connect.</source>
        <translation>有关集群的选项（如 --admin 和 --pin）需要 --connect。</translation>
    </message>
    <message>
        <source>--connect %1: %2</source>
        <translation>--connect %1：%2</translation>
    </message>
    <message>
        <source>--pictures needs --demo.</source>
        <translation>--pictures 需要 --demo。</translation>
    </message>
    <message>
        <source>--demo-contenders needs --demo.</source>
        <translation>--demo-contenders 需要 --demo。</translation>
    </message>
    <message>
        <source>show needs the path of a lock, such as /app/lock.</source>
        <translation>show 需要锁的路径，例如 /app/lock。</translation>
    </message>
    <message>
        <source>snapshot needs -o FILE (or -o - for standard output).</source>
        <translation>snapshot 需要 -o FILE（或用 -o - 写到标准输出）。</translation>
    </message>
    <message>
        <source>--language must be en, zh_CN or system, not “%1”.</source>
        <translation>--language 必须为 en、zh_CN 或 system，而不是“%1”。</translation>
    </message>
    <message>
        <source>--profile says all about a cluster: leave out --connect, --admin, --pin and the like.</source>
        <translation>--profile 已包含集群的全部信息：请去掉 --connect、--admin、--pin 等选项。</translation>
    </message>
    <message>
        <source>Choose one of --connect, --profile, --demo and a file.</source>
        <translation>请在 --connect、--profile、--demo 和文件中选择一个。</translation>
    </message>
    <message>
        <source>snapshot needs --connect host:port,host:port/chroot, or --profile NAME.</source>
        <translation>snapshot 需要 --connect host:port,host:port/chroot 或 --profile NAME。</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>General</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>%1 goes with %2, not with %3.</source>
        <translation>%1 用于 %2，不用于 %3。</translation>
    </message>
    <message>
        <source>--format must be text, json, csv or md, not “%1”.</source>
        <translation>--format 必须为 text、json、csv 或 md，而不是“%1”。</translation>
    </message>
    <message>
        <source>Only one format can be printed: choose one of --json and --format.</source>
        <translation>只能以一种格式输出：请在 --json 和 --format 中选择一个。</translation>
    </message>
    <message>
        <source>--color must be auto, always or never, not “%1”.</source>
        <translation>--color 必须为 auto、always 或 never，而不是“%1”。</translation>
    </message>
    <message>
        <source>--watch must be 1 to 3600 seconds, not “%1”.</source>
        <translation>--watch 必须为 1 到 3600 秒，而不是“%1”。</translation>
    </message>
    <message>
        <source>host:port,host:port/chroot</source>
        <translation>host:port,host:port/chroot</translation>
    </message>
    <message>
        <source>for https: whom to trust; PEM</source>
        <translation>用于 https：信任的证书颁发机构；PEM</translation>
    </message>
    <message>
        <source>for https: our own certificate; PEM</source>
        <translation>用于 https：自己的证书；PEM</translation>
    </message>
    <message>
        <source>for https: the key of our certificate; PEM</source>
        <translation>用于 https：自己证书的密钥；PEM</translation>
    </message>
    <message>
        <source>a server to ask for evidence; may be repeated; without it those that the ensemble names</source>
        <translation>要查询依据的服务器；可重复；不指定时为集群自报的成员</translation>
    </message>
    <message>
        <source>look for locks under PATH too; may be repeated</source>
        <translation>也在 PATH 下查找锁；可重复</translation>
    </message>
    <message>
        <source>asked for, in seconds (10)</source>
        <translation>请求的会话超时，单位为秒 (10)</translation>
    </message>
    <message>
        <source>text, json, csv or md: for people, for programs, for spreadsheets, for tickets (text)</source>
        <translation>text、json、csv 或 md：供人阅读、供程序读取、供电子表格、供工单 (text)</translation>
    </message>
    <message>
        <source>show it again when there is something new, every S seconds at most, 1 to 3600 (2); Ctrl+C ends it</source>
        <translation>有新内容时再次显示，最多每 S 秒一次，1 到 3600 (2)；按 Ctrl+C 结束</translation>
    </message>
    <message>
        <source>auto, always or never; auto: on a terminal, unless NO_COLOR is set (auto)</source>
        <translation>auto、always 或 never；auto：在终端上着色，除非设置了 NO_COLOR (auto)</translation>
    </message>
    <message>
        <source>a longer wait is a finding, in seconds (60)</source>
        <translation>等待更久即为问题，单位为秒 (60)</translation>
    </message>
    <message>
        <source>more waiters are a finding (50)</source>
        <translation>等待者更多即为问题 (50)</translation>
    </message>
    <message>
        <source>start a local ZooKeeper with contenders on four locks; where there is no display, write pictures and the queues to a new directory</source>
        <translation>启动本地 ZooKeeper，并让竞争者争用四个锁；没有显示器时，将图片和队列写入新目录</translation>
    </message>
    <message>
        <source>contenders on the mutex, 1 to 1000 (12)</source>
        <translation>互斥锁上的竞争者数量，1 到 1000 (12)</translation>
    </message>
    <message>
        <source>with --demo: run a few seconds, write pictures and JSON to DIR, exit</source>
        <translation>与 --demo 同用：运行数秒，将图片和 JSON 写入 DIR 后退出</translation>
    </message>
    <message>
        <source>light, dark or system</source>
        <translation>light、dark 或 system</translation>
    </message>
    <message>
        <source>en, zh_CN or system, also of help and reports</source>
        <translation>en、zh_CN 或 system，帮助和报告也适用</translation>
    </message>
    <message>
        <source>of the window or picture, such as 1366x768</source>
        <translation>窗口或图片的大小，例如 1366x768</translation>
    </message>
    <message>
        <source>print this</source>
        <translation>输出本帮助</translation>
    </message>
    <message>
        <source>print which version this is</source>
        <translation>输出版本</translation>
    </message>
    <message>
        <source>--accept must name locks, contenders, liveness or watches, separated by commas, not “%1”.</source>
        <translation>--accept 必须是 locks、contenders、liveness 或 watches，用逗号分隔，不能是“%1”。</translation>
    </message>
    <message>
        <source>--limit must be 1 to 86400 seconds, not “%1”.</source>
        <translation>--limit 必须是 1 到 86400 秒，不能是“%1”。</translation>
    </message>
    <message>
        <source>what need not be checked for exit status 0, separated by commas: locks (that all were found), contenders, liveness, watches</source>
        <translation>退出状态为 0 时可以不检查的内容，用逗号分隔：locks（是否找到了所有锁）、contenders、liveness、watches</translation>
    </message>
    <message>
        <source>read no longer than S seconds, 1 to 86400, and tell what there is by then; without it until all is read</source>
        <translation>最多读取 S 秒（1 到 86400），然后给出已读到的内容；不指定则读完为止</translation>
    </message>
    <message>
        <source>ask for the list of ephemeral znodes even where it is so long that a server may hang with it</source>
        <translation>即使临时 znode 的列表长到可能使服务器卡住，也请求它</translation>
    </message>
    <message>
        <source>recognise the locks of your own libraries by the files *.json in DIR; without it by those in the folder of the window&apos;s settings, if there is one</source>
        <translation>按 DIR 中的 *.json 文件识别自有库的锁；未给出时，按窗口设置中的文件夹（如有）识别</translation>
    </message>
    <message>
        <source>--log must be error, warning, info or debug, not “%1”.</source>
        <translation>--log 必须为 error、warning、info 或 debug，而不是“%1”。</translation>
    </message>
    <message>
        <source>tell on standard error what the connections do: error, warning, info or debug, each with those before it</source>
        <translation>在标准错误输出上报告各连接的情况：error、warning、info 或 debug，每一级都包括前面各级</translation>
    </message>
    <message>
        <source>--admin takes no user name and password, since everybody on this machine can read arguments: put them into the environment variables LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD.</source>
        <translation>--admin 不接受用户名和密码，因为本机上任何人都能读到命令行参数：请把它们放进环境变量 LOCKSCOPE_ADMIN_USER 和 LOCKSCOPE_ADMIN_PASSWORD。</translation>
    </message>
    <message>
        <source>AdminServers, such as http://{host}:8080/commands; “{host}” stands for each server&apos;s. If they want a user and a password, those in LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD</source>
        <translation>AdminServer 的地址，例如 http://{host}:8080/commands；“{host}”代表各服务器的主机。如果需要用户名和密码，则取 LOCKSCOPE_ADMIN_USER 和 LOCKSCOPE_ADMIN_PASSWORD 中的值</translation>
    </message>
    <message>
        <source>--socks must look like proxy:1080, not “%1”.</source>
        <translation>--socks 必须形如 proxy:1080，而不是“%1”。</translation>
    </message>
    <message>
        <source>There is one way to the servers: choose one of --socks and --bastion.</source>
        <translation>到服务器的途径只有一条：请在 --socks 和 --bastion 中选择一个。</translation>
    </message>
    <message>
        <source>reach the servers and AdminServers by this SOCKS5 proxy, which looks up their names</source>
        <translation>通过这个 SOCKS5 代理到达服务器和 AdminServer，由它解析服务器名</translation>
    </message>
    <message>
        <source>reach the servers and AdminServers by ssh -W through this host, as your own ssh knows it</source>
        <translation>用 ssh -W 经过这台主机到达服务器和 AdminServer，按您自己的 ssh 所知</translation>
    </message>
    <message>
        <source>by SASL: who we are. The password is that in LOCKSCOPE_SASL_PASSWORD</source>
        <translation>通过 SASL：我们的用户名。密码取自 LOCKSCOPE_SASL_PASSWORD</translation>
    </message>
    <message>
        <source>--sasl must be digest or kerberos, not “%1”.</source>
        <translation>--sasl 必须是 digest 或 kerberos，而不是“%1”。</translation>
    </message>
    <message>
        <source>--sasl digest and --user go together: one of them is missing.</source>
        <translation>--sasl digest 和 --user 必须一起使用：缺少其中一个。</translation>
    </message>
    <message>
        <source>--service, --ticket-cache, --keytab and --principal go with --sasl kerberos.</source>
        <translation>--service、--ticket-cache、--keytab 和 --principal 需与 --sasl kerberos 一起使用。</translation>
    </message>
    <message>
        <source>sign in by SASL: digest (DIGEST-MD5), as the user of --user, or kerberos (GSSAPI), by a ticket</source>
        <translation>通过 SASL 登录：digest（DIGEST-MD5），用户由 --user 给出；或 kerberos（GSSAPI），使用票据</translation>
    </message>
    <message>
        <source>by Kerberos: what the servers are called before their hosts (zookeeper)</source>
        <translation>通过 Kerberos：服务器主体中主机名之前的服务名（zookeeper）</translation>
    </message>
    <message>
        <source>by Kerberos: where our ticket is, instead of where kinit puts it</source>
        <translation>通过 Kerberos：我们的票据所在之处，代替 kinit 存放的位置</translation>
    </message>
    <message>
        <source>by Kerberos: get a ticket with the key in FILE of --principal</source>
        <translation>通过 Kerberos：用 FILE 中 --principal 的密钥获取票据</translation>
    </message>
    <message>
        <source>by Kerberos: who we are, with --keytab</source>
        <translation>通过 Kerberos：我们的主体，与 --keytab 一起使用</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>--at must look like 2026-11-26T10:02:03, not “%1”.</source>
        <translation>--at 必须形如 2026-11-26T10:02:03，而不是“%1”。</translation>
    </message>
    <message>
        <source>%1 must be a time such as 90s, 10m, 8h or 14d, not “%2”.</source>
        <translation>%1 必须是 90s、10m、8h 或 14d 这样的时间，而不是“%2”。</translation>
    </message>
    <message>
        <source>--max-size must be a size such as 512M or 2G, at least 16M, not “%1”.</source>
        <translation>--max-size 必须是 512M 或 2G 这样的大小，至少 16M，而不是“%1”。</translation>
    </message>
    <message>
        <source>--at needs a recording.</source>
        <translation>--at 需要一个记录文件。</translation>
    </message>
    <message>
        <source>record needs --connect host:port,host:port/chroot, or --profile NAME.</source>
        <translation>record 需要 --connect host:port,host:port/chroot 或 --profile NAME。</translation>
    </message>
    <message>
        <source>-o %1: the name of a recording must end in %2.</source>
        <translation>-o %1：记录文件的名称必须以 %2 结尾。</translation>
    </message>
    <message>
        <source>record so long, such as 90s, 10m, 8h or 14d; without it until Ctrl+C or SIGTERM</source>
        <translation>记录多长时间，例如 90s、10m、8h 或 14d；不指定则直到 Ctrl+C 或 SIGTERM</translation>
    </message>
    <message>
        <source>how long to keep what has ended, such as 14d</source>
        <translation>已结束的内容保留多久，例如 14d</translation>
    </message>
    <message>
        <source>TLS and SASL as this file says to ZooKeeper&apos;s Java client (zookeeper.ssl.* and the like), as far as other options don&apos;t; it is said what of it is not taken over</source>
        <translation>按此文件对 ZooKeeper 的 Java 客户端的设置（zookeeper.ssl.* 等）使用 TLS 和 SASL，其他选项已说明的除外；其中未采用的会逐项说明</translation>
    </message>
    <message>
        <source>the same, as the environment variables CLIENT_JVMFLAGS and JVMFLAGS say</source>
        <translation>同上，但取自环境变量 CLIENT_JVMFLAGS 和 JVMFLAGS</translation>
    </message>
    <message>
        <source>--mark must look like /app/leader=kazoo-election, not “%1”.</source>
        <translation>--mark 必须形如 /app/leader=kazoo-election，而不是“%1”。</translation>
    </message>
    <message>
        <source>what PATH is, whatever its names tell: not-a-lock, or a dialect as in the reports&apos; JSON, such as kazoo-election; may be repeated, and counts for more than what was marked in the window</source>
        <translation>指明 PATH 是什么，不论其名称如何：not-a-lock，或报告 JSON 中的方言，例如 kazoo-election；可重复使用，优先于窗口中的标记</translation>
    </message>
    <message>
        <source>-o %1: the name must end in .json, .json.gz, .png or .svg.</source>
        <translation>-o %1：文件名必须以 .json、.json.gz、.png 或 .svg 结尾。</translation>
    </message>
    <message>
        <source>import-txnlog needs the directories of one server or several of a cluster.</source>
        <translation>import-txnlog 需要集群中一个或多个服务器的目录。</translation>
    </message>
    <message>
        <source>%1 needs -o FILE%2.</source>
        <translation>%1 需要 -o FILE%2。</translation>
    </message>
    <message>
        <source>of import-txnlog: an audit log of these servers (3.6 and later), for users and addresses of sessions; may be repeated</source>
        <translation>用于 import-txnlog：这些服务器的审计日志（3.6 及以后版本），从中得知会话的用户和地址；可重复使用</translation>
    </message>
    <message>
        <source>--profile %1 is there twice.</source>
        <translation>--profile %1 出现了两次。</translation>
    </message>
    <message>
        <source>--locks must look like /app/lock-* or /app/**, not “%1”.</source>
        <translation>--locks 必须形如 /app/lock-* 或 /app/**，而不是“%1”。</translation>
    </message>
    <message>
        <source>--on-finding must be a program with its arguments, not “%1”.</source>
        <translation>--on-finding 必须是一个程序及其参数，而不是“%1”。</translation>
    </message>
    <message>
        <source>record needs -o FILE%1, or -o DIRECTORY for a file a day.</source>
        <translation>record 需要 -o FILE%1，或用 -o DIRECTORY 每天写一个文件。</translation>
    </message>
    <message>
        <source>-o %1: the name of a recording must end in %2, that of a directory with dots in /.</source>
        <translation>-o %1：记录文件的名称必须以 %2 结尾，带点的目录名必须以 / 结尾。</translation>
    </message>
    <message>
        <source>Several profiles need -o DIRECTORY, for a file each.</source>
        <translation>使用多个配置时需要 -o DIRECTORY，每个配置一个文件。</translation>
    </message>
    <message>
        <source>a profile that was made in the window, with all that it says. Without the window its passwords are those in LOCKSCOPE_PASSWORD, LOCKSCOPE_SASL_PASSWORD, LOCKSCOPE_TLS_PASSWORD and LOCKSCOPE_SOCKS_PASSWORD, else the keychain&apos;s. Of record with -o DIRECTORY: may be repeated</source>
        <translation>在窗口中建立的配置及其全部内容。没有窗口时，密码取自 LOCKSCOPE_PASSWORD、LOCKSCOPE_SASL_PASSWORD、LOCKSCOPE_TLS_PASSWORD 和 LOCKSCOPE_SOCKS_PASSWORD，否则取自密钥环。record 与 -o DIRECTORY 一起使用时可重复使用</translation>
    </message>
    <message>
        <source>how large the recording may get, such as 512M or 2G, at least 16M: what ended longest ago goes first; of a directory all files of a cluster, of which the oldest go first</source>
        <translation>记录文件最大多大，例如 512M 或 2G，至少 16M：最早结束的内容最先删除；目录则为一个集群的所有文件，最旧的文件最先删除</translation>
    </message>
    <message>
        <source>run a program, with its arguments, when something is found wrong and when it is over; it gets that as JSON on standard input. No shell reads it</source>
        <translation>发现问题时以及问题结束时运行一个程序及其参数；程序从标准输入得到 JSON。不经过 shell</translation>
    </message>
    <message>
        <source>--redact must name hosts, data, users, paths or part=TEXT (without “/”), separated by commas, not “%1”.</source>
        <translation>--redact 须为 hosts、data、users、paths 或 part=TEXT（不含“/”），以逗号分隔，而不是“%1”。</translation>
    </message>
    <message>
        <source>Choose one of --connect, --profile and a file.</source>
        <translation>请在 --connect、--profile 和文件中选择一个。</translation>
    </message>
    <message>
        <source>A report needs --connect host:port,host:port/chroot, --profile NAME, or a file: a snapshot (.json, .json.gz) or a recording (.lockrec).</source>
        <translation>报告需要 --connect host:port,host:port/chroot、--profile NAME，或一个文件：快照（.json、.json.gz）或记录文件（.lockrec）。</translation>
    </message>
    <message>
        <source>--watch, --limit and --mark are about a cluster, not about a file.</source>
        <translation>--watch、--limit 和 --mark 用于集群，不用于文件。</translation>
    </message>
    <message>
        <source>diff needs two of FILE and FILE@TIME, or one recording and --at TIME twice.</source>
        <translation>diff 需要两个 FILE 或 FILE@TIME，或者一个记录文件和两次 --at TIME。</translation>
    </message>
    <message>
        <source>redact needs a FILE: a snapshot or a recording.</source>
        <translation>redact 需要 FILE：快照或记录文件。</translation>
    </message>
    <message>
        <source>redact needs -o FILE, whose name ends in .json, .json.gz or .lockrec.</source>
        <translation>redact 需要 -o FILE，其名称以 .json、.json.gz 或 .lockrec 结尾。</translation>
    </message>
    <message>
        <source>hide some of it, separated by commas: hosts, data (of znodes), users, paths, and part=TEXT, which is hidden wherever it is; what was the same stays the same. redact hides the first four without it</source>
        <translation>隐去其中一些内容，以逗号分隔：hosts（主机）、data（节点数据）、users（用户）、paths（路径），以及 part=TEXT，无论出现在何处都会隐去；原来相同的仍然相同。redact 不带此选项时隐去前四项</translation>
    </message>
    <message>
        <source>of a recording: when, such as 2026-11-26T10:02:03, by this machine&apos;s clock, or with Z or +02:00; without it at its end. Of diff: twice, for two moments of one recording</source>
        <translation>用于记录文件：哪个时刻，例如 2026-11-26T10:02:03，按本机时钟，或带 Z 或 +02:00；不指定则为记录的末尾。用于 diff：使用两次，为同一记录文件的两个时刻</translation>
    </message>
    <message>
        <source>%1 must look like 2026-11-26T10:02:03, not “%2”.</source>
        <translation>%1 必须形如 2026-11-26T10:02:03，而不是“%2”。</translation>
    </message>
    <message>
        <source>report needs a FILE: a recording (.lockrec) or a snapshot (.json, .json.gz).</source>
        <translation>report 需要一个 FILE：记录文件（.lockrec）或快照（.json、.json.gz）。</translation>
    </message>
    <message>
        <source>report needs -o FILE, whose name ends in .html, .pdf, .md or .csv.</source>
        <translation>report 需要 -o FILE，其名称以 .html、.pdf、.md 或 .csv 结尾。</translation>
    </message>
    <message>
        <source>--from is later than --to.</source>
        <translation>--from 晚于 --to。</translation>
    </message>
    <message>
        <source>--locks names paths that --redact hides: redact the file first, and name the locks as they are called in there.</source>
        <translation>--locks 所指的路径被 --redact 隐藏：请先用 redact 处理文件，再按其中的名称指定锁。</translation>
    </message>
    <message>
        <source>record, or report on, these locks alone, such as /app/lock-* or, for all beneath /app, /app/**; may be repeated</source>
        <translation>只记录或只报告这些锁，例如 /app/lock-*，或用 /app/** 表示 /app 之下的全部；可重复使用</translation>
    </message>
    <message>
        <source>of report: from when on, as --at; without it from the recording&apos;s beginning</source>
        <translation>report 从何时开始，格式同 --at；不指定则从记录开头</translation>
    </message>
    <message>
        <source>of report: until when, as --at; without it until the recording&apos;s end</source>
        <translation>report 到何时为止，格式同 --at；不指定则到记录末尾</translation>
    </message>
    <message>
        <source>--metrics must be an address with a port, such as 127.0.0.1:9404 or [::1]:9404, not “%1”.</source>
        <translation>--metrics 必须是带端口的地址，例如 127.0.0.1:9404 或 [::1]:9404，而不是“%1”。</translation>
    </message>
    <message>
        <source>serve metrics of locks, findings and sessions at http://HOST:PORT/metrics, as OpenMetrics for Prometheus; on this address alone, such as 127.0.0.1:9404</source>
        <translation>在 http://HOST:PORT/metrics 提供锁、问题和会话的指标（OpenMetrics，供 Prometheus 抓取）；只监听此地址，例如 127.0.0.1:9404</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>探测</translation>
    </message>
    <message>
        <source>--path must be a znode such as /app/probe, not “%1”.</source>
        <translation>--path 必须是一个 znode，如 /app/probe，而不是“%1”。</translation>
    </message>
    <message>
        <source>--cycles must be 1 to 10000, not “%1”.</source>
        <translation>--cycles 必须在 1 到 10000 之间，而不是“%1”。</translation>
    </message>
    <message>
        <source>A probe needs --connect host:port,host:port/chroot or --profile NAME.</source>
        <translation>探测需要 --connect host:port,host:port/chroot 或 --profile NAME。</translation>
    </message>
    <message>
        <source>how often each thing is measured on each server, 1 to 10000 (200)</source>
        <translation>每个服务器上每一项测量多少次，1 到 10000 (200)</translation>
    </message>
    <message>
        <source>remove before what earlier probes have left there, whose program has ended</source>
        <translation>先删除以往的探测留在那里、其程序已结束的内容</translation>
    </message>
    <message>
        <source>Exit status: 0 done, 1 failed, 2 wrong arguments, 3 done, but not all could be read.
Of check: 0 all was checked and nothing is wrong, 1 something is wrong, 2 nothing wrong was
found, but not all could be checked.
Of diff: 0 nothing differs, 1 something does, 2 failed, 3 nothing differs of what could be compared.
Of probe: 0 all was measured, 1 nothing could be, 3 not all was, or something was left.
Of lab run: 0 the scenario showed what it promises, 1 it did not, or could not be run, 3 not all of
it could be checked, or something was left.
</source>
        <translation>退出状态：0 完成，1 失败，2 参数错误，3 完成，但未能全部读取。
check 的退出状态：0 全部检查过且没有问题，1 有问题，2 没有发现问题，但未能全部检查。
diff 的退出状态：0 没有差别，1 有差别，2 失败，3 能够比较的内容没有差别。
probe 的退出状态：0 全部测量，1 什么也未能测量，3 未能全部测量，或有残留。
lab run 的退出状态：0 场景展示了它承诺的一切，1 没有展示或无法运行，3 未能全部检查，或有残留。
</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>--contenders must be 1 to 10000, not “%1”.</source>
        <translation>--contenders 必须是 1 到 10000，而不是“%1”。</translation>
    </message>
    <message>
        <source>--seed must be a number, not “%1”.</source>
        <translation>--seed 必须是数字，而不是“%1”。</translation>
    </message>
    <message>
        <source>--servers must be 1 or 3, not “%1”.</source>
        <translation>--servers 必须是 1 或 3，而不是“%1”。</translation>
    </message>
    <message>
        <source>lab does list, run, compare, clean and cluster, not “%1”.</source>
        <translation>lab 可以执行 list、run、compare、clean 和 cluster，而不是“%1”。</translation>
    </message>
    <message>
        <source>lab needs a word: list, run, compare, clean or cluster.</source>
        <translation>lab 需要一个词：list、run、compare、clean 或 cluster。</translation>
    </message>
    <message>
        <source>lab run needs the name of a scenario, or its file.</source>
        <translation>lab run 需要场景的名称或其文件。</translation>
    </message>
    <message>
        <source>lab compare needs two reports, as lab run -o FILE.json writes them.</source>
        <translation>lab compare 需要两份报告，即 lab run -o FILE.json 写出的文件。</translation>
    </message>
    <message>
        <source>lab clean needs --connect host:port,host:port/chroot or --profile NAME.</source>
        <translation>lab clean 需要 --connect host:port,host:port/chroot 或 --profile NAME。</translation>
    </message>
    <message>
        <source>Of lab only run and clean are done on a cluster that is named.</source>
        <translation>lab 中只有 run 和 clean 在指定的集群上执行。</translation>
    </message>
    <message>
        <source>the same as --format json; of import-txnlog: what was read, of probe: what was measured, of lab: the report, for programs</source>
        <translation>等同于 --format json；用于 import-txnlog 时：读取的内容，用于 probe 时：测量的结果，用于 lab 时：报告，供程序使用</translation>
    </message>
    <message>
        <source>the znode that it makes for itself, and removes (/lockscope-probe; of lab /lockscope-lab)</source>
        <translation>为自己建立、用后删除的 znode (/lockscope-probe；lab 则为 /lockscope-lab)</translation>
    </message>
    <message>
        <source>so many contenders in the largest group of each phase, 1 to 10000</source>
        <translation>每个阶段最大一组的竞争者数量，1 到 10000</translation>
    </message>
    <message>
        <source>the scenario in full size, which takes longer; without it small, for a first look</source>
        <translation>以完整规模运行场景，耗时更长；不带此选项时为小规模，供初次查看</translation>
    </message>
    <message>
        <source>repeats the load of a run, whose report tells its seed</source>
        <translation>重复某次运行的负载，其报告中有种子</translation>
    </message>
    <message>
        <source>of cluster: 1 or 3 servers (1)</source>
        <translation>用于 cluster 时：1 或 3 个服务器 (1)</translation>
    </message>
    <message>
        <source>the lab may be on the cluster of --connect; on one of production only if its profile allows it and is called NAME</source>
        <translation>允许实验室在 --connect 的集群上运行；生产集群仅当其配置允许且名称为 NAME 时才可以</translation>
    </message>
    <message>
        <source>do it without asking, where somebody would be asked</source>
        <translation>在需要询问的地方不询问，直接执行</translation>
    </message>
    <message>
        <source>--zone must be local or utc, not “%1”.</source>
        <translation>--zone 必须是 local 或 utc，而不是“%1”。</translation>
    </message>
    <message>
        <source>of report: local or utc, by which its moments are told (local)</source>
        <translation>用于 report：local 或 utc，报告中的时刻按此时区显示（local）</translation>
    </message>
    <message>
        <source>show needs the path of a lock before the file: show /app/lock %1.</source>
        <comment>file</comment>
        <translation>show 需要在文件之前给出锁的路径：show /app/lock %1。</translation>
    </message>
    <message>
        <source>Of lab only run and compare write a file.</source>
        <translation>lab 中只有 run 和 compare 会写文件。</translation>
    </message>
    <message>
        <source>Lockscope shows and operates the locks on a ZooKeeper cluster.

  lockscope [--connect STRING | --demo | FILE] [OPTION…]
      Opens the window: on a cluster, on a demo of its own, on a saved snapshot.
  lockscope snapshot --connect STRING -o FILE [OPTION…]
      Writes all locks to FILE, without a display.
  lockscope list|show PATH|sessions|check --connect STRING [OPTION…]
      Prints all locks; one lock&apos;s queue; the sessions that hold and wait; what is wrong.
      Needs no display.
  lockscope record --connect STRING -o FILE.lockrec|DIRECTORY [OPTION…]
      Records all locks, without a display, until it is told to end; in a directory a file a day.
  lockscope import-txnlog DIR… -o FILE.lockrec [OPTION…]
      Makes a recording of what ZooKeeper&apos;s servers have in their own files: DIR is the dataDir or
      dataLogDir of one, of the same cluster.
  lockscope list|show PATH|sessions|check FILE [--at TIME] [OPTION…]
      Prints the same of a snapshot (.json, .json.gz), or of a moment of a recording (.lockrec).
  lockscope diff FILE[@TIME] FILE[@TIME] [OPTION…]
      Prints what differs between two such moments: locks, contenders, sessions, findings.
  lockscope report FILE -o FILE [--from TIME] [--to TIME] [--locks PATTERN] [--redact LIST]
      Writes what was stuck, for how long, who held, who waited, why, what was done, and what is
      not known: as .html, .pdf, .md or .csv.
  lockscope redact FILE -o FILE [--redact LIST]
      Writes a snapshot or a recording anew, without hosts, data, users and names of paths.
  lockscope probe --connect STRING [--path PATH] [--cycles N] [OPTION…]
      Measures how long a lock, a handoff and a notification take on each server, from here: makes
      locks of its own below a znode of its own, and removes them.
  lockscope lab list | run SCENARIO|FILE [--full] [--seed N] [-o FILE] [OPTION…]
      Shows fairness and failure on a real cluster: of its own, on this machine, or with --connect.
  lockscope lab compare FILE FILE [-o FILE] | clean --connect STRING | cluster [--servers 1|3]
      Two reports side by side; removes what a run that was killed has left; servers to play with.
</source>
        <translation>Lockscope 显示并操作 ZooKeeper 集群上的锁。

  lockscope [--connect STRING | --demo | FILE] [OPTION…]
      打开窗口：显示集群、自带的演示或已保存的快照。
  lockscope snapshot --connect STRING -o FILE [OPTION…]
      将所有锁写入 FILE，无需显示器。
  lockscope list|show PATH|sessions|check --connect STRING [OPTION…]
      输出所有锁；某个锁的队列；持有锁和等待锁的会话；存在的问题。
      无需显示器。
  lockscope record --connect STRING -o FILE.lockrec|DIRECTORY [OPTION…]
      不需要显示器，记录所有锁，直到被要求结束；在目录中每天一个文件。
  lockscope import-txnlog DIR… -o FILE.lockrec [OPTION…]
      用 ZooKeeper 服务器自己的文件制作记录文件：DIR 是同一集群中
      某个服务器的 dataDir 或 dataLogDir。
  lockscope list|show PATH|sessions|check FILE [--at TIME] [OPTION…]
      同样的内容，取自快照（.json、.json.gz）或记录文件（.lockrec）的某一时刻。
  lockscope diff FILE[@TIME] FILE[@TIME] [OPTION…]
      输出两个这样的时刻之间的差别：锁、竞争者、会话、问题。
  lockscope report FILE -o FILE [--from TIME] [--to TIME] [--locks PATTERN] [--redact LIST]
      写出什么卡住了、多久、谁持有、谁等待、原因、做了什么、什么不得而知：
      .html、.pdf、.md 或 .csv。
  lockscope redact FILE -o FILE [--redact LIST]
      重新写出快照或记录文件，不含主机、数据、用户和路径名称。
  lockscope probe --connect STRING [--path PATH] [--cycles N] [OPTION…]
      从本机测量每个服务器上获取锁、交接和通知各需多久：在自己的 znode 下建立自己的锁，用后删除。
  lockscope lab list | run SCENARIO|FILE [--full] [--seed N] [-o FILE] [OPTION…]
      在真实集群上展示公平与故障：本机上自己的集群，或用 --connect 指定的集群。
  lockscope lab compare FILE FILE [-o FILE] | clean --connect STRING | cluster [--servers 1|3]
      并排比较两份报告；删除被杀死的运行所遗留的内容；启动供试验的服务器。
</translation>
    </message>
    <message>
        <source>-o %1: the name of a report of the lab must end in .html, .json or .csv.</source>
        <translation>-o %1：实验室报告的文件名必须以 .html、.json 或 .csv 结尾。</translation>
    </message>
    <message>
        <source>what to write: .json, .json.gz, or a picture as .png or .svg; “-” writes JSON to standard output. Of record: .lockrec; one that is there is gone on with; or a directory, for a file a day. Of import-txnlog: .lockrec; one that is there stays. Of redact: as FILE is. Of report: .html, .pdf, .md, or .csv for two files, of turns and of events. Of lab: the report of a run, or a comparison, as .html, .json or .csv</source>
        <translation>要写入的文件：.json、.json.gz，或 .png、.svg 图片；“-”表示将 JSON 写到标准输出。record 则为 .lockrec，已有的记录文件会被续写；或为目录，每天写一个文件。import-txnlog 则为 .lockrec；已有的文件保持不变。redact 则与 FILE 相同。report 则为 .html、.pdf、.md，或 .csv：两个文件，分别为各次排队与各事件。lab 则为一次运行的报告，或一次对比：.html、.json 或 .csv</translation>
    </message>
    <message>
        <source>-o %1: its directory does not exist.</source>
        <translation>-o %1：其目录不存在。</translation>
    </message>
</context>
<context>
    <name>lockscope::Comparison</name>
    <message>
        <source>%1 of %2</source>
        <comment>moment, file</comment>
        <translation>%2 的 %1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <comment>moments and files</comment>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>Locks compared: %1, of which %2 differ.</source>
        <translation>比较了 %1 个锁，其中 %2 个不同。</translation>
    </message>
    <message>
        <source>There is nothing to compare. %1</source>
        <comment>why, sentences</comment>
        <translation>没有可比较的内容。%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ComparisonDialog</name>
    <message>
        <source>Comparison</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>不同之处</translation>
    </message>
</context>
<context>
    <name>lockscope::ComparisonModel</name>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectDialog</name>
    <message>
        <source>&amp;Route</source>
        <translation>路由(&amp;R)</translation>
    </message>
    <message>
        <source>Securit&amp;y</source>
        <translation>安全(&amp;Y)</translation>
    </message>
    <message>
        <source>Connect to a cluster</source>
        <translation>连接到集群</translation>
    </message>
    <message>
        <source>&amp;Evidence</source>
        <translation>依据(&amp;E)</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>For example zk1:2181,zk2:2181/app. The connection starts read-only.</source>
        <translation>例如 zk1:2181,zk2:2181/app。连接以只读方式开始。</translation>
    </message>
    <message>
        <source>Profiles (*.json);;All files (*)</source>
        <translation>连接配置 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;ave</source>
        <translation>保存(&amp;A)</translation>
    </message>
    <message>
        <source>Ser&amp;vers</source>
        <translation>服务器(&amp;V)</translation>
    </message>
    <message>
        <source>S&amp;ign-in</source>
        <translation>登录(&amp;I)</translation>
    </message>
    <message>
        <source>Sa&amp;fety</source>
        <translation>操作防护(&amp;F)</translation>
    </message>
    <message>
        <source>Test result</source>
        <translation>测试结果</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Pr&amp;ofile:</source>
        <translation>配置(&amp;O)：</translation>
    </message>
    <message>
        <source>Fo&amp;lder:</source>
        <translation>文件夹(&amp;L)：</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新配置</translation>
    </message>
    <message>
        <source>Import profiles</source>
        <translation>导入配置</translation>
    </message>
    <message>
        <source>%1 can&apos;t be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>Nothing was imported from %1. %2</source>
        <translation>没有从 %1 导入任何内容。%2</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) imported; save to keep them.</source>
        <translation>
            <numerusform>已导入 %n 个配置；保存后方可保留。</numerusform>
        </translation>
    </message>
    <message>
        <source>Export profiles</source>
        <translation>导出配置</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) exported to %1, without passwords.</source>
        <translation>
            <numerusform>已将 %n 个配置导出到 %1，不含密码。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 can&apos;t be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>A password is kept; type another one to replace it.</source>
        <translation>已保存密码；输入新密码可将其替换。</translation>
    </message>
    <message>
        <source>The profile needs a name.</source>
        <translation>配置需要名称。</translation>
    </message>
    <message>
        <source>Another profile has this name.</source>
        <translation>已有同名的配置。</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Options of the connection</source>
        <translation>连接选项</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <comment>file</comment>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <comment>file</comment>
        <translation>正在写入 %1…</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectPage</name>
    <message>
        <source>PEM files (*.pem *.crt *.key);;All files (*)</source>
        <translation>PEM 文件 (*.pem *.crt *.key);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Choose a file: %1</source>
        <translation>选择文件：%1</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionCheck</name>
    <message>
        <source>A key without its certificate: choose the certificate&apos;s file, too.</source>
        <translation>只有密钥而没有其证书：请同时选择证书文件。</translation>
    </message>
    <message>
        <source>Server “%1”: %2</source>
        <translation>服务器“%1”：%2</translation>
    </message>
    <message>
        <source>Server “%1”: write one host:port.</source>
        <translation>服务器“%1”：请只写一个 host:port。</translation>
    </message>
    <message>
        <source>The file %1 can&apos;t be read.</source>
        <translation>无法读取文件 %1。</translation>
    </message>
    <message>
        <source>The AdminServer&apos;s address must look like http://{host}:8080/commands.</source>
        <translation>AdminServer 的地址格式须如 http://{host}:8080/commands。</translation>
    </message>
    <message>
        <source>Pinned path “%1”: %2</source>
        <translation>固定路径“%1”：%2</translation>
    </message>
    <message>
        <source>A user name can&apos;t have a colon.</source>
        <translation>用户名不能含有冒号。</translation>
    </message>
    <message>
        <source>Servers: %1; no chroot.</source>
        <translation>服务器：%1；无 chroot。</translation>
    </message>
    <message>
        <source>Servers: %1; all paths under %2.</source>
        <translation>服务器：%1；所有路径位于 %2 之下。</translation>
    </message>
    <message>
        <source>Write the AdminServer&apos;s user name and password into fields of their own, not into its address.</source>
        <translation>请把 AdminServer 的用户名和密码写在各自的栏中，不要写在地址里。</translation>
    </message>
    <message>
        <source>To sign in to an AdminServer takes both a user name and a password.</source>
        <translation>登录 AdminServer 需要同时给出用户名和密码。</translation>
    </message>
    <message>
        <source>To sign in by SASL takes a user name.</source>
        <translation>通过 SASL 登录需要用户名。</translation>
    </message>
    <message>
        <source>Kerberos takes the name of the servers&apos; service, which mostly is zookeeper.</source>
        <translation>Kerberos 需要服务器的服务名，通常是 zookeeper。</translation>
    </message>
    <message>
        <source>A Kerberos ticket is in a cache, or is got by a keytab: choose one of them.</source>
        <translation>Kerberos 票据要么在缓存中，要么通过密钥表获取：请选择其一。</translation>
    </message>
    <message>
        <source>A keytab and the principal whose key is in it go together: one of them is missing.</source>
        <translation>密钥表和其中密钥所属的主体必须一起给出：缺少其中一个。</translation>
    </message>
</context>
<context>
    <name>lockscope::ConnectionNotes</name>
    <message>
        <source>Connecting to %1.</source>
        <translation>正在连接到 %1。</translation>
    </message>
    <message>
        <source>Ask for the long list…</source>
        <translation>请求长列表…</translation>
    </message>
    <message>
        <source>Pin a path…</source>
        <translation>固定路径…</translation>
    </message>
    <message>
        <source>Looking for locks…</source>
        <translation>正在查找锁…</translation>
    </message>
    <message>
        <source>The snapshot has no locks</source>
        <translation>快照中没有锁</translation>
    </message>
    <message>
        <source>No lock was recorded at this moment</source>
        <translation>此时刻没有录制到锁</translation>
    </message>
    <message>
        <source>Below the time bar is shown when something was recorded. Another moment may have locks.</source>
        <translation>时间条下方显示何时有录制。其他时刻可能有锁。</translation>
    </message>
    <message>
        <source>No cluster or file is open</source>
        <translation>未打开集群或文件</translation>
    </message>
    <message>
        <source>Connect to a cluster, open a file or begin a run of the lab: its locks are listed here.</source>
        <translation>连接集群、打开文件或开始一次实验室运行：其锁会列在这里。</translation>
    </message>
    <message>
        <source>What is shown is as of the last read. Lockscope keeps trying.</source>
        <translation>显示的是最后一次读取的内容。Lockscope 会继续尝试。</translation>
    </message>
    <message>
        <source>No locks have been read yet. Lockscope keeps trying.</source>
        <translation>尚未读取到任何锁。Lockscope 会继续尝试。</translation>
    </message>
    <message>
        <source>Connected to %1, where none was found so far.</source>
        <translation>已连接到 %1，目前尚未在其中找到锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ContenderText</name>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Waits for a permit, whoever has it: it is given the next one that is free.</source>
        <translation>等待一个许可，不论由谁持有：下一个空闲的许可会授予它。</translation>
    </message>
    <message>
        <source>a permit</source>
        <translation>任一许可</translation>
    </message>
    <message>
        <source>other: %1</source>
        <comment>contender</comment>
        <translation>其他：%1</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Its client watches %1, as if it were waiting.</source>
        <comment>contender</comment>
        <translation>其客户端监视着 %1，如同在等待。</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>duration</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>≤ %1</source>
        <comment>duration</comment>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>%1–%2</source>
        <comment>durations, from and to</comment>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>at least %1</source>
        <comment>duration</comment>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <comment>duration</comment>
        <translation>至多 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>durations</comment>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>静默</translation>
    </message>
    <message>
        <source>ghost</source>
        <translation>幽灵</translation>
    </message>
    <message>
        <source>ghost ≤ %1</source>
        <comment>until it ends</comment>
        <translation>幽灵 ≤ %1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>→ %1 (inferred)</source>
        <comment>contender</comment>
        <translation>→ %1（推断）</translation>
    </message>
    <message>
        <source>→ %1 ✔</source>
        <comment>contender</comment>
        <translation>→ %1 ✔</translation>
    </message>
    <message>
        <source>other: gone</source>
        <translation>其他：已离开</translation>
    </message>
    <message>
        <source>none told</source>
        <translation>未告知任何监视</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>Waits for %1 by the rule of its library. No server was asked since whether it watches it.</source>
        <comment>contender</comment>
        <translation>按其所用库的规则等待 %1。此后尚未向服务器查询它是否监视该竞争者。</translation>
    </message>
    <message>
        <source>Its number is another contender&apos;s, too: which of them is granted is not known.</source>
        <translation>它的序号与另一个竞争者相同：无法得知谁会获得锁。</translation>
    </message>
    <message>
        <source>Waits for %1 and watches it: verified by its server.</source>
        <comment>contender</comment>
        <translation>等待并监视着 %1：已由其服务器核实。</translation>
    </message>
    <message>
        <source>Should watch %1, but its server says that it watches %2.</source>
        <comment>contenders</comment>
        <translation>应当监视 %1，但其服务器表明它监视的是 %2。</translation>
    </message>
    <message>
        <source>Should watch %1, but its server says that it watches a contender that is gone.</source>
        <comment>contender</comment>
        <translation>应当监视 %1，但其服务器表明它监视的竞争者已经离开。</translation>
    </message>
    <message>
        <source>Should watch %1, but its server knows of no watch on a contender. It may watch the list of children, which no server tells, or poll; else nothing wakes it.</source>
        <comment>contender</comment>
        <translation>应当监视 %1，但其服务器表明它没有监视任何竞争者。它可能监视子节点列表（服务器不会透露）或进行轮询；否则没有什么能唤醒它。</translation>
    </message>
    <message>
        <source>Its client is not connected to any server. It brings its watch along if it comes back.</source>
        <translation>其客户端未连接到任何服务器。如果它回来，会恢复它的监视。</translation>
    </message>
    <message>
        <source>the directory</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Waits for %1. Its server says that it watches the lock&apos;s directory or one above it: if that is a persistent recursive watch, it learns of its turn.</source>
        <comment>contender</comment>
        <translation>等待 %1。其服务器称它监视着锁的目录或上级目录：如果那是持久递归监视，轮到它时它会得知。</translation>
    </message>
    <message>
        <source>Its client watches its own znode: it may notice a request to release, or only learn that its hold is lost.</source>
        <translation>其客户端监视着自己的 znode：可能会注意到释放请求，也可能只是为了得知持有已丢失。</translation>
    </message>
    <message>
        <source>%1 (“%2”)</source>
        <comment>client, what it says who it is</comment>
        <translation>%1（“%2”）</translation>
    </message>
    <message>
        <source>silent ≥ %1</source>
        <comment>duration</comment>
        <translation>静默 ≥ %1</translation>
    </message>
</context>
<context>
    <name>lockscope::CoverageText</name>
    <message>
        <source>Only what lies below the chroot %1 was looked at: sessions may hold locks and wait for others outside it.</source>
        <translation>只查看了 chroot %1 之下的内容：会话可能在其外持有锁，并等待其他会话。</translation>
    </message>
    <message>
        <source>A recording has of a moment what had been read by then: other locks may have been there, and findings are told as they were last told.</source>
        <translation>录制中的某一时刻只有当时已读到的内容：当时可能还有其他锁；各项发现按其最后一次的内容显示。</translation>
    </message>
    <message>
        <source>Sessions that hold, or wait before others, and whose connected clients may have been silent for any time: %1. Their servers have answered nobody after them.</source>
        <translation>持有锁或排在其他等待者之前、客户端已连接但可能已沉默任意长时间的会话：%1。在它们之后，其服务器没有再应答任何客户端。</translation>
    </message>
    <message>
        <source>Sessions of whose clients no server has told, for too short a time to say that they are gone: %1.</source>
        <translation>没有服务器报告其客户端、但时间太短而不能断定已消失的会话：%1。</translation>
    </message>
    <message>
        <source>no reason was given</source>
        <translation>没有给出原因</translation>
    </message>
    <message>
        <source>it has too many children to be listed safely</source>
        <translation>子节点太多，无法安全地列出</translation>
    </message>
    <message>
        <source>No server allows listing ephemeral znodes, and no path is pinned.</source>
        <translation>没有服务器允许列出临时节点，也没有固定路径。</translation>
    </message>
    <message>
        <source>The list of locks comes from %1, which has lost its quorum: it may be old.</source>
        <translation>锁列表来自 %1，它已失去法定多数 (quorum)：列表可能是旧的。</translation>
    </message>
    <message>
        <source>The list of locks comes from %1, which lags behind the other servers.</source>
        <translation>锁列表来自 %1，它落后于其他服务器。</translation>
    </message>
    <message>
        <source>The search of pinned paths ended early. Znodes left: %1.</source>
        <translation>对固定路径的搜索提前结束。未搜索的 znode：%1。</translation>
    </message>
    <message>
        <source>The search of pinned paths ended early at %1: %2.</source>
        <comment>path, reason</comment>
        <translation>对固定路径的搜索在 %1 处提前结束：%2。</translation>
    </message>
    <message>
        <source>The search of pinned paths is still running. Znodes known to be left: %1.</source>
        <translation>对固定路径的搜索仍在进行。已知尚未搜索的 znode：%1。</translation>
    </message>
    <message>
        <source>%1 could not be searched: %2.</source>
        <comment>path, reason</comment>
        <translation>无法搜索 %1：%2。</translation>
    </message>
    <message>
        <source>%1 could not be read: %2.</source>
        <comment>lock, reason</comment>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>Contenders of %1 come and go faster than they can be read: all %2 had left.</source>
        <comment>lock, number</comment>
        <translation>%1 的竞争者来去太快，来不及读取：%2 个都已离开。</translation>
    </message>
    <message>
        <source>Contenders of %1 that could not be read: %2 (%3).</source>
        <comment>lock, number, reason</comment>
        <translation>%1 中无法读取的竞争者：%2（%3）。</translation>
    </message>
    <message>
        <source>%1 has not been read yet.</source>
        <translation>尚未读取 %1。</translation>
    </message>
    <message>
        <source>The ensemble has servers that were not asked.</source>
        <translation>集群中有未查询的服务器。</translation>
    </message>
    <message>
        <source>%1 did not list its connections: %2.</source>
        <comment>server, reason</comment>
        <translation>%1 没有列出其连接：%2。</translation>
    </message>
    <message>
        <source>%1 counted more connections than it listed.</source>
        <translation>%1 计得的连接数多于其列出的连接数。</translation>
    </message>
    <message>
        <source>%1 counted %2 connections, and listed %3 at another moment: whose the others are, or were, is not known.</source>
        <comment>server, number, number</comment>
        <translation>%1 计得 %2 个连接，而在另一时刻列出了 %3 个：其余连接属于或曾属于谁未知。</translation>
    </message>
    <message>
        <source>The list of locks comes from %1, which is a server of another cluster than the one that they are read from.</source>
        <translation>锁的列表来自 %1，它属于另一个集群，而不是读取这些锁的集群。</translation>
    </message>
    <message>
        <source>No server has listed the ephemeral znodes yet (%1).</source>
        <comment>reason</comment>
        <translation>尚无服务器列出临时 znode（%1）。</translation>
    </message>
    <message>
        <source>Give it more time: a higher “--limit”, or none.</source>
        <translation>请给予更多时间：提高“--limit”，或不设限制。</translation>
    </message>
    <message>
        <source>Name servers of one cluster alone to connect to: which of them is read is chance.</source>
        <translation>连接时请只填写同一个集群的服务器：实际读取哪个集群是随机的。</translation>
    </message>
    <message>
        <source>No server was asked for its watches.</source>
        <translation>没有向任何服务器查询监视 (watch)。</translation>
    </message>
    <message>
        <source>%1 did not list its watches: %2.</source>
        <comment>server, reason</comment>
        <translation>%1 没有列出其监视 (watch)：%2。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>number, number</comment>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>list of locks</source>
        <translation>锁列表</translation>
    </message>
    <message>
        <source>contenders</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>liveness of clients</source>
        <translation>客户端是否存活</translation>
    </message>
    <message>
        <source>watches of waiters</source>
        <translation>等待者的监视 (watch)</translation>
    </message>
    <message>
        <source>Allow the AdminServer or the four-letter word “dump” on the servers, or pin paths with fewer znodes below them.</source>
        <translation>在服务器上允许 AdminServer 或四字命令“dump”，或者固定其下 znode 较少的路径。</translation>
    </message>
    <message>
        <source>Connect with credentials that may read these znodes.</source>
        <translation>使用有权读取这些 znode 的凭据连接。</translation>
    </message>
    <message>
        <source>Allow the AdminServer or the four-letter word “cons” on these servers, and name all servers of the ensemble. The Servers panel, or “lockscope sessions --json”, shows what each one needs.</source>
        <translation>在这些服务器上允许 AdminServer 或四字命令“cons”，并给出集群的所有服务器。“服务器”面板或“lockscope sessions --json”显示每台服务器所需的配置。</translation>
    </message>
    <message>
        <source>Allow the AdminServer on these servers: nothing else lists watches safely.</source>
        <translation>在这些服务器上允许 AdminServer：只有它能安全地列出监视 (watch)。</translation>
    </message>
    <message>
        <source>There may be more locks.</source>
        <translation>可能还有更多锁。</translation>
    </message>
    <message>
        <source>Locks that were not read completely: %1.</source>
        <comment>“3 of 25”</comment>
        <translation>未能完整读取的锁：%1。</translation>
    </message>
    <message>
        <source>Sessions whose clients may be gone unnoticed: %1.</source>
        <comment>“3 of 25”</comment>
        <translation>客户端可能已消失而未被发现的会话：%1。</translation>
    </message>
    <message>
        <source>Waiters whose watches are not known: %1.</source>
        <comment>“3 of 25”</comment>
        <translation>监视 (watch) 未知的等待者：%1。</translation>
    </message>
    <message>
        <source>… and %1 more.</source>
        <translation>……另有 %1 项。</translation>
    </message>
    <message>
        <source>the list is too long to be asked for safely</source>
        <translation>列表过长，无法安全地请求</translation>
    </message>
    <message>
        <source>The list of locks comes from %1, which may be the AdminServer of another cluster.</source>
        <translation>锁列表来自 %1，它可能是另一个集群的 AdminServer。</translation>
    </message>
    <message>
        <source>The connection has just come back: whether missing clients do shows soon.</source>
        <translation>连接刚刚恢复：缺失的客户端是否也会恢复，很快就能看出。</translation>
    </message>
    <message>
        <source>%1 began to serve just now: whether missing clients come back to it shows soon.</source>
        <translation>%1 刚刚开始服务：缺失的客户端是否会回到它那里，很快就能看出。</translation>
    </message>
    <message>
        <source>nothing answers there</source>
        <translation>那里没有应答</translation>
    </message>
    <message>
        <source>its AdminServer would have the same address as another server&apos;s</source>
        <translation>其 AdminServer 的地址会与另一台服务器相同</translation>
    </message>
    <message>
        <source>%1 is listed by %2, but was not there when it was read.</source>
        <comment>lock, server</comment>
        <translation>%1 在 %2 的列表中，但读取时并不存在。</translation>
    </message>
    <message>
        <source>%1 did not list the ephemeral znodes when it was asked for “dump” (%2), and no path is pinned.</source>
        <comment>server, reason</comment>
        <translation>向 %1 询问“dump”时，它没有列出临时 znode（%2），并且没有固定任何路径。</translation>
    </message>
    <message>
        <source>%1 did not list the ephemeral znodes when it was asked for “dump” just now (%2): there may be more locks than pinned paths and the last list tell.</source>
        <comment>server, reason</comment>
        <translation>刚才向 %1 询问“dump”时，它没有列出临时 znode（%2）：可能还有固定路径和上次列表之外的锁。</translation>
    </message>
    <message>
        <source>Waiters of whom no server tells whether they watch the one before them: %1.</source>
        <translation>没有服务器告知其是否监视前一位的等待者：%1。</translation>
    </message>
    <message>
        <source>Waiters of queues that have just changed, who seem to watch nothing that tells them: %1. Whether they do shows soon.</source>
        <translation>队列刚刚变化、看上去没有监视任何会通知自己的节点的等待者：%1。是否确实如此，很快就会清楚。</translation>
    </message>
    <message>
        <source>Give the AdminServers an address that has “{host}” in it, and each server a host name or an address of its own: an AdminServer does not say whose it is.</source>
        <translation>为 AdminServer 给出含有“{host}”的地址，并让每台服务器有自己的主机名或地址：AdminServer 不会说明自己属于哪台服务器。</translation>
    </message>
    <message>
        <source>Look again in half a minute: clients need that long to come back to servers that have just begun to serve.</source>
        <translation>半分钟后再看：客户端需要这么长时间才能回到刚开始服务的服务器。</translation>
    </message>
    <message>
        <source>Look for longer: a client that lives is answered within a third of its session&apos;s timeout. What tells it at once is the AdminServer of the leader, or of a server that is alone; or any other client on the same server, which it answers later. To a check, “--accept liveness” says that it need not be known.</source>
        <translation>请观察更久：存活的客户端会在其会话超时的三分之一内得到应答。能立刻说明的是 leader 或单独服务器的 AdminServer，或者同一服务器上在它之后得到应答的任何其他客户端。检查时用“--accept liveness”表示无需知道这一点。</translation>
    </message>
    <message>
        <source>See that these servers run and can be reached from here. Clients that were connected to them go to others, or their sessions end after their timeouts.</source>
        <translation>请检查这些服务器是否在运行、从这里能否连通。原先连接到它们的客户端会转到其他服务器，否则其会话在超时后结束。</translation>
    </message>
    <message>
        <source>%1 did not list its watches: its AdminServer does not answer.</source>
        <comment>server</comment>
        <translation>%1 未列出其监视：它的 AdminServer 没有应答。</translation>
    </message>
    <message>
        <source>Sessions that came to their locks after the servers had listed who is connected: %1. Whether their clients live was not asked.</source>
        <translation>在服务器列出连接之后才加入锁的会话：%1。未询问其客户端是否存活。</translation>
    </message>
    <message>
        <source>Waiters of queues that have changed since the servers listed watches: %1. Whether each watches the one before it is not known.</source>
        <translation>所在队列在服务器列出监视之后已变化的等待者：%1。不知道它们是否各自监视前一位。</translation>
    </message>
    <message>
        <source>The next check of the cluster asks again. A file can&apos;t tell more than what was known when it was saved: best is one that is saved after a check, while the queues stand still.</source>
        <translation>对集群的下一次检查会再次询问。文件所记不会多于保存时所知：最好在检查之后、队列没有变化时保存。</translation>
    </message>
    <message>
        <source>Look again in a few seconds: a client that goes from one server to another is at none of them for a moment.</source>
        <translation>请过几秒再看：客户端从一台服务器转到另一台时，会有片刻不在任何一台上。</translation>
    </message>
    <message>
        <source>it has too many children to be listed safely (%1)</source>
        <comment>number</comment>
        <translation>子节点太多 (%1)，无法安全地列出</translation>
    </message>
    <message>
        <source>%1 is a server of another cluster, or runs on alone: its locks are not among these.</source>
        <translation>%1 是另一个集群的服务器，或者单独运行：它的锁不在其中。</translation>
    </message>
    <message>
        <source>A list of so many children could cost the server too much: remove what is left over there, or name directories below it.</source>
        <translation>列出这么多子节点可能使服务器负担过重：请清理其中的残留节点，或者指定其下的目录。</translation>
    </message>
    <message>
        <source>Wait where reading goes on, as in a window. A command needs more time: a higher “--limit”, or none.</source>
        <translation>在仍继续读取之处（如窗口中）请等待。命令需要更多时间：提高“--limit”，或不设限制。</translation>
    </message>
    <message>
        <source>Look again in a moment. If it stays so, the reason that is given has to be seen to first.</source>
        <translation>请稍后再看。如果仍是如此，则须先处理所给出的原因。</translation>
    </message>
    <message>
        <source>See that the AdminServers of these servers are switched on, answer and can be reached from here (“--admin” says where they are): nothing else lists watches safely.</source>
        <translation>请确认这些服务器的 AdminServer 已启用、有应答并且可从本机访问（用 “--admin” 指定其位置）：没有其他安全的方式可列出监视。</translation>
    </message>
    <message>
        <source>%1 was not asked for “dump”, since it does not allow “mntr”, which tells how large the answer would be; and no path is pinned.</source>
        <comment>server</comment>
        <translation>未向 %1 查询“dump”，因为它不允许用来得知应答大小的“mntr”；并且没有固定的路径。</translation>
    </message>
    <message>
        <source>%1 was not asked for its connections, since it does not allow “mntr”, which tells how large the answer would be.</source>
        <comment>server</comment>
        <translation>未向 %1 查询其连接，因为它不允许用来得知应答大小的“mntr”。</translation>
    </message>
    <message>
        <source>Allow the four-letter words “mntr” and “cons” on these servers, or the AdminServer: without “mntr” it is not known whether the answer is so large that it would stall the server.</source>
        <translation>请在这些服务器上允许四字命令“mntr”和“cons”，或者允许 AdminServer：没有“mntr”就无法得知应答是否大到会使服务器停顿。</translation>
    </message>
    <message>
        <source>Nothing is to be done: a recording can&apos;t tell more. Whether something was missed at that moment its gaps tell.</source>
        <translation>无需处理：录制无法提供更多信息。该时刻是否有遗漏，由其中的缺口说明。</translation>
    </message>
    <message>
        <source>Waiters of %1, which can&apos;t be read, of whom it is not known whether they watch the one before them: %2.</source>
        <comment>lock, number</comment>
        <translation>%1 无法读取，其中不知道是否监视前一个竞争者的等待者：%2。</translation>
    </message>
    <message>
        <source>Allow the four-letter words “mntr” and “dump” on the servers, or the AdminServer: without “mntr” it is not known whether the answer is so large that it would stall the server. “Ask for the long list” in the menu View of the window, or “--ask-anyway” on the command line, asks all the same.</source>
        <translation>请在服务器上允许四字命令“mntr”和“dump”，或允许 AdminServer：没有“mntr”就不知道应答是否大到会使服务器停顿。窗口“视图”菜单中的“请求长列表”，或命令行上的“--ask-anyway”，会照样查询。</translation>
    </message>
    <message>
        <source>No server had listed the ephemeral znodes by then.</source>
        <translation>到那时还没有服务器列出过临时节点。</translation>
    </message>
    <message>
        <source>from %1 until the recording ended</source>
        <comment>moment</comment>
        <translation>从 %1 起直到记录结束</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <comment>moments</comment>
        <translation>在 %1 与 %2 之间</translation>
    </message>
    <message>
        <source>%1 was not watched %2: who held it and who waited then is not known for sure.</source>
        <comment>lock, “between … and …”</comment>
        <translation>%1 %2没有被监视：当时谁持有它、谁在等待，无法确定。</translation>
    </message>
    <message>
        <source>%1 could not be read %2 (%3): who held it and who waited then is not known for sure.</source>
        <comment>lock, “between … and …”, reason</comment>
        <translation>%1 %2无法读取（%3）：当时谁持有它、谁在等待，无法确定。</translation>
    </message>
    <message>
        <source>%1 may have changed unseen %2. Who held it and who waited then is not known for sure.</source>
        <comment>lock, “between … and …”</comment>
        <translation>%1 %2可能有未被看到的变化。当时谁持有它、谁在等待，无法确定。</translation>
    </message>
    <message>
        <source>%1, and maybe more</source>
        <comment>number</comment>
        <translation>%1，可能更多</translation>
    </message>
    <message>
        <source>Changes of %1 that went unseen %2: %3. Who held it and who waited then is not known for sure.</source>
        <comment>lock, “between … and …”, number</comment>
        <translation>%1 %2未被看到的变化：%3。当时谁持有它、谁在等待，无法确定。</translation>
    </message>
    <message>
        <source>No server had told by then who is connected.</source>
        <translation>到那时还没有服务器告知谁已连接。</translation>
    </message>
    <message>
        <source>Servers&apos; files do not tell who is connected.</source>
        <translation>服务器的文件不说明谁处于连接状态。</translation>
    </message>
    <message>
        <source>Servers&apos; files do not tell who watches what.</source>
        <translation>服务器的文件不说明谁监视什么。</translation>
    </message>
    <message>
        <source>There may have been other locks %1: which ones were there transactions would tell that are in none of the servers&apos; files.</source>
        <comment>“between … and …”</comment>
        <translation>%1可能还有其他锁：能说明当时有哪些锁的事务不在任何服务器文件中。</translation>
    </message>
    <message>
        <source>Who held %1 then is not known for sure: servers&apos; files do not tell who came before they begin or while transactions lack, how many may hold a lock, or whether contenders of different libraries wait for each other.</source>
        <comment>lock</comment>
        <translation>当时由谁持有 %1 无法确定：服务器的文件不说明在其起始之前或缺少事务期间来了谁、一个锁可由多少竞争者同时持有，也不说明不同库的竞争者是否相互等待。</translation>
    </message>
</context>
<context>
    <name>lockscope::DeparturesModel</name>
    <message numerus="yes">
        <source>%n left in the last %1</source>
        <comment>contenders, duration</comment>
        <translation>
            <numerusform>最近 %1内离开 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Last departure seen %1 ago</source>
        <comment>duration</comment>
        <translation>最近一次离开见于 %1前</translation>
    </message>
    <message>
        <source>It left between %1 and %2.</source>
        <comment>moments</comment>
        <translation>它在 %1 与 %2 之间离开。</translation>
    </message>
    <message>
        <source>Held for %1.</source>
        <comment>duration</comment>
        <translation>持有了 %1。</translation>
    </message>
    <message>
        <source>Led for %1.</source>
        <comment>duration</comment>
        <translation>领导了 %1。</translation>
    </message>
    <message>
        <source>Waited for %1, and left without a grant.</source>
        <comment>duration</comment>
        <translation>等待了 %1，未获得锁便离开。</translation>
    </message>
    <message>
        <source>Left at</source>
        <translation>离开时刻</translation>
    </message>
    <message>
        <source>Seq</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Was</source>
        <translation>曾为</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Wait/hold</source>
        <translation>等待/持有</translation>
    </message>
    <message>
        <source>by %1</source>
        <comment>moment</comment>
        <translation>不晚于 %1</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Was there for %1. Whether it was granted before it left is not known.</source>
        <comment>duration</comment>
        <translation>在队列中停留了 %1。离开之前是否已获授予未知。</translation>
    </message>
</context>
<context>
    <name>lockscope::DeparturesView</name>
    <message>
        <source>List who has left</source>
        <translation>列出已离开者</translation>
    </message>
    <message>
        <source>List who has left since this lock is shown</source>
        <translation>列出自显示此锁以来离开的竞争者</translation>
    </message>
    <message>
        <source>Who has left</source>
        <translation>已离开者</translation>
    </message>
    <message>
        <source>Contenders that have left</source>
        <translation>已离开的竞争者</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
</context>
<context>
    <name>lockscope::DetailGroups</name>
    <message>
        <source>%1, %2 ago</source>
        <comment>evidence, age</comment>
        <translation>%1，%2前</translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation>会话 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::Details</name>
    <message>
        <source>everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>set permissions</source>
        <translation>设置权限</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Access</source>
        <translation>访问权限</translation>
    </message>
    <message>
        <source>Who may do what, by the directory&apos;s access control list: who may create contenders here, and delete them. Each contender has a list of its own.</source>
        <translation>按目录的访问控制列表，谁可以做什么：谁可以在此创建和删除竞争者。每个竞争者另有自己的列表。</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <comment>why</comment>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>who, what</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Waiter, for a permit</source>
        <translation>等待者，等待一个许可</translation>
    </message>
    <message>
        <source>Place in the queue</source>
        <translation>队列中的位置</translation>
    </message>
    <message>
        <source>Inferred from the child list by the dialect&apos;s rule</source>
        <translation>按锁协议的规则，由子节点列表推断</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Counted from the head of the queue.</source>
        <translation>从队首开始计数。</translation>
    </message>
    <message>
        <source>Predecessor</source>
        <translation>前驱</translation>
    </message>
    <message>
        <source>The contender that must leave before this one can be granted.</source>
        <translation>必须先离开、此竞争者才能获得锁的那个竞争者。</translation>
    </message>
    <message>
        <source>Followers</source>
        <translation>后继</translation>
    </message>
    <message>
        <source>Contenders that wait for this one directly.</source>
        <translation>直接等待此竞争者的竞争者。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Inferred from the name</source>
        <translation>由名称推断</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Name of the znode in the lock&apos;s directory.</source>
        <translation>znode 在锁目录中的名称。</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>锁协议</translation>
    </message>
    <message>
        <source>Library whose naming this is. Its rule decides who waits for whom.</source>
        <translation>使用此命名方式的库。其规则决定谁等待谁。</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>What the contender asks for.</source>
        <translation>竞争者所请求的模式。</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Appended by ZooKeeper when the znode was created: the order of the queue.</source>
        <translation>创建 znode 时由 ZooKeeper 追加：即队列的顺序。</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Chosen by the client, so that it finds its znode again after a lost connection.</source>
        <translation>由客户端选定，以便在连接断开后重新找到自己的 znode。</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Read from ZooKeeper, and seen by this program</source>
        <translation>读自 ZooKeeper，以及本程序所见</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>When the znode was created, by the clock of ZooKeeper&apos;s leader.</source>
        <translation>znode 的创建时间，以 ZooKeeper leader 的时钟为准。</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>From its arrival to its grant, or until now.</source>
        <translation>从到达到获得锁，或到现在为止。</translation>
    </message>
    <message>
        <source>Holding</source>
        <translation>持有中</translation>
    </message>
    <message>
        <source>ZooKeeper tells when a contender queued, not when it was granted. So this is exact where the takeover was seen or nobody was there before; else bounds are told.</source>
        <translation>ZooKeeper 只记录竞争者何时排队，不记录何时获得锁。因此，仅当亲见交接或之前没有其他竞争者时，此值才准确；否则给出上下限。</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>所有者</translation>
    </message>
    <message>
        <source>Read from ZooKeeper</source>
        <translation>读自 ZooKeeper</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>none: not ephemeral</source>
        <translation>无：不是临时节点</translation>
    </message>
    <message>
        <source>ZooKeeper removes the znode when this session closes or expires. A znode without one stays until somebody deletes it.</source>
        <translation>此会话关闭或过期时，ZooKeeper 会移除该 znode。没有所属会话的 znode 会一直保留，直到有人删除它。</translation>
    </message>
    <message>
        <source>Fencing token</source>
        <translation>防护令牌</translation>
    </message>
    <message>
        <source>czxid of the znode: grows with each new contender, never used twice in a cluster. A resource can refuse lower tokens than it has seen.</source>
        <translation>即 znode 的 czxid：随每个新竞争者递增，在集群中绝不重复。资源可以拒绝比已见令牌更小的令牌 (fencing token)。</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>未告知</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Told by the servers of the cluster</source>
        <translation>由集群的服务器告知</translation>
    </message>
    <message>
        <source>Whether a server has the client&apos;s connection, and hears from it.</source>
        <translation>是否有服务器保持着该客户端的连接，并收到其消息。</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Address that the connection comes from: the client&apos;s, or a proxy&apos;s.</source>
        <translation>连接的来源地址：客户端的地址，或代理的地址。</translation>
    </message>
    <message>
        <source>Connected to</source>
        <translation>连接到</translation>
    </message>
    <message>
        <source>Server that has the connection now.</source>
        <translation>当前保持该连接的服务器。</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>ZooKeeper ends the session, and releases its locks, after so long a silence.</source>
        <translation>静默这么久之后，ZooKeeper 会结束会话并释放其锁。</translation>
    </message>
    <message>
        <source>Created by</source>
        <translation>创建者</translation>
    </message>
    <message>
        <source>server %1</source>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>First byte of the session id: the id of the server that the session began on.</source>
        <translation>会话标识的首字节：会话起始所在服务器的编号。</translation>
    </message>
    <message>
        <source>Told by the connection lists of all servers</source>
        <translation>由所有服务器的连接列表得知</translation>
    </message>
    <message>
        <source>Told by the watch tables of the servers, read every 5 to 30 seconds</source>
        <translation>由服务器的监视表得知，每 5 到 30 秒读取一次</translation>
    </message>
    <message>
        <source>would not be noticed: its library knows no such request</source>
        <translation>不会注意到：其所用的库不支持此类请求</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Whom the client watches, so that it learns of its turn.</source>
        <translation>客户端监视的对象，以此得知轮到自己。</translation>
    </message>
    <message>
        <source>Asked to release</source>
        <translation>若请求释放</translation>
    </message>
    <message>
        <source>Whether the client would learn of a request to release, which is written into its znode.</source>
        <translation>客户端能否得知写入其 znode 的释放请求。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Read from ZooKeeper when the znode was first seen or last refreshed</source>
        <translation>首次看到 znode 或上次刷新时读自 ZooKeeper</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>Length of the whole data.</source>
        <translation>全部数据的长度。</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>How often the data was changed since the znode was created.</source>
        <translation>znode 创建以来数据被修改的次数。</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>When the data was last changed, by the clock of ZooKeeper&apos;s leader.</source>
        <translation>数据最后一次修改的时间，以 ZooKeeper leader 的时钟为准。</translation>
    </message>
    <message>
        <source>Contender of %1</source>
        <translation>%1 的竞争者</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Inferred from the child list</source>
        <translation>由子节点列表推断</translation>
    </message>
    <message>
        <source>%1, mixed with others</source>
        <translation>%1，混有其他</translation>
    </message>
    <message>
        <source>Library whose naming most contenders follow. Contenders of different dialects do not exclude each other.</source>
        <translation>多数竞争者所用命名方式对应的库。不同锁协议的竞争者互不排斥。</translation>
    </message>
    <message>
        <source>Holders</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Contenders that nothing blocks.</source>
        <translation>没有被阻塞的竞争者。</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Contenders that wait for a predecessor.</source>
        <translation>等待前驱的竞争者。</translation>
    </message>
    <message>
        <source>Other children</source>
        <translation>其他子节点</translation>
    </message>
    <message>
        <source>Children without a sequence number: no part of the queue.</source>
        <translation>没有序号的子节点：不属于队列。</translation>
    </message>
    <message>
        <source>%1 per second</source>
        <comment>rate</comment>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>%1 per minute</source>
        <comment>rate</comment>
        <translation>每分钟 %1</translation>
    </message>
    <message>
        <source>%1 per hour</source>
        <comment>rate</comment>
        <translation>每小时 %1</translation>
    </message>
    <message>
        <source>%1 per day</source>
        <comment>rate</comment>
        <translation>每天 %1</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用情况</translation>
    </message>
    <message>
        <source>Worked out from the directory&apos;s counters</source>
        <translation>根据目录的计数器推算</translation>
    </message>
    <message>
        <source>Requests so far</source>
        <translation>累计请求</translation>
    </message>
    <message>
        <source>Children ever created: how often the lock was asked for since the directory exists.</source>
        <translation>历来创建的子节点数：目录存在以来锁被请求的次数。</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Requests whose contender has left again.</source>
        <translation>竞争者已离开的请求数。</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>Next number</source>
        <translation>下一序号</translation>
    </message>
    <message>
        <source>Sequence number that the next contender gets.</source>
        <translation>下一个竞争者将得到的序号。</translation>
    </message>
    <message>
        <source>Numbers left</source>
        <translation>剩余序号</translation>
    </message>
    <message>
        <source>Until the directory&apos;s sequence numbers are used up. It has to be deleted and created anew before that: afterwards locks are no longer safe.</source>
        <translation>距目录序号用尽还剩的数量。在此之前必须删除目录并重新创建：用尽之后锁不再安全。</translation>
    </message>
    <message>
        <source>Directory</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>By the clock of ZooKeeper&apos;s leader.</source>
        <translation>以 ZooKeeper leader 的时钟为准。</translation>
    </message>
    <message>
        <source>Children</source>
        <translation>子节点</translation>
    </message>
    <message>
        <source>All children of the directory.</source>
        <translation>目录的所有子节点。</translation>
    </message>
    <message>
        <source>Child changes</source>
        <translation>子节点变更</translation>
    </message>
    <message>
        <source>Last change</source>
        <translation>最近变更</translation>
    </message>
    <message>
        <source>pzxid: transaction that last changed the child list.</source>
        <translation>pzxid：最近一次变更子节点列表的事务。</translation>
    </message>
    <message>
        <source>%1 (%2 ago)</source>
        <comment>moment, age</comment>
        <translation>%1（%2前）</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Path of the znode, relative to the chroot of the connection.</source>
        <translation>znode 的路径，相对于连接的 chroot。</translation>
    </message>
    <message>
        <source>Not live: shown as read at %1.</source>
        <translation>非实时：显示的是 %1 读取的内容。</translation>
    </message>
    <message>
        <source>The lock&apos;s directory does not exist any more.</source>
        <translation>锁的目录已不存在。</translation>
    </message>
    <message>
        <source>The lock can&apos;t be read.</source>
        <translation>无法读取该锁。</translation>
    </message>
    <message>
        <source>Server clock</source>
        <translation>服务器时钟</translation>
    </message>
    <message>
        <source>%1 ahead</source>
        <comment>duration</comment>
        <translation>快 %1</translation>
    </message>
    <message>
        <source>%1 behind</source>
        <comment>duration</comment>
        <translation>慢 %1</translation>
    </message>
    <message>
        <source>Clock of ZooKeeper&apos;s leader, compared with this machine&apos;s. Ages are told with this taken into account.</source>
        <translation>ZooKeeper leader 的时钟与本机时钟的偏差。显示的时长已计入此偏差。</translation>
    </message>
    <message>
        <source>When the holder of the write lock takes the read lock as well and then gives the write lock back, a waiting writer is granted beside it.</source>
        <translation>当写锁的持有者又获取读锁、随后归还写锁时，等待中的写者会与它同时获得锁。</translation>
    </message>
    <message>
        <source>A reader may watch a writer that stands behind it: each waits for the other.</source>
        <translation>读者可能监视排在自己后面的写者：双方互相等待。</translation>
    </message>
    <message>
        <source>Once the sequence numbers are used up, names repeat, and two contenders with one number may both hold.</source>
        <translation>序号用尽后名称会重复，序号相同的两个竞争者可能同时持有锁。</translation>
    </message>
    <message>
        <source>Once the sequence numbers have become negative, contenders are put in a wrong order.</source>
        <translation>序号变为负数后，竞争者的排序会出错。</translation>
    </message>
    <message>
        <source>A child of another library in the directory breaks its clients.</source>
        <translation>目录中若有其他库的子节点，其客户端会出错。</translation>
    </message>
    <message>
        <source>A child whose name sorts before the contenders&apos; names blocks them all.</source>
        <translation>若有子节点的名称排在竞争者名称之前，所有竞争者都会被阻塞。</translation>
    </message>
    <message>
        <source>Waiters ask again and again instead of watching: who is granted next is left to chance.</source>
        <translation>等待者反复查询而不监视：下一个由谁获得锁全凭偶然。</translation>
    </message>
    <message>
        <source>A waiter deletes the znode of the contender before it instead of waiting for it.</source>
        <translation>等待者会删除前一个竞争者的 znode，而不是等待它。</translation>
    </message>
    <message>
        <source>An exclusive lock may be granted beside a semi-shared one.</source>
        <translation>独占锁可能与半共享锁同时被授予。</translation>
    </message>
    <message>
        <source>Known bugs</source>
        <translation>已知缺陷</translation>
    </message>
    <message>
        <source>Bug</source>
        <translation>缺陷</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what it does, its number</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 (%2; mended in version %3)</source>
        <comment>what it does, its number</comment>
        <translation>%1（%2；自版本 %3 起已修复）</translation>
    </message>
    <message>
        <source>What it does, and its number in the library&apos;s tracker.</source>
        <translation>缺陷的表现，及其在该库缺陷跟踪系统中的编号。</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>What the state rests on: a client may be between two servers when it is looked for once.</source>
        <translation>此状态的依据：只查找一次时，客户端可能正在两台服务器之间切换。</translation>
    </message>
    <message>
        <source>Was connected to</source>
        <translation>曾连接到</translation>
    </message>
    <message>
        <source>Server that had the connection when it was seen last.</source>
        <translation>最后一次看到该连接时，连接所在的服务器。</translation>
    </message>
    <message>
        <source>Known by the names that a server listed at %1.</source>
        <translation>只知道服务器在 %1 列出的名称。</translation>
    </message>
    <message>
        <source>%1, behind %2</source>
        <comment>waiter or standby, number</comment>
        <translation>%1，位于 %2 之后</translation>
    </message>
    <message>
        <source>A holder, or the leader of an election, has nothing before it that blocks it. A waiter or standby must see its predecessor leave. Members stand in nobody&apos;s way.</source>
        <translation>持有者或选举中的 leader 前面没有阻塞它的竞争者。等待者或候补者必须等到前驱离开。成员不妨碍任何人。</translation>
    </message>
    <message>
        <source>Leading</source>
        <translation>领导时间</translation>
    </message>
    <message>
        <source>Leaders</source>
        <translation>leader</translation>
    </message>
    <message>
        <source>The first of the candidates, which nothing blocks.</source>
        <translation>候选者中的第一个，没有什么阻塞它。</translation>
    </message>
    <message>
        <source>Standbys</source>
        <translation>候补者</translation>
    </message>
    <message>
        <source>Candidates that take over when those before them have gone.</source>
        <translation>前面的候选者离开后接任的候选者。</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Children that are there together: nobody waits for anybody.</source>
        <translation>同时存在的子节点：谁也不等待谁。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Sequential children of no known library: taken for a group, unless the servers&apos; watch tables show that each watches the one before it. If it is a lock, mark its path.</source>
        <translation>不属于任何已知库的顺序子节点：视为一个组，除非服务器的监视表显示每个节点都监视它的前一个。如果这是锁，请标记其路径。</translation>
    </message>
    <message>
        <source>What the children are together, inferred from their names, from the directory and from what its clients watch. A mark of its path counts for more.</source>
        <translation>这些子节点合起来是什么，由其名称、目录以及客户端所监视的内容推断。对路径的标记优先。</translation>
    </message>
    <message>
        <source>Permits</source>
        <translation>许可数</translation>
    </message>
    <message>
        <source>How many may hold at a time, as the directory&apos;s data says.</source>
        <translation>目录数据所写的可同时持有的数量。</translation>
    </message>
    <message>
        <source>may be noticed: its client watches its own znode, for that or to learn that its hold is lost</source>
        <translation>可能会注意到：其客户端监视着自己的 znode，或为此目的，或为得知持有已丢失</translation>
    </message>
    <message>
        <source>Inferred from the queue: no server has told of it since the queue changed</source>
        <translation>由队列推断：自队列变化以来没有服务器告知</translation>
    </message>
    <message>
        <source>may go unnoticed: no server has told of a watch on its own znode</source>
        <translation>可能注意不到：没有服务器告知过它监视着自己的 znode</translation>
    </message>
    <message>
        <source>%1, asked to release</source>
        <comment>holder</comment>
        <translation>%1，已被请求释放</translation>
    </message>
    <message>
        <source>Of the library, in the situation that was found here</source>
        <translation>该库的缺陷，此处已出现其触发情形</translation>
    </message>
    <message>
        <source>Bugs of the library</source>
        <translation>库的缺陷</translation>
    </message>
    <message>
        <source>In some versions that are still in use; not found here, and not ruled out</source>
        <translation>存在于某些仍在使用的版本中；此处未发现，但也未排除</translation>
    </message>
    <message>
        <source>writer granted beside a reader</source>
        <translation>写者与读者同时获得锁</translation>
    </message>
    <message>
        <source>reader and writer wait for each other</source>
        <translation>读者与写者互相等待</translation>
    </message>
    <message>
        <source>equal numbers, two may hold</source>
        <translation>序号相同，可能同时持有</translation>
    </message>
    <message>
        <source>negative numbers, wrong order</source>
        <translation>负序号，顺序错误</translation>
    </message>
    <message>
        <source>breaks on other children</source>
        <translation>遇到其他子节点会出错</translation>
    </message>
    <message>
        <source>blocked by other children</source>
        <translation>被其他子节点阻塞</translation>
    </message>
    <message>
        <source>polls instead of watching</source>
        <translation>轮询而不监视</translation>
    </message>
    <message>
        <source>deletes its predecessor</source>
        <translation>删除其前驱</translation>
    </message>
    <message>
        <source>exclusive beside semi-shared</source>
        <translation>独占与半共享同时授予</translation>
    </message>
    <message>
        <source>No server has told of this session</source>
        <translation>没有服务器告知此会话</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Calls itself</source>
        <translation>自称</translation>
    </message>
    <message>
        <source>What its client wrote into the znode to say who it is. Nobody checks that.</source>
        <translation>其客户端写入 znode 以表明身份的内容。没有人核实过。</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Holders for certain</source>
        <translation>确定的持有者</translation>
    </message>
    <message>
        <source>Waiters for certain</source>
        <translation>确定的等待者</translation>
    </message>
    <message>
        <source>Hold or wait</source>
        <translation>持有或等待</translation>
    </message>
    <message>
        <source>Inferred from the names that a server listed</source>
        <translation>根据某台服务器列出的名称推断</translation>
    </message>
    <message>
        <source>Not recorded at this moment.</source>
        <translation>此时刻未录制。</translation>
    </message>
    <message>
        <source>Leaders for certain</source>
        <translation>确定的领导者</translation>
    </message>
    <message>
        <source>Standbys for certain</source>
        <translation>确定的候补者</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>cversion: grows with each child that is created or deleted, and begins anew after 2³² of them.</source>
        <translation>cversion：每创建或删除一个子节点就递增，满 2³² 次后重新开始。</translation>
    </message>
    <message>
        <source>On average from when the directory was created to when it was read.</source>
        <translation>从目录创建到读取时的平均值。</translation>
    </message>
</context>
<context>
    <name>lockscope::DetailsPanel</name>
    <message>
        <source>Nothing selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>Select a lock or a contender to see what is known about it, and how.</source>
        <translation>选中锁或竞争者，查看有关它的已知信息及其来源。</translation>
    </message>
    <message>
        <source>Data of the contender as text</source>
        <translation>以文本显示的竞争者数据</translation>
    </message>
    <message>
        <source>Data of the contender as hexadecimal bytes</source>
        <translation>以十六进制字节显示的竞争者数据</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Hex</source>
        <translation>十六进制</translation>
    </message>
    <message>
        <source>It has left the queue. Shown as last known.</source>
        <translation>它已离开队列。显示的是最后已知的内容。</translation>
    </message>
    <message>
        <source>First %1 of %2 shown</source>
        <translation>显示 %2 中的前 %1</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>No cluster or file is open. Once one is, select a lock or a contender there.</source>
        <translation>未打开集群或文件。打开之后，请在其中选择一个锁或竞争者。</translation>
    </message>
    <message>
        <source>What is selected</source>
        <translation>所选内容</translation>
    </message>
</context>
<context>
    <name>lockscope::DialectsForm</name>
    <message>
        <source>&amp;Folder with dialects of your own libraries:</source>
        <translation>自有库的锁协议所在文件夹(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>Its files *.json say how your own libraries name their locks, so that these are recognised like those of Curator or kazoo. The manual page describes them. They are read when Lockscope starts.</source>
        <translation>其中的 *.json 文件说明自有库如何命名锁，使这些锁像 Curator 或 kazoo 的锁一样被识别。手册页说明了文件格式。Lockscope 启动时读取这些文件。</translation>
    </message>
    <message>
        <source>None are in use now.</source>
        <translation>目前没有使用任何自有锁协议。</translation>
    </message>
    <message>
        <source>In use now: %1.</source>
        <comment>names</comment>
        <translation>目前使用：%1。</translation>
    </message>
    <message>
        <source>Folder with dialects</source>
        <translation>锁协议文件夹</translation>
    </message>
</context>
<context>
    <name>lockscope::Dialogs</name>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Go to lock or session</source>
        <translation>转到锁或会话</translation>
    </message>
    <message>
        <source>Path of the lock directory, or id of the session (0x…):</source>
        <translation>锁目录的路径，或会话的标识 (0x…)：</translation>
    </message>
    <message>
        <source>Shows and operates the locks on a ZooKeeper cluster.

Free software under the GNU General Public License, version 3 or later; its library lockcore under the Apache License 2.0.</source>
        <translation>显示并操作 ZooKeeper 集群上的锁。

依据 GNU 通用公共许可证第 3 版或更高版本发布的自由软件；其程序库 lockcore 依据 Apache 许可证 2.0 发布。</translation>
    </message>
</context>
<context>
    <name>lockscope::DiffText</name>
    <message>
        <source>What</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>谁</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>came</source>
        <translation>出现</translation>
    </message>
    <message>
        <source>went</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>other role</source>
        <translation>角色改变</translation>
    </message>
    <message>
        <source>moved out of turn</source>
        <translation>未按顺序移动</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>no holder is known</source>
        <translation>没有已知的持有者</translation>
    </message>
    <message>
        <source>held by %1</source>
        <comment>session ids</comment>
        <translation>由 %1 持有</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n moved up or back</source>
        <comment>what became of a lock</comment>
        <translation>
            <numerusform>%1；%n 个在队列中移动</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>kind, holders</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n ahead)</source>
        <comment>role</comment>
        <translation>
            <numerusform>%1（前面 %n 个）</numerusform>
        </translation>
    </message>
    <message>
        <source>number %1, %2</source>
        <comment>sequence number, session or name</comment>
        <translation>序号 %1，%2</translation>
    </message>
    <message>
        <source>Contender</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>is over</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>the first moment</source>
        <translation>第一个时刻</translation>
    </message>
    <message>
        <source>the second moment</source>
        <translation>第二个时刻</translation>
    </message>
    <message>
        <source>Lock %1 is not in %2, which did not look at all locks: it may have been there.</source>
        <translation>锁 %1 不在%2中，而当时没有查看所有的锁：它可能存在。</translation>
    </message>
    <message>
        <source>Not compared: locks that %1 may have had beside those it tells of.</source>
        <translation>未比较：%1除已知的锁之外可能还有的锁。</translation>
    </message>
    <message>
        <source>Not compared: findings on locks that %1 does not tell of: %2.</source>
        <translation>未比较：关于%1没有提到的锁的问题：%2。</translation>
    </message>
    <message>
        <source>Not compared: sessions or findings of queues that %1 does not tell for certain: %2.</source>
        <translation>未比较：%1不能确定的队列中的会话或问题：%2。</translation>
    </message>
    <message>
        <source>Not compared: contenders of %1 of whom %2 does not tell for certain: %3.</source>
        <translation>未比较：%1 的竞争者中%2不能确定的：%3。</translation>
    </message>
    <message>
        <source>Not compared: clients of whom %1 does not tell whether they are there, or findings on them: %2.</source>
        <translation>未比较：%1没有说明是否在线的客户端，或关于它们的问题：%2。</translation>
    </message>
    <message>
        <source>Not compared: findings by watches, of which %1 does not tell all: %2.</source>
        <translation>未比较：依据监视 (watch) 的问题，而%1没有说明全部监视：%2。</translation>
    </message>
    <message>
        <source>… and %1 more; --json has all.</source>
        <translation>……还有 %1 条；--json 包含全部。</translation>
    </message>
    <message>
        <source>%1 of %2, by the leader&apos;s clock</source>
        <comment>moment, file</comment>
        <translation>%1，%2，按 leader 的时钟</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>moment, file</comment>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>Nothing differs. Locks compared: %n</source>
        <translation>
            <numerusform>没有差别。比较的锁：%n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing differs of what could be compared. Locks compared: %n</source>
        <translation>
            <numerusform>能够比较的内容没有差别。比较的锁：%n</numerusform>
        </translation>
    </message>
    <message>
        <source>From %1</source>
        <comment>moment and file</comment>
        <translation>从 %1</translation>
    </message>
    <message>
        <source>to %1</source>
        <comment>moment and file</comment>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>They are of different clusters, by their names: %1, and %2.</source>
        <translation>按名称它们属于不同的集群：%1 和 %2。</translation>
    </message>
    <message>
        <source>The second moment is the earlier one.</source>
        <translation>第二个时刻更早。</translation>
    </message>
    <message>
        <source>They were compared; what differs can&apos;t be told.</source>
        <translation>已经比较，但无法输出差别。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>heading, number</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>What can&apos;t be told</source>
        <translation>无从得知的内容</translation>
    </message>
    <message>
        <source>not known</source>
        <comment>what a contender was</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>came into use</source>
        <translation>开始被使用</translation>
    </message>
    <message>
        <source>fell out of use</source>
        <translation>不再被使用</translation>
    </message>
    <message>
        <source>began to contend</source>
        <translation>开始竞争</translation>
    </message>
    <message>
        <source>contends no more</source>
        <translation>不再竞争</translation>
    </message>
    <message>
        <source>Not compared: findings that %1 can&apos;t tell of, as nobody had looked for them by then, or not for long enough: %2.</source>
        <translation>未比较：%1无法得知的问题，因为那时还没有人查找过，或查找的时间不够长：%2。</translation>
    </message>
    <message>
        <source>Not compared: %1, which nobody read at the time of %2: somebody may have been in it.</source>
        <comment>lock, the first or second moment</comment>
        <translation>未比较：%1，在%2时没有人读取过它：其中可能有竞争者。</translation>
    </message>
    <message>
        <source>granted</source>
        <translation>已获得</translation>
    </message>
</context>
<context>
    <name>lockscope::DisplayText</name>
    <message>
        <source>not read yet</source>
        <translation>尚未读取</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
</context>
<context>
    <name>lockscope::DurationChart</name>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Median wait %1, median hold %2.</source>
        <translation>等待中位数 %1，持有中位数 %2。</translation>
    </message>
    <message>
        <source>Waits and holds by duration (at most)</source>
        <translation>等待与持有次数（按时长上限）</translation>
    </message>
</context>
<context>
    <name>lockscope::EndText</name>
    <message>
        <source>left, not known how</source>
        <translation>已离开，方式未知</translation>
    </message>
    <message>
        <source>left, may have held</source>
        <translation>已离开，可能曾持有锁</translation>
    </message>
    <message>
        <source>left without a grant</source>
        <translation>未获得锁即离开</translation>
    </message>
    <message>
        <source>its client released the lock</source>
        <translation>其客户端释放了锁</translation>
    </message>
    <message>
        <source>most likely released, as its session lives and its client has sent requests since</source>
        <translation>很可能已释放，因为其会话仍然存活，且其客户端此后发送过请求</translation>
    </message>
    <message>
        <source>its client took its place back</source>
        <translation>其客户端放弃了排队</translation>
    </message>
    <message>
        <source>most likely given up, as its session lives and its client has sent requests since</source>
        <translation>很可能已放弃，因为其会话仍然存活，且其客户端此后发送过请求</translation>
    </message>
    <message>
        <source>most likely removed by somebody else, as its session lives and its client is away</source>
        <translation>很可能被他人移除，因为其会话仍然存活，而其客户端已断开</translation>
    </message>
    <message>
        <source>removed by somebody else while its session lives; the only request that its client has sent meanwhile was no delete</source>
        <translation>在其会话存活期间被他人移除；其客户端在此期间只发送过一个请求，且不是删除</translation>
    </message>
    <message>
        <source>removed by somebody else while its session lives; its client has sent nothing since and may still believe that it holds</source>
        <translation>在其会话存活期间被他人移除；其客户端此后未发送任何请求，可能仍以为自己持有锁</translation>
    </message>
    <message>
        <source>removed by somebody else while its session lives; its client has sent nothing since and may still wait</source>
        <translation>在其会话存活期间被他人移除；其客户端此后未发送任何请求，可能仍在等待</translation>
    </message>
    <message>
        <source>session not known</source>
        <translation>会话未知</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>%1, session %2</source>
        <comment>address of a client</comment>
        <translation>%1，会话 %2</translation>
    </message>
    <message>
        <source>%1 held for %2 and has left: %3 (%4)</source>
        <comment>contender, duration, how, client</comment>
        <translation>%1 持有锁 %2，现已离开：%3（%4）</translation>
    </message>
    <message>
        <source>%1 has left after %2 and may have held between two readings: %3 (%4)</source>
        <comment>contender, duration, how, client</comment>
        <translation>%1 在 %2 后离开，两次读取之间可能曾持有锁：%3（%4）</translation>
    </message>
    <message>
        <source>%1 waited for %2 and left without a grant: %3 (%4)</source>
        <comment>contender, duration, how, client</comment>
        <translation>%1 等待 %2，未获得锁即离开：%3（%4）</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有中</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>released</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>gave up</source>
        <translation>已放弃</translation>
    </message>
    <message>
        <source>session ended</source>
        <translation>会话已结束</translation>
    </message>
    <message>
        <source>session expired</source>
        <translation>会话已过期</translation>
    </message>
    <message>
        <source>removed by this program</source>
        <translation>被本程序移除</translation>
    </message>
    <message>
        <source>removed by somebody else</source>
        <translation>被他人移除</translation>
    </message>
    <message>
        <source>how is not known yet</source>
        <translation>离开方式尚不清楚</translation>
    </message>
    <message>
        <source>how is not known, but its session lives on</source>
        <translation>离开方式未知，但其会话仍然存活</translation>
    </message>
    <message>
        <source>it is not known how</source>
        <translation>离开方式未知</translation>
    </message>
    <message>
        <source>left, may have led</source>
        <translation>已离开，可能曾领导</translation>
    </message>
    <message>
        <source>left without leading</source>
        <translation>已离开，未曾领导</translation>
    </message>
    <message>
        <source>its client stepped down</source>
        <translation>其客户端已卸任</translation>
    </message>
    <message>
        <source>most likely stepped down, as its session lives and its client has sent requests since</source>
        <translation>很可能已卸任，因为其会话仍存活，且其客户端此后发送过请求</translation>
    </message>
    <message>
        <source>removed by somebody else while its session lives; its client has sent nothing since and may still believe that it leads</source>
        <translation>在其会话存活期间被他人移除；其客户端此后未发送任何请求，可能仍以为自己是 leader</translation>
    </message>
    <message>
        <source>most likely its session expired, after its client had fallen silent; somebody else may have removed it before</source>
        <translation>很可能是会话已过期，此前其客户端已静默；也可能在此之前已被他人删除</translation>
    </message>
    <message>
        <source>most likely its session expired, as its client was connected to no server; somebody else may have removed it before</source>
        <translation>很可能是会话已过期，因为其客户端未连接任何服务器；也可能在此之前已被他人删除</translation>
    </message>
    <message>
        <source>%1 led for %2 and has left: %3 (%4)</source>
        <comment>contender, duration, how, client</comment>
        <translation>%1 领导了 %2，现已离开：%3（%4）</translation>
    </message>
    <message>
        <source>%1 has left after %2, and whether it led or stood by is not known: %3 (%4)</source>
        <comment>contender, duration, how, client</comment>
        <translation>%1 在 %2 后离开，它当时是领导者还是候补未知：%3（%4）</translation>
    </message>
    <message>
        <source>%1 has left after %2 and may have led between two readings: %3 (%4)</source>
        <comment>contender, duration, how, client</comment>
        <translation>%1 在 %2 后离开，可能在两次读取之间曾领导：%3（%4）</translation>
    </message>
    <message>
        <source>%1 stood by for %2 and has left: %3 (%4)</source>
        <comment>contender, duration, how, client</comment>
        <translation>%1 候补了 %2，现已离开：%3（%4）</translation>
    </message>
    <message>
        <source>leads</source>
        <translation>领导</translation>
    </message>
    <message>
        <source>stands by</source>
        <translation>候补</translation>
    </message>
    <message>
        <source>stepped down</source>
        <translation>已卸任</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 has left after %2, and whether it held or waited is not known: %3 (%4)</source>
        <comment>contender, duration, how, client</comment>
        <translation>%1 在 %2 后离开，它当时持有锁还是在等待未知：%3（%4）</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>durations</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>its session was closed; its client may have removed it just before</source>
        <translation>其会话已关闭；其客户端可能在此之前刚刚将其移除</translation>
    </message>
    <message>
        <source>its session ended, closed or expired; its client may have removed it just before</source>
        <translation>其会话已结束（关闭或过期）；其客户端可能在此之前刚刚将其移除</translation>
    </message>
    <message>
        <source>removed by somebody else while its session lived, as a server&apos;s log has it</source>
        <translation>其会话存活期间被他人移除，依据服务器的日志</translation>
    </message>
    <message>
        <source>its client closed its session, as a server&apos;s log has it</source>
        <translation>其客户端关闭了会话，依据服务器的日志</translation>
    </message>
    <message>
        <source>its session expired, or an administrator ended it, as a server&apos;s log has it</source>
        <translation>其会话已过期，或被管理员结束，依据服务器的日志</translation>
    </message>
    <message>
        <source>released, or its client closed its session</source>
        <translation>已释放，或其客户端关闭了会话</translation>
    </message>
    <message>
        <source>left, or its client closed its session</source>
        <translation>已离开，或其客户端关闭了会话</translation>
    </message>
    <message>
        <source>stepped down, or its client closed its session</source>
        <translation>已卸任，或其客户端关闭了会话</translation>
    </message>
    <message>
        <source>gave up, or its client closed its session</source>
        <translation>已放弃，或其客户端关闭了会话</translation>
    </message>
</context>
<context>
    <name>lockscope::EntryList</name>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
</context>
<context>
    <name>lockscope::EnvironmentStrip</name>
    <message>
        <source>Production</source>
        <translation>生产</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Development</source>
        <translation>开发</translation>
    </message>
    <message>
        <source>Unspecified</source>
        <translation>未指明</translation>
    </message>
    <message>
        <source>Acting on production</source>
        <translation>正在操作生产集群</translation>
    </message>
    <message>
        <source>Changes are allowed. When nothing was changed for so long, the connection is read-only again.</source>
        <translation>允许更改。若在这段时间内没有任何更改，连接将重新变为只读。</translation>
    </message>
    <message>
        <source>Acting on production · ends in %1</source>
        <comment>minutes and seconds</comment>
        <translation>正在操作生产集群 · %1 后结束</translation>
    </message>
</context>
<context>
    <name>lockscope::ErrorWhat</name>
    <message>
        <source>open the recording</source>
        <translation>打开录制</translation>
    </message>
    <message>
        <source>read the recording</source>
        <translation>读取录制</translation>
    </message>
    <message>
        <source>write the recording</source>
        <translation>写入录制</translation>
    </message>
    <message>
        <source>go on with the recording</source>
        <translation>继续录制</translation>
    </message>
    <message>
        <source>report on the recording</source>
        <translation>生成录制的报告</translation>
    </message>
    <message>
        <source>it does not exist</source>
        <translation>它不存在</translation>
    </message>
    <message>
        <source>it can&apos;t be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>a database of another program</source>
        <translation>是其他程序的数据库</translation>
    </message>
    <message>
        <source>without some of its tables</source>
        <translation>缺少部分数据表</translation>
    </message>
    <message>
        <source>nothing was recorded then</source>
        <translation>那时没有任何录制内容</translation>
    </message>
    <message>
        <source>a time that can&apos;t be</source>
        <translation>不可能的时间</translation>
    </message>
    <message>
        <source>a finding that is none</source>
        <translation>无效的问题</translation>
    </message>
    <message>
        <source>a lock without a path</source>
        <translation>没有路径的锁</translation>
    </message>
    <message>
        <source>its contenders</source>
        <translation>其竞争者</translation>
    </message>
    <message>
        <source>its findings</source>
        <translation>其问题</translation>
    </message>
    <message>
        <source>it was made of servers&apos; files, which nothing can be added to</source>
        <translation>它由服务器的文件生成，不能再追加内容</translation>
    </message>
    <message>
        <source>somebody has removed or replaced its file</source>
        <translation>其文件被人删除或替换了</translation>
    </message>
    <message>
        <source>whether its file is there can&apos;t be seen</source>
        <translation>无法得知其文件是否存在</translation>
    </message>
    <message>
        <source>record twice</source>
        <translation>重复录制</translation>
    </message>
    <message>
        <source>make the directory of the recordings</source>
        <translation>创建录制的目录</translation>
    </message>
    <message>
        <source>the disk did not answer in time</source>
        <translation>磁盘没有及时响应</translation>
    </message>
    <message>
        <source>opening a file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>not a regular one</source>
        <translation>不是普通文件</translation>
    </message>
    <message>
        <source>opening a snapshot</source>
        <translation>打开快照</translation>
    </message>
    <message>
        <source>not a file</source>
        <translation>不是文件</translation>
    </message>
    <message>
        <source>write the snapshot</source>
        <translation>写入快照</translation>
    </message>
    <message>
        <source>a file of this name is there</source>
        <translation>已有同名文件</translation>
    </message>
    <message>
        <source>reading what is compressed</source>
        <translation>读取压缩内容</translation>
    </message>
    <message>
        <source>compressing</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>no memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>reading a server&apos;s directory</source>
        <translation>读取服务器的目录</translation>
    </message>
    <message>
        <source>reading servers&apos; files</source>
        <translation>读取服务器的文件</translation>
    </message>
    <message>
        <source>no transaction log and no snapshot of a server is in there</source>
        <translation>其中没有服务器的事务日志或快照</translation>
    </message>
    <message>
        <source>no transaction is in the logs, and there is no snapshot</source>
        <translation>日志中没有事务，也没有快照</translation>
    </message>
    <message>
        <source>write to standard output</source>
        <translation>写入标准输出</translation>
    </message>
    <message>
        <source>make the PDF</source>
        <translation>生成 PDF</translation>
    </message>
    <message>
        <source>make the report</source>
        <translation>生成报告</translation>
    </message>
    <message>
        <source>the file name must end in .png or .svg</source>
        <translation>文件名必须以 .png 或 .svg 结尾</translation>
    </message>
    <message>
        <source>take the pattern</source>
        <translation>解析模式</translation>
    </message>
    <message>
        <source>it does not begin with /</source>
        <translation>它不以 / 开头</translation>
    </message>
    <message>
        <source>it has an empty element</source>
        <translation>它有空的部分</translation>
    </message>
    <message>
        <source>it has an element that no path can have</source>
        <translation>它含有路径中不允许的部分</translation>
    </message>
    <message>
        <source>keep the session</source>
        <translation>保持会话</translation>
    </message>
    <message>
        <source>keep the connection</source>
        <translation>保持连接</translation>
    </message>
    <message>
        <source>find the lock</source>
        <translation>查找锁</translation>
    </message>
    <message>
        <source>release the lock</source>
        <translation>释放锁</translation>
    </message>
    <message>
        <source>wait for the lock</source>
        <translation>等待锁</translation>
    </message>
    <message>
        <source>wait for the result</source>
        <translation>等待结果</translation>
    </message>
    <message>
        <source>The directory has children again</source>
        <translation>该目录又有了子节点</translation>
    </message>
    <message>
        <source>Another znode has this name now</source>
        <translation>现在另一个 znode 使用这个名称</translation>
    </message>
    <message>
        <source>List the locks</source>
        <translation>列出锁</translation>
    </message>
    <message>
        <source>Ask the server</source>
        <translation>询问服务器</translation>
    </message>
    <message>
        <source>Ask the server, which took too long before</source>
        <translation>询问之前响应太慢的服务器</translation>
    </message>
    <message>
        <source>Creating</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Deleting</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Listing</source>
        <translation>列出子节点</translation>
    </message>
    <message>
        <source>Looking for</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>Changing</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Closing</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Acquiring</source>
        <translation>获取</translation>
    </message>
    <message>
        <source>Releasing</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Synchronising</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Reading the access control list of</source>
        <translation>读取访问控制列表</translation>
    </message>
    <message>
        <source>Reading our certificate for TLS</source>
        <translation>读取本程序的 TLS 证书</translation>
    </message>
    <message>
        <source>Reading the authorities that are trusted for TLS</source>
        <translation>读取受信任的 TLS 证书颁发机构</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有那个文件或目录</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不够</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>设备上没有空间</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>只读文件系统</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是一个目录</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>连接超时</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what was tried, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>it is of another cluster</source>
        <translation>它属于另一个集群</translation>
    </message>
    <message>
        <source>making the directory of the list of the lab&apos;s runs</source>
        <translation>创建实验室运行列表所在的目录</translation>
    </message>
    <message>
        <source>reading the list of the lab&apos;s runs</source>
        <translation>读取实验室运行的列表</translation>
    </message>
    <message>
        <source>locking the list of the lab&apos;s runs</source>
        <translation>锁定实验室运行的列表</translation>
    </message>
    <message>
        <source>writing the list of the lab&apos;s runs</source>
        <translation>写入实验室运行的列表</translation>
    </message>
    <message>
        <source>removing the list of the lab&apos;s runs</source>
        <translation>删除实验室运行的列表</translation>
    </message>
    <message>
        <source>it is gone already</source>
        <translation>它已不存在</translation>
    </message>
    <message>
        <source>its program still runs</source>
        <translation>其程序仍在运行</translation>
    </message>
    <message>
        <source>only a part of it was removed</source>
        <translation>只移除了其中一部分</translation>
    </message>
    <message>
        <source>it is damaged, mend it or move it away before the next run</source>
        <translation>它已损坏，请在下次运行前修复或移走它</translation>
    </message>
</context>
<context>
    <name>lockscope::EventLogModel</name>
    <message>
        <source>Info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>授予</translation>
    </message>
    <message>
        <source>Released</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Lock removed</source>
        <translation>锁已移除</translation>
    </message>
    <message>
        <source>Lock created</source>
        <translation>锁已创建</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生的情况</translation>
    </message>
    <message>
        <source>Session ended</source>
        <translation>会话结束</translation>
    </message>
    <message>
        <source>Session expired</source>
        <translation>会话过期</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::EventLogPanel</name>
    <message>
        <source>Filter events</source>
        <translation>筛选事件</translation>
    </message>
    <message>
        <source>Event log</source>
        <translation>事件日志</translation>
    </message>
    <message>
        <source>No event matches</source>
        <translation>没有匹配的事件</translation>
    </message>
    <message>
        <source>Nothing has happened yet</source>
        <translation>尚未发生任何事件</translation>
    </message>
    <message>
        <source>Changes of the locks on screen and our own actions show up here.</source>
        <translation>屏幕上各个锁的变化和我们自己的操作会显示在这里。</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Last 5 min</source>
        <translation>最近 5 分钟</translation>
    </message>
    <message>
        <source>Last 15 min</source>
        <translation>最近 15 分钟</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>最近 1 小时</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy rows as Markdown</source>
        <translation>复制行为 Markdown</translation>
    </message>
</context>
<context>
    <name>lockscope::EvidencePage</name>
    <message>
        <source>Empty: http://{host}:8080/commands</source>
        <translation>留空：http://{host}:8080/commands</translation>
    </message>
    <message>
        <source>Empty: system certificate authorities</source>
        <translation>留空：使用系统的证书颁发机构</translation>
    </message>
    <message>
        <source>Empty: none</source>
        <translation>留空：无</translation>
    </message>
    <message>
        <source>Empty: in the file of the certificate</source>
        <translation>留空：位于证书文件中</translation>
    </message>
    <message>
        <source>One host:port a line. Empty: the members that the ensemble names, else the servers to connect to</source>
        <translation>每行一个 host:port。留空：集群自报的成员，否则为要连接的服务器</translation>
    </message>
    <message>
        <source>“{host}” stands for each server&apos;s.</source>
        <translation>“{host}”代表各服务器的主机。</translation>
    </message>
    <message>
        <source>Ad&amp;minServer:</source>
        <translation>AdminServer(&amp;M)：</translation>
    </message>
    <message>
        <source>Trusted aut&amp;hority:</source>
        <translation>信任的颁发机构(&amp;H)：</translation>
    </message>
    <message>
        <source>Trusted authority</source>
        <translation>信任的颁发机构</translation>
    </message>
    <message>
        <source>O&amp;wn certificate:</source>
        <translation>自己的证书(&amp;W)：</translation>
    </message>
    <message>
        <source>Own certificate</source>
        <translation>自己的证书</translation>
    </message>
    <message>
        <source>&amp;Key:</source>
        <translation>密钥(&amp;K)：</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Ask these &amp;servers:</source>
        <translation>查询这些服务器(&amp;S)：</translation>
    </message>
    <message>
        <source>Si&amp;gn in there as:</source>
        <translation>登录身份(&amp;G)：</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>By HTTP&apos;s scheme “Basic”, which only https keeps secret on the way. Sent to the hosts that are named here and in the connect string, never to others that the ensemble names. A profile keeps both in the desktop&apos;s keychain.</source>
        <translation>使用 HTTP 的“Basic”方式，只有 https 才能使其在传输中保密。只发送给此处和连接串中写明的主机，绝不发送给集群自己报出的其他主机。配置把两者保存在桌面的密钥环中。</translation>
    </message>
    <message>
        <source>AdminServer&apos;s user</source>
        <translation>AdminServer 的用户名</translation>
    </message>
    <message>
        <source>AdminServer&apos;s password</source>
        <translation>AdminServer 的密码</translation>
    </message>
    <message>
        <source>As kept; type to replace it</source>
        <translation>使用已保存的；输入即可替换</translation>
    </message>
</context>
<context>
    <name>lockscope::Explanation</name>
    <message>
        <source>The server %1 takes nobody who has not signed in as it wants.</source>
        <translation>服务器 %1 不接受未按其要求登录的人。</translation>
    </message>
    <message>
        <source>Ask its owner what it takes (enforce.auth.schemes): SASL is not enough.</source>
        <translation>请向其所有者询问它接受哪些方式（enforce.auth.schemes）：仅有 SASL 还不够。</translation>
    </message>
    <message>
        <source>%1 is connected, but did not answer in time.</source>
        <comment>server</comment>
        <translation>%1 已连接，但未及时应答。</translation>
    </message>
    <message>
        <source>It is very busy, or about to lose its quorum. Try again.</source>
        <translation>它可能非常繁忙，或即将失去法定多数。请重试。</translation>
    </message>
    <message>
        <source>Install it (on Debian, openssh-client), or take another way.</source>
        <translation>请安装它（Debian 上的软件包为 openssh-client），或改走其他通路。</translation>
    </message>
    <message>
        <source>Check that this is the right file, and the password of its key if it has one.</source>
        <translation>请检查是否选对了文件；如果其密钥有密码，也请检查密码。</translation>
    </message>
    <message>
        <source>The server %1 takes nobody who has not signed in.</source>
        <translation>服务器 %1 不接受未登录的客户端。</translation>
    </message>
    <message>
        <source>User and password alone are not what it wants.</source>
        <translation>仅凭用户名和密码不满足它的要求。</translation>
    </message>
    <message>
        <source>Sign in as its owner says, mostly by SASL: page Security of a profile, or --sasl.</source>
        <translation>请按其负责人的说明登录，通常使用 SASL：配置的“安全”页，或 --sasl。</translation>
    </message>
    <message>
        <source>Check the proxy or the bastion, and that it may reach this server.</source>
        <translation>请检查代理或跳板机，以及它是否能访问该服务器。</translation>
    </message>
    <message>
        <source>The way to %1 does not lead there.</source>
        <translation>到 %1 的通路不通。</translation>
    </message>
    <message>
        <source>Compare the port, the authority that signed the server&apos;s certificate, and our own certificate with what the server&apos;s owner says.</source>
        <translation>请与服务器的负责人核对端口、签发服务器证书的颁发机构以及我们自己的证书。</translation>
    </message>
    <message>
        <source>No TLS with %1.</source>
        <translation>与 %1 之间无法建立 TLS。</translation>
    </message>
    <message>
        <source>Reason: %1 (%2).</source>
        <comment>what, file</comment>
        <translation>原因：%1 (%2)。</translation>
    </message>
    <message>
        <source>Reason: %1.</source>
        <translation>原因：%1。</translation>
    </message>
    <message>
        <source>Reason: %1 (%2).</source>
        <translation>原因：%1（%2）。</translation>
    </message>
    <message>
        <source>Could not acquire %1</source>
        <translation>无法获取 %1</translation>
    </message>
    <message>
        <source>Could not release %1</source>
        <translation>无法释放 %1</translation>
    </message>
    <message>
        <source>Could not ask for the release of %1</source>
        <translation>无法请求释放 %1</translation>
    </message>
    <message>
        <source>Could not evict a waiter of %1</source>
        <translation>无法逐出 %1 的等待者</translation>
    </message>
    <message>
        <source>Could not force the release of %1</source>
        <translation>无法强制释放 %1</translation>
    </message>
    <message>
        <source>Could not delete a child of %1</source>
        <translation>无法删除 %1 的子节点</translation>
    </message>
    <message>
        <source>Could not delete %1</source>
        <translation>无法删除 %1</translation>
    </message>
    <message>
        <source>Could not launch contenders on %1</source>
        <translation>无法在 %1 上启动竞争者</translation>
    </message>
    <message>
        <source>Could not stop contenders%1</source>
        <translation>无法停止竞争者%1</translation>
    </message>
    <message>
        <source>Could not act on %1</source>
        <translation>无法操作 %1</translation>
    </message>
    <message>
        <source>It may have been applied all the same: look at the queue before you try again.</source>
        <translation>操作仍有可能已经生效：再次尝试前请查看队列。</translation>
    </message>
    <message>
        <source>Reconnect to open a new session.</source>
        <translation>请重新连接以打开新会话。</translation>
    </message>
    <message>
        <source>Ask the owner of the znode for the permission.</source>
        <translation>请向 znode 的所有者申请权限。</translation>
    </message>
    <message>
        <source>Nothing was changed. The queue on screen shows what is there now.</source>
        <translation>没有任何更改。屏幕上的队列显示的是当前状态。</translation>
    </message>
    <message>
        <source>Wait until the cluster has a quorum again.</source>
        <translation>请等待集群恢复法定多数 (quorum)。</translation>
    </message>
    <message>
        <source>Drain the lock and create its directory anew before names repeat.</source>
        <translation>请在名称重复之前清空该锁，并重新创建其目录。</translation>
    </message>
    <message>
        <source>Raise the quota or delete what is not needed.</source>
        <translation>请提高配额，或删除不需要的内容。</translation>
    </message>
    <message>
        <source>Allow it on the server with 4lw.commands.whitelist or admin.enableServer, or pin a path.</source>
        <translation>请在服务器上用 4lw.commands.whitelist 或 admin.enableServer 予以允许，或固定一个路径。</translation>
    </message>
    <message>
        <source>Check the certificate files of the connection.</source>
        <translation>请检查连接的证书文件。</translation>
    </message>
    <message>
        <source>Choose a file that Lockscope has saved.</source>
        <translation>请选择由 Lockscope 保存的文件。</translation>
    </message>
    <message>
        <source>Install it and try again.</source>
        <translation>请安装后重试。</translation>
    </message>
    <message>
        <source>Check the path, the permissions and the free space.</source>
        <translation>请检查路径、权限和可用空间。</translation>
    </message>
    <message>
        <source>“%1” is no connect string.</source>
        <translation>“%1”不是连接字符串。</translation>
    </message>
    <message>
        <source>Write it as host:port,host:port/chroot.</source>
        <translation>请写成 host:port,host:port/chroot。</translation>
    </message>
    <message>
        <source>Unknown host: %1.</source>
        <translation>未知主机：%1。</translation>
    </message>
    <message>
        <source>Check the spelling and the name service. Lockscope keeps trying.</source>
        <translation>请检查拼写和域名服务。Lockscope 会继续尝试。</translation>
    </message>
    <message>
        <source>Nothing answers at %1.</source>
        <translation>%1 没有应答。</translation>
    </message>
    <message>
        <source>Check host and port, and that the server runs. Lockscope keeps trying.</source>
        <translation>请检查主机和端口，以及服务器是否在运行。Lockscope 会继续尝试。</translation>
    </message>
    <message>
        <source>%1 refused the connection.</source>
        <comment>server</comment>
        <translation>%1 拒绝了连接。</translation>
    </message>
    <message>
        <source>Check the port, and that the server runs. Lockscope keeps trying.</source>
        <translation>请检查端口，以及服务器是否在运行。Lockscope 会继续尝试。</translation>
    </message>
    <message>
        <source>Check the port, and that the server runs.</source>
        <translation>请检查端口，以及服务器是否在运行。</translation>
    </message>
    <message>
        <source>Something answers at %1, but it is not a ZooKeeper server.</source>
        <translation>%1 有应答，但它不是 ZooKeeper 服务器。</translation>
    </message>
    <message>
        <source>Check the port: ZooKeeper&apos;s client port is usually 2181.</source>
        <translation>请检查端口：ZooKeeper 的客户端端口通常是 2181。</translation>
    </message>
    <message>
        <source>Lost connection to %1.</source>
        <translation>到 %1 的连接已断开。</translation>
    </message>
    <message>
        <source>What is shown is as of the last read, own holds are in doubt. Lockscope keeps trying.</source>
        <translation>显示的是最后一次读取的内容，自己持有的锁存疑。Lockscope 会继续尝试。</translation>
    </message>
    <message>
        <source>The ZooKeeper session has expired.</source>
        <translation>ZooKeeper 会话已过期。</translation>
    </message>
    <message>
        <source>The servers have given up on it: all locks that Lockscope itself held are gone.</source>
        <translation>服务器已放弃该会话：Lockscope 自己持有的锁已全部失去。</translation>
    </message>
    <message>
        <source>The server %1 refused the credentials.</source>
        <translation>服务器 %1 拒绝了凭据。</translation>
    </message>
    <message>
        <source>Check user and password of the connection.</source>
        <translation>请检查连接的用户名和密码。</translation>
    </message>
    <message>
        <source>The chroot %1 does not exist on this cluster.</source>
        <translation>此集群上不存在 chroot %1。</translation>
    </message>
    <message>
        <source>Every path would be looked up under it, so nothing can be shown.</source>
        <translation>所有路径都会在其下查找，因此无法显示任何内容。</translation>
    </message>
    <message>
        <source>Connect again with the right path, or without one.</source>
        <translation>请用正确的路径重新连接，或不带路径连接。</translation>
    </message>
    <message>
        <source>%1 may not be read by this program.</source>
        <translation>本程序无权读取 %1。</translation>
    </message>
    <message>
        <source>Locks further down can still be shown: pin their paths, or ask for the READ permission.</source>
        <translation>更深层的锁仍可显示：请固定其路径，或申请 READ 权限。</translation>
    </message>
    <message>
        <source>The connection to %1 has a problem.</source>
        <translation>到 %1 的连接有问题。</translation>
    </message>
    <message>
        <source>Acquired %1 as this program.</source>
        <translation>已以本程序的身份获取 %1。</translation>
    </message>
    <message>
        <source>Released %1.</source>
        <translation>已释放 %1。</translation>
    </message>
    <message>
        <source>Evicted %1 from the queue of %2.</source>
        <translation>已将 %1 逐出 %2 的队列。</translation>
    </message>
    <message>
        <source>Forced the release of %2 by deleting %1. The old holder was not stopped.</source>
        <translation>已通过删除 %1 强制释放 %2。原持有者并未停止运行。</translation>
    </message>
    <message>
        <source>Deleted %1 from %2.</source>
        <translation>已从 %2 中删除 %1。</translation>
    </message>
    <message>
        <source>Deleted %1, a directory without contenders.</source>
        <translation>已删除没有竞争者的目录 %1。</translation>
    </message>
    <message>
        <source>Stopped contenders.</source>
        <translation>已停止竞争者。</translation>
    </message>
    <message>
        <source>Where: %1.</source>
        <translation>位置：%1。</translation>
    </message>
    <message>
        <source>No locks found</source>
        <translation>未找到锁</translation>
    </message>
    <message>
        <source>Lockscope looks for directories with sequential ephemeral children.</source>
        <translation>Lockscope 查找含有顺序临时子节点的目录。</translation>
    </message>
    <message>
        <source>%1 The server %2 listed all ephemeral znodes of the cluster: none under %3 is such a child.</source>
        <translation>%1服务器 %2 已列出集群的所有临时节点：%3 之下没有这样的子节点。</translation>
    </message>
    <message>
        <source>%1 Only the pinned paths could be searched: %2.</source>
        <translation>%1只能查找固定路径：%2。</translation>
    </message>
    <message>
        <source>Not everything was searched: there may be more locks.</source>
        <translation>并未全部查找：可能还有其他锁。</translation>
    </message>
    <message>
        <source>nothing answers there</source>
        <translation>那里没有应答</translation>
    </message>
    <message>
        <source>the server does not allow it</source>
        <translation>服务器不允许</translation>
    </message>
    <message>
        <source>its certificate is not trusted</source>
        <translation>其证书不受信任</translation>
    </message>
    <message>
        <source>what answers there tells no such list</source>
        <translation>那里的应答不含此列表</translation>
    </message>
    <message>
        <source>the list is too long to be asked for safely</source>
        <translation>列表过长，无法安全地请求</translation>
    </message>
    <message>
        <source>Four-letter word to %1</source>
        <translation>发往 %1 的四字命令</translation>
    </message>
    <message>
        <source>AdminServer at %1</source>
        <translation>%1 的 AdminServer</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>what was asked, why it told nothing</comment>
        <translation>%1：%2。</translation>
    </message>
    <message numerus="yes">
        <source>%n more gave nothing.</source>
        <translation>
            <numerusform>另有 %n 处没有结果。</numerusform>
        </translation>
    </message>
    <message>
        <source>A lock appears here as soon as somebody queues up for it.</source>
        <translation>一旦有客户端排队获取锁，锁就会显示在这里。</translation>
    </message>
    <message>
        <source>Pin the locks that are missing, or parents with less below them.</source>
        <translation>固定缺少的锁，或下面内容更少的父目录。</translation>
    </message>
    <message>
        <source>Check the spelling and the name service.</source>
        <translation>请检查拼写和名称服务。</translation>
    </message>
    <message>
        <source>Check host and port, and that the server runs.</source>
        <translation>请检查主机和端口，以及服务器是否在运行。</translation>
    </message>
    <message>
        <source>Give the right path behind the servers, or none.</source>
        <translation>请在服务器之后给出正确的路径，或者不给路径。</translation>
    </message>
    <message>
        <source>The search is still running: there may be more locks.</source>
        <translation>搜索仍在进行：可能还有更多锁。</translation>
    </message>
    <message>
        <source>Ask for the long list, or pin a path.</source>
        <translation>请求长列表，或固定一个路径。</translation>
    </message>
    <message>
        <source>Ask for the long list with --ask-anyway, or give paths with --pin.</source>
        <translation>用 --ask-anyway 请求长列表，或用 --pin 给出路径。</translation>
    </message>
    <message>
        <source>Check the AdminServer address of the connection, and its port.</source>
        <translation>请检查该连接的 AdminServer 地址及其端口。</translation>
    </message>
    <message>
        <source>Dialects were not read from %1: %2.</source>
        <comment>file and place in it, reason</comment>
        <translation>未能从 %1 读取锁协议：%2。</translation>
    </message>
    <message>
        <source>No locks were found.</source>
        <translation>未找到锁。</translation>
    </message>
    <message>
        <source>It is not known whether %1 was acquired</source>
        <translation>不知道是否已获取 %1</translation>
    </message>
    <message>
        <source>It is not known whether %1 was released</source>
        <translation>不知道是否已释放 %1</translation>
    </message>
    <message>
        <source>It is not known whether the holder of %1 was asked to release</source>
        <translation>不知道是否已请求 %1 的持有者释放</translation>
    </message>
    <message>
        <source>It is not known whether the waiter of %1 was evicted</source>
        <translation>不知道 %1 的等待者是否已被逐出</translation>
    </message>
    <message>
        <source>It is not known whether the holder of %1 was removed</source>
        <translation>不知道 %1 的持有者是否已被移除</translation>
    </message>
    <message>
        <source>It is not known whether the child of %1 was deleted</source>
        <translation>不知道 %1 的子节点是否已被删除</translation>
    </message>
    <message>
        <source>It is not known whether %1 was deleted</source>
        <translation>不知道 %1 是否已被删除</translation>
    </message>
    <message>
        <source>There is no connection.</source>
        <translation>没有连接。</translation>
    </message>
    <message>
        <source>The profile of this connection is read-only.</source>
        <translation>此连接的配置为只读。</translation>
    </message>
    <message>
        <source>The connection is read-only. Allow actions first.</source>
        <translation>连接为只读。请先允许操作。</translation>
    </message>
    <message>
        <source>On a production cluster at most %1 contenders may run at a time.</source>
        <translation>在生产集群上最多可同时运行 %1 个竞争者。</translation>
    </message>
    <message>
        <source>Stop some first, or add fewer.</source>
        <translation>请先停止一些，或者少添加一些。</translation>
    </message>
    <message>
        <source>What came of it could not be written to the audit file %1 (%2).</source>
        <translation>其结果无法写入审计文件 %1（%2）。</translation>
    </message>
    <message>
        <source>Nothing was done, as it could not first be written to the audit file %1 (%2).</source>
        <translation>未执行任何操作，因为无法先写入审计文件 %1（%2）。</translation>
    </message>
    <message>
        <source>Asked %1 to release %2. The holder decides whether to comply.</source>
        <translation>已请求 %1 释放 %2。是否照做由持有者决定。</translation>
    </message>
    <message numerus="yes">
        <source>Launched %n contender(s) on %1.</source>
        <translation>
            <numerusform>已在 %1 上启动 %n 个竞争者。</numerusform>
        </translation>
    </message>
    <message>
        <source>No SASL with %1.</source>
        <translation>无法与 %1 进行 SASL 登录。</translation>
    </message>
    <message>
        <source>Compare the mechanism with what the server&apos;s owner says.</source>
        <translation>请与服务器管理员核对所用的机制。</translation>
    </message>
    <message>
        <source>No way to find locks</source>
        <translation>无法查找锁</translation>
    </message>
    <message>
        <source>Locks could not be searched for.</source>
        <translation>无法搜索锁。</translation>
    </message>
    <message>
        <source>Compare our ticket, the service and the mechanism with what the server&apos;s owner says.</source>
        <translation>请将我们的票据、服务和机制与服务器所有者提供的信息进行比对。</translation>
    </message>
    <message>
        <source>Compare the server&apos;s clock, and the key of its service, with the KDC&apos;s. The server&apos;s log tells why it took no ticket of ours.</source>
        <translation>请将服务器的时钟及其服务密钥与 KDC 的进行比对。服务器的日志会说明它为何没有接受我们的票据。</translation>
    </message>
    <message>
        <source>the server does not allow “mntr”, which tells whether the list is too long to be asked for</source>
        <translation>服务器不允许用来得知列表是否过长的“mntr”</translation>
    </message>
    <message>
        <source>%1 No server has listed the ephemeral znodes, and no path is pinned.</source>
        <translation>%1 没有服务器列出临时 znode，也没有固定的路径。</translation>
    </message>
    <message>
        <source>“Ask for the long list” in the menu View asks a server all the same.</source>
        <translation>“视图”菜单中的“请求长列表”会照样查询。</translation>
    </message>
    <message>
        <source>“--ask-anyway” asks a server all the same.</source>
        <translation>“--ask-anyway”会照样查询。</translation>
    </message>
    <message>
        <source>%1 In servers&apos; files there was none.</source>
        <translation>%1 服务器的文件中没有这样的目录。</translation>
    </message>
    <message>
        <source>The connection to %1 broke off.</source>
        <comment>server</comment>
        <translation>与 %1 的连接中断了。</translation>
    </message>
    <message>
        <source>Could not remove %1, which the lab left</source>
        <translation>无法移除实验室留下的 %1</translation>
    </message>
    <message>
        <source>Removed %1, which the lab left.</source>
        <translation>已移除实验室留下的 %1。</translation>
    </message>
</context>
<context>
    <name>lockscope::FairnessPicture</name>
    <message>
        <source>Order of arrival against order of grants</source>
        <translation>到达顺序与授予顺序的对照</translation>
    </message>
    <message>
        <source>Painted: the last %1 grants, of which %2 overtook an earlier arrival</source>
        <translation>图中为最近 %1 次授予，其中 %2 次抢在更早到达者之前</translation>
    </message>
    <message>
        <source>To the right: order of arrival. Upwards: order of grants. On the diagonal all is fair; a triangle overtook an earlier arrival.</source>
        <translation>横向：到达顺序。纵向：授予顺序。对角线上均为公平；三角形表示抢在更早到达者之前。</translation>
    </message>
</context>
<context>
    <name>lockscope::FairnessText</name>
    <message>
        <source>Not known: the znodes of this kind of lock tell no order of waiting</source>
        <translation>无法得知：这类锁的 znode 不反映等待顺序</translation>
    </message>
    <message numerus="yes">
        <source>Not known: %n of %1 turn(s) not fully seen</source>
        <translation>
            <numerusform>无法得知：%1 次中有 %n 次未完整观察到</numerusform>
        </translation>
    </message>
    <message>
        <source>No grants yet</source>
        <translation>尚无授予</translation>
    </message>
    <message numerus="yes">
        <source>Fair: %n of %n grant(s) in order of arrival</source>
        <translation>
            <numerusform>公平：%n 次授予中 %n 次按到达顺序</numerusform>
        </translation>
    </message>
    <message>
        <source>Unfair: %1 of %2 grants overtook an earlier arrival</source>
        <translation>不公平：%2 次授予中有 %1 次抢在更早到达者之前</translation>
    </message>
    <message numerus="yes">
        <source>Fair: %n of the last %n grant(s) in order of arrival</source>
        <translation>
            <numerusform>公平：最近 %n 次授予中 %n 次按到达顺序</numerusform>
        </translation>
    </message>
    <message>
        <source>Unfair: %1 of the last %2 grants overtook an earlier arrival</source>
        <translation>不公平：最近 %2 次授予中有 %1 次抢在更早到达者之前</translation>
    </message>
    <message numerus="yes">
        <source>Not known: %n of %1 grant(s) seen together, in no order</source>
        <translation>
            <numerusform>无法得知：%1 次授予中有 %n 次同时看到，先后不明</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not known: of %n grant(s) seen none overtook an earlier arrival</source>
        <translation>
            <numerusform>无法得知：看到的 %n 次授予均未抢在更早到达者之前</numerusform>
        </translation>
    </message>
    <message>
        <source>Not known: no grants seen</source>
        <translation>无法得知：未看到授予</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n change(s) at least not seen</source>
        <translation>
            <numerusform>%1；至少有 %n 次变更未看到</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n change(s) not seen</source>
        <translation>
            <numerusform>%1；有 %n 次变更未看到</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; there may be changes that were not seen</source>
        <translation>%1；可能有变更未看到</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n earlier grant(s) not kept</source>
        <translation>
            <numerusform>%1；更早的 %n 次授予未保留</numerusform>
        </translation>
    </message>
    <message>
        <source>fair</source>
        <translation>公平</translation>
    </message>
    <message>
        <source>unfair</source>
        <translation>不公平</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>无法得知</translation>
    </message>
    <message>
        <source>%1: arrival %2, grant %3, overtook an earlier arrival</source>
        <translation>%1：第 %2 个到达，第 %3 个获得锁，抢在更早到达者之前</translation>
    </message>
    <message>
        <source>%1: arrival %2, grant %3, shared with other readers</source>
        <translation>%1：第 %2 个到达，第 %3 个获得锁，与其他读者共享</translation>
    </message>
    <message>
        <source>%1: arrival %2, grant %3</source>
        <translation>%1：第 %2 个到达，第 %3 个获得锁</translation>
    </message>
    <message numerus="yes">
        <source>%1; up to %n grant(s) of this time not kept</source>
        <translation>
            <numerusform>%1；此时段内至多有 %n 次授予未保留</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::FileText</name>
    <message>
        <source>it is no file</source>
        <translation>它不是文件</translation>
    </message>
</context>
<context>
    <name>lockscope::FindingCommand</name>
    <message>
        <source>it was killed, or crashed</source>
        <translation>它被终止，或者崩溃了</translation>
    </message>
    <message>
        <source>it ended with status %1</source>
        <translation>它以状态 %1 结束</translation>
    </message>
    <message>
        <source>Nobody may have heard of a finding: %1 failed: %2.</source>
        <translation>可能没有人得知某个问题：%1 失败：%2。</translation>
    </message>
    <message>
        <source>it had not ended after %1</source>
        <translation>%1 后它仍未结束</translation>
    </message>
    <message>
        <source>Findings that came and went before %1 could be told of them: %2</source>
        <translation>来不及告知 %1 就已出现又结束的问题：%2 个</translation>
    </message>
    <message>
        <source>There are more findings than %1 can be told of at once: the others have to wait.</source>
        <translation>问题太多，无法同时告知 %1：其余的需要等待。</translation>
    </message>
</context>
<context>
    <name>lockscope::FindingFacts</name>
    <message>
        <source>Clients that wait in that queue, or behind one of these: %1. In sum they have waited for %2.</source>
        <comment>number, duration</comment>
        <translation>在该队列中、或在其中某个之后等待的客户端：%1 个。它们合计已等待 %2。</translation>
    </message>
    <message>
        <source>The certificate that this program shows to servers has expired.</source>
        <translation>本程序向服务器出示的证书已过期。</translation>
    </message>
    <message>
        <source>The certificate that this program shows to servers is valid for another %1.</source>
        <comment>duration</comment>
        <translation>本程序向服务器出示的证书的剩余有效期：%1。</translation>
    </message>
    <message>
        <source>The certificate of this server has expired.</source>
        <translation>此服务器的证书已过期。</translation>
    </message>
    <message>
        <source>The certificate of this server is valid for another %1.</source>
        <comment>duration</comment>
        <translation>此服务器的证书的剩余有效期：%1。</translation>
    </message>
    <message>
        <source>These contenders wait, their sessions watch no contender of this lock, and their clients have not been heard of for more than half of their timeouts: %1. Whether they will watch when they go on can&apos;t be known.</source>
        <translation>这些竞争者在等待，它们的会话没有监视此锁的任何竞争者，而且它们的客户端已有超过一半超时时间没有消息：%1。它们恢复运行后是否会监视，无法得知。</translation>
    </message>
    <message>
        <source>%1 answers that it serves nobody now: it has no quorum with the others, or is still starting.</source>
        <comment>server</comment>
        <translation>%1 回答说它现在不为任何客户端服务：它与其他服务器没有法定多数，或者仍在启动。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>names, number</comment>
        <translation>%1 等（另有 %2 个）</translation>
    </message>
    <message>
        <source>a contender of unknown name</source>
        <translation>名称未知的竞争者</translation>
    </message>
    <message>
        <source>of unknown id</source>
        <translation>标识未知</translation>
    </message>
    <message>
        <source>its server</source>
        <translation>其服务器</translation>
    </message>
    <message>
        <source>some</source>
        <translation>若干</translation>
    </message>
    <message>
        <source>some time</source>
        <translation>一段时间</translation>
    </message>
    <message>
        <source>No server has a connection of session %1. Its znode stays until the session expires, in at most %2, unless its client comes back.</source>
        <translation>没有服务器保持着会话 %1 的连接。除非客户端回来，其 znode 会保留到会话过期，至多还有 %2。</translation>
    </message>
    <message>
        <source>No server has a connection of session %1. Its znode stays until the session expires; when that is, is not known.</source>
        <translation>没有服务器保持着会话 %1 的连接。其 znode 会保留到会话过期；何时过期，尚不清楚。</translation>
    </message>
    <message>
        <source>Clients that all wake up when %1 goes: %2.</source>
        <comment>contender, number</comment>
        <translation>%1 离开时会同时被唤醒的客户端：%2。</translation>
    </message>
    <message>
        <source>Most clients that one new or removed child has woken on %1 since it started: %2.</source>
        <comment>server, number</comment>
        <translation>%1 启动以来，新增或移除一个子节点最多唤醒的客户端：%2。</translation>
    </message>
    <message>
        <source>The server started %1 ago, and does not tell when that was since: it may be long over.</source>
        <comment>duration</comment>
        <translation>该服务器于 %1 前启动，但未说明此后何时发生：这可能早已结束。</translation>
    </message>
    <message>
        <source>Neither when the server started is known nor when that was since: it may be long over.</source>
        <translation>该服务器何时启动、此后何时发生均不得而知：这可能早已结束。</translation>
    </message>
    <message>
        <source>Most clients that one removed znode has woken on %1 since it started: %2.</source>
        <comment>server, number</comment>
        <translation>%1 启动以来，移除一个 znode 最多唤醒的客户端：%2。</translation>
    </message>
    <message>
        <source>No sequence number is left in this directory: new contenders get equal or negative ones.</source>
        <translation>此目录的序号已用尽：新的竞争者会得到相同或负的序号。</translation>
    </message>
    <message>
        <source>Sequence numbers that are left in this directory: %1.</source>
        <translation>此目录剩余的序号：%1。</translation>
    </message>
    <message>
        <source>%1 has waited for %2.</source>
        <comment>contender, duration</comment>
        <translation>%1 已等待 %2。</translation>
    </message>
    <message>
        <source>%1 of session %2 has waited for %3, the longest of all. So many wait for long: %4.</source>
        <comment>contender, session, duration, number</comment>
        <translation>会话 %2 的 %1 已等待 %3，为最久。长时间等待者的数量：%4。</translation>
    </message>
    <message>
        <source>%1 of session %2 has waited for %3.</source>
        <comment>contender, session, duration</comment>
        <translation>会话 %2 的 %1 已等待 %3。</translation>
    </message>
    <message>
        <source>The clock of %1 and the clock of this machine differ.</source>
        <translation>%1 的时钟与本机时钟不一致。</translation>
    </message>
    <message>
        <source>All servers that told their time agree: the clock of this machine is %1 behind theirs.</source>
        <translation>所有报告了时间的服务器一致：本机时钟比它们慢 %1。</translation>
    </message>
    <message>
        <source>All servers that told their time agree: the clock of this machine is %1 ahead of theirs.</source>
        <translation>所有报告了时间的服务器一致：本机时钟比它们快 %1。</translation>
    </message>
    <message>
        <source>The clock of %1 is %2 behind the clock of this machine.</source>
        <translation>%1 的时钟比本机时钟慢 %2。</translation>
    </message>
    <message>
        <source>The clock of %1 is %2 ahead of the clock of this machine.</source>
        <translation>%1 的时钟比本机时钟快 %2。</translation>
    </message>
    <message>
        <source>These contenders have equal sequence numbers: %1. Their library can&apos;t tell which of them is first, so that several may hold the lock.</source>
        <translation>这些竞争者的序号相同：%1。其所用的库无法判断谁在最前，因此可能有多个竞争者同时持有锁。</translation>
    </message>
    <message>
        <source>These contenders have negative sequence numbers: %1. Their library puts them in a wrong order, so that newcomers may take the lock from its holder.</source>
        <translation>这些竞争者的序号为负：%1。其所用的库会排错顺序，因此后来者可能从持有者手中夺走锁。</translation>
    </message>
    <message>
        <source>The holder of the write lock also asks for the read lock, behind another writer: %1. Curator before 5.5 grants that at once, and lets the writer in beside it when the write lock is given back (CURATOR-621).</source>
        <translation>写锁的持有者还在另一个写者之后请求读锁：%1。5.5 之前的 Curator 会立即授予读锁，并在写锁归还时让那个写者与它同时持有 (CURATOR-621)。</translation>
    </message>
    <message>
        <source>These readers watch a writer that stands behind them and waits for them: %1. In kazoo before 2.9 both wait for ever (kazoo #649).</source>
        <translation>这些读者监视着排在自己后面、又在等待自己的写者：%1。在 2.9 之前的 kazoo 中，双方会永远等待 (kazoo #649)。</translation>
    </message>
    <message>
        <source>The queue is in the situation in which the bug %1 of its library bites: %2.</source>
        <comment>name of the bug, contenders</comment>
        <translation>队列正处于其所用库的缺陷 %1 会发作的情形：%2。</translation>
    </message>
    <message>
        <source>These contenders may not be read: %1. Their names tell their order. Whose they are and since when is not known, so that circles of waiting and clients that have gone are not found among them.</source>
        <translation>以下竞争者无权读取：%1。由名称可知其先后顺序，但不知道它们属于谁、从何时开始排队，因此无法在其中发现循环等待和已消失的客户端。</translation>
    </message>
    <message>
        <source>The data of these contenders may not be read: %1. Their order is known without it.</source>
        <translation>无权读取这些竞争者的数据：%1。不读数据也能得知它们的顺序。</translation>
    </message>
    <message>
        <source>Session %1 is connected and has several contenders of one id: %2. The first one holds the lock, while the client waits with a later one: it has missed that an earlier try had worked.</source>
        <translation>会话 %1 已连接，并有多个标识相同的竞争者：%2。第一个持有着锁，而客户端却在用后面的一个等待：它没有察觉先前的一次尝试已经成功。</translation>
    </message>
    <message>
        <source>Session %1 waits for a contender of its own, for %2 at most: %3.</source>
        <comment>session, duration, contenders</comment>
        <translation>会话 %1 在等待它自己的竞争者，至多已有 %2：%3。</translation>
    </message>
    <message>
        <source>These contenders carry the same id, which libraries make unique: %1. An earlier try was left behind.</source>
        <translation>这些竞争者带有相同的标识，而库会让标识各不相同：%1。先前的一次尝试遗留了下来。</translation>
    </message>
    <message>
        <source>No session owns %1: no session&apos;s end removes it.</source>
        <translation>%1 不属于任何会话：没有哪个会话结束时会移除它。</translation>
    </message>
    <message>
        <source>These contenders wait, but their sessions watch no contender of this lock: %1.</source>
        <translation>这些竞争者在等待，但其会话没有监视此锁的任何竞争者：%1。</translation>
    </message>
    <message>
        <source>By their names these contenders stand before others that were created earlier: %1.</source>
        <translation>按名称，这些竞争者排在更早创建的竞争者之前：%1。</translation>
    </message>
    <message>
        <source>Contenders that wait for this lock: %1.</source>
        <translation>等待此锁的竞争者：%1。</translation>
    </message>
    <message>
        <source>Lock directories without a contender: %1.</source>
        <translation>没有竞争者的锁目录：%1。</translation>
    </message>
    <message>
        <source>Watches that this program has set: %1, more than its budget.</source>
        <translation>本程序已设置的监视：%1，超出预算。</translation>
    </message>
    <message>
        <source>%1. %2 holds %3 and waits for %4</source>
        <comment>number, session, lock, lock</comment>
        <translation>%1. %2 持有 %3，等待 %4</translation>
    </message>
    <message>
        <source>this program</source>
        <translation>本程序</translation>
    </message>
    <message>
        <source>the cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>…… 另有 %1 个</translation>
    </message>
    <message>
        <source>hosts that are not known</source>
        <translation>未知的主机</translation>
    </message>
    <message>
        <source>No server has a connection of the clients of so many holders: %1. They ran on %2. Each znode stays until its session expires.</source>
        <comment>number, hosts</comment>
        <translation>没有服务器有这些持有者的客户端的连接，持有者数：%1。它们运行在 %2。每个 znode 会保留到其会话过期。</translation>
    </message>
    <message>
        <source>Session %1 reads this lock and waits to write it, for %2 already. A writer waits for all readers before it, so it waits for itself.</source>
        <comment>session, duration</comment>
        <translation>会话 %1 持有此锁的读锁，又在等待写锁，已等待 %2。写者要等它前面的所有读者，所以它在等自己。</translation>
    </message>
    <message>
        <source>These sessions read one lock and wait to write it, for %2 already: %1. A writer waits for all readers before it, so none of them gets on.</source>
        <comment>sessions, duration</comment>
        <translation>这些会话持有同一把锁的读锁，又在等待写锁，已等待 %2：%1。写者要等它前面的所有读者，所以谁都无法继续。</translation>
    </message>
    <message>
        <source>These sessions have been waiting for each other for %2: %1.</source>
        <comment>sessions, duration</comment>
        <translation>这些会话已互相等待 %2：%1。</translation>
    </message>
    <message>
        <source>One of them waits for any of several permits; those that have the others can&apos;t go on before it, either.</source>
        <translation>其中一个会话在等待多个许可中的任意一个；持有其余许可的会话同样要等它先继续。</translation>
    </message>
    <message>
        <source>These contenders wait, but their sessions watch no other contender of this lock than themselves: %1.</source>
        <translation>这些竞争者在等待，但其会话在此锁中只监视自己：%1。</translation>
    </message>
    <message>
        <source>These contenders wait, but their sessions watch a child of the directory that is no contender: %1.</source>
        <translation>这些竞争者在等待，但其会话监视的是目录中一个并非竞争者的子节点：%1。</translation>
    </message>
    <message>
        <source>These contenders wait, but their sessions watch a contender that stands behind them: %1.</source>
        <translation>这些竞争者在等待，但其会话监视的是排在它们后面的竞争者：%1。</translation>
    </message>
    <message>
        <source>%1 has no quorum and only reads: what it tells is as old as its separation from the others.</source>
        <comment>server</comment>
        <translation>%1 没有法定多数，只能读：它所说的内容停留在它与其他服务器失去联系之时。</translation>
    </message>
    <message>
        <source>%1 has not yet the transactions that another server had %2 before.</source>
        <comment>server, duration</comment>
        <translation>%1 还没有另一台服务器在 %2 前就已有的事务。</translation>
    </message>
    <message>
        <source>Ephemeral znodes of session %1: %2.</source>
        <comment>session, number</comment>
        <translation>会话 %1 的临时节点数：%2。</translation>
    </message>
    <message>
        <source>How often another candidate became the leader in the last ten minutes: %1.</source>
        <translation>最近十分钟内更换领导者的次数：%1。</translation>
    </message>
    <message>
        <source>%1. %2 reads %3 and waits to write it</source>
        <comment>number, session, lock</comment>
        <translation>%1. %2 持有 %3 的读锁，又在等待其写锁</translation>
    </message>
    <message>
        <source>Suspected: one of the sessions was seen to do something else while it waited. So it has several threads, which may only take turns.</source>
        <translation>疑似：看到其中一个会话在等待时还做了别的事。可见它有多个线程，可能只是在轮流。</translation>
    </message>
    <message>
        <source>Suspected: one of the sessions waits for a permit, and whether one is free its client alone knows. It is verified once a server tells that it has answered that client since the permits last changed.</source>
        <translation>疑似：其中一个会话在等待许可，而是否有空闲许可只有其客户端知道。一旦有服务器表明在许可最近一次变化之后应答过该客户端，即为已核实。</translation>
    </message>
    <message>
        <source>Suspected: clients of several threads that take turns look the same for a moment. It is verified once none of the sessions has done anything for some seconds.</source>
        <translation>疑似：有多个线程、轮流取锁的客户端一时看来也是这样。若这些会话数秒内都没有任何动作，即为已核实。</translation>
    </message>
    <message>
        <source>Suspected: only the servers&apos; clock says so, and nobody has compared it with this machine&apos;s. It is verified once the wait was seen from here for so long.</source>
        <translation>疑似：仅依据服务器的时钟，而该时钟未与本机时钟比较过。从本机观察到等待达到这一时长后即为已核实。</translation>
    </message>
    <message>
        <source>Suspected: seen once. It is verified once servers tell the same again.</source>
        <translation>疑似：只看到一次。服务器再次给出同样的内容后即为已核实。</translation>
    </message>
    <message>
        <source>Verified: none of the sessions does anything any more, for longer than their locks were seen held. But they have several threads, so ask whether these really wait for each other.</source>
        <translation>已核实：这些会话都已没有动作，时间比看到过的持锁时间更长。但它们有多个线程，请确认这些线程是否真的在互相等待。</translation>
    </message>
    <message>
        <source>Verified: for some seconds none of the sessions has got a lock, asked for one or given one back.</source>
        <translation>已核实：数秒以来，这些会话都没有获得、请求或释放任何锁。</translation>
    </message>
    <message>
        <source>Clients that it blocks: at least %2, %1 of them directly. In sum they have waited for %3.</source>
        <comment>numbers, duration</comment>
        <translation>被它阻塞的客户端：至少 %2 个，其中直接 %1 个。它们合计已等待 %3。</translation>
    </message>
    <message>
        <source>Clients that it blocks: %2, %1 of them directly. In sum they have waited for %3.</source>
        <comment>numbers, duration</comment>
        <translation>被它阻塞的客户端：%2 个，其中直接 %1 个。它们合计已等待 %3。</translation>
    </message>
    <message>
        <source>There may be more locks than these.</source>
        <translation>除此之外可能还有更多锁。</translation>
    </message>
    <message>
        <source>Locks that were not read completely: %1.</source>
        <translation>未能完整读取的锁：%1。</translation>
    </message>
    <message>
        <source>Sessions whose clients may be gone unnoticed: %1.</source>
        <translation>客户端可能已消失而未被发现的会话：%1。</translation>
    </message>
    <message>
        <source>Waiters whose watches are not known, so that one that never wakes up is missed: %1.</source>
        <translation>监视 (watch) 未知的等待者，因此可能漏掉永远不会被唤醒的等待者：%1。</translation>
    </message>
    <message>
        <source>%1 was removed %2 ago, not by this program, while session %3 lives. Its client has sent no request since, so it can&apos;t have released it, and may not know.</source>
        <comment>contender, duration, session</comment>
        <translation>%1 在 %2前被删除，并非由本程序删除，而会话 %3 仍然存活。此后其客户端没有发送任何请求，因此不可能是它自己释放的，它可能并不知情。</translation>
    </message>
    <message>
        <source>%1 was removed %2 ago, most likely by somebody else, while session %3 lives. Whether its client has noticed is not known.</source>
        <comment>contender, duration, session</comment>
        <translation>%1 在 %2前被删除，很可能由他人删除，而会话 %3 仍然存活。其客户端是否已注意到尚不可知。</translation>
    </message>
    <message>
        <source>The lock&apos;s own directory may not be read: who queues there is known by a server&apos;s list of ephemerals alone, if at all.</source>
        <translation>无权读取锁目录本身：谁在那里排队，至多只能从服务器的临时 znode 列表得知。</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>session, address</comment>
        <translation>%1 位于 %2</translation>
    </message>
    <message>
        <source>Clients: %1.</source>
        <translation>客户端：%1。</translation>
    </message>
    <message>
        <source>These contenders wait, but their sessions watch a child of the directory that is not there any more, and so may never be woken: %1.</source>
        <translation>这些竞争者在等待，但其会话监视的子节点已不存在，因此可能永远不会被唤醒：%1。</translation>
    </message>
    <message>
        <source>In so many locks somebody waits for long: %1. Their holders run on %3. The longest wait is %2.</source>
        <comment>number, duration, hosts</comment>
        <translation>有这么多锁中有人长时间等待：%1。它们的持有者运行在 %3 上。最长的等待为 %2。</translation>
    </message>
    <message>
        <source>Nobody stood before these contenders when they came, as far as is known: %1. Most likely they were granted the lock then, and their libraries do not look again. Others came later, by their names before them: the first of those holds the lock by the rules of its library. So two may believe that they hold.</source>
        <translation>据所知，这些竞争者到来时前面没有别人：%1。它们很可能当时就获得了锁，而它们的库不会再次查看。后来者按名称排在它们之前：按其库的规则，其中第一个持有该锁。因此可能有两个客户端都认为自己持有锁。</translation>
    </message>
    <message>
        <source>This semaphore has more owners than permits, by %1. Its owners: %2. Their clients go by other numbers of permits, the number was lowered while they held, or somebody created permits by hand.</source>
        <comment>number, contenders</comment>
        <translation>该信号量的占有者比许可多 %1 个。其占有者：%2。要么这些客户端使用的许可数不同，要么在占有期间许可数被调低，要么有人手工创建了许可。</translation>
    </message>
    <message>
        <source>No server has a connection of the clients of so many waiters: %1. They ran on %2. It is the turn of each of them, and others wait behind it until its session expires.</source>
        <comment>number, hosts</comment>
        <translation>没有服务器保持着这么多等待者的客户端连接：%1。它们曾运行在 %2 上。现在轮到它们各自，而其后还有其他等待者，要等到其会话过期。</translation>
    </message>
    <message>
        <source>No server has a connection of the clients of so many waiters: %1. They ran on %2. Each znode stays in its queue until its session expires: until then the lock is given to it when its turn comes.</source>
        <comment>number, hosts</comment>
        <translation>没有服务器有这些等待者的客户端的连接，等待者数：%1。它们运行在 %2。每个 znode 会留在队列中直到其会话过期：在此之前，轮到它时锁会授予它。</translation>
    </message>
    <message>
        <source>No server has a connection of the clients of so many members: %1. They ran on %2. Each znode stays until its session expires.</source>
        <comment>number, hosts</comment>
        <translation>没有服务器有这些成员的客户端的连接，成员数：%1。它们运行在 %2。每个 znode 会保留到其会话过期。</translation>
    </message>
    <message>
        <source>Others wait behind its contender.</source>
        <translation>有其他客户端在它的竞争者之后等待。</translation>
    </message>
    <message>
        <source>No server has a connection of session %1, whose turn it is, and others wait behind its contender: they are blocked until the session expires, in at most %2.</source>
        <comment>session, duration</comment>
        <translation>没有服务器保持着会话 %1 的连接，现在轮到它，而其竞争者之后还有其他等待者：它们会被阻塞到该会话过期为止，至多还有 %2。</translation>
    </message>
    <message>
        <source>No server has a connection of session %1, whose turn it is, and others wait behind its contender: they are blocked until the session expires; when that is, is not known.</source>
        <translation>没有服务器保持着会话 %1 的连接，现在轮到它，而其竞争者之后还有其他等待者：它们会被阻塞到该会话过期为止；何时过期，尚不清楚。</translation>
    </message>
    <message>
        <source>No server has a connection of session %1, and others wait behind its contender. If its turn comes before the session expires, in at most %2, they are blocked for the rest of that time.</source>
        <comment>session, duration</comment>
        <translation>没有服务器保持着会话 %1 的连接，而其竞争者之后还有其他等待者。如果在会话过期（至多还有 %2）之前轮到它，后面的等待者会在剩余时间内被阻塞。</translation>
    </message>
    <message>
        <source>No server has a connection of session %1, and others wait behind its contender. If its turn comes before the session expires, they are blocked until then; when that is, is not known.</source>
        <translation>没有服务器保持着会话 %1 的连接，而其竞争者之后还有其他等待者。如果在会话过期之前轮到它，后面的等待者会被阻塞到过期为止；何时过期，尚不清楚。</translation>
    </message>
    <message>
        <source>Contenders of several libraries stand in one directory. By the watch tables those like %1 wait for those like %2. Whether they are waited for in turn is not known: nobody stands behind them who would have to.</source>
        <comment>contender, contender</comment>
        <translation>多个库的竞争者位于同一目录。据监视表，像 %1 这样的竞争者会等待像 %2 这样的竞争者。反过来是否也会等待，尚不可知：还没有应当等待它们的竞争者排在其后。</translation>
    </message>
    <message>
        <source>Contenders of several libraries stand in one directory, and don&apos;t all wait for each other: by the watch tables %1 does not watch %2, which stands right before it. Each library may have a holder of its own.</source>
        <comment>contender, contender</comment>
        <translation>多个库的竞争者位于同一目录，且并非都互相等待：据监视表，%1 没有监视紧排在其前的 %2。每个库都可能有自己的持有者。</translation>
    </message>
    <message>
        <source>Contenders of several libraries, such as %1, stand in one directory. By their names they don&apos;t see each other: then each library may have a holder of its own. That is inferred: some clients can be told to wait for other names as well. The servers&apos; watch tables, which would settle it, were not read, or do not show it yet.</source>
        <translation>多个库（如 %1）的竞争者位于同一目录。就名称而言它们互不可见：那样每个库都可能有自己的持有者。这是推断：有些客户端可以设置为也等待其他名称。服务器的监视表可以给出定论，但尚未读取，或尚未显示这一点。</translation>
    </message>
    <message>
        <source>Clients that wait behind it: %2, %1 of them directly.</source>
        <comment>numbers</comment>
        <translation>在它之后等待的客户端：%2 个，其中直接 %1 个。</translation>
    </message>
    <message>
        <source>Clients that wait behind it: at least %2, %1 of them directly.</source>
        <comment>numbers</comment>
        <translation>在它之后等待的客户端：至少 %2 个，其中直接 %1 个。</translation>
    </message>
    <message>
        <source>Where our ticket was, there is none any more.</source>
        <translation>原来存放我们票据的地方已经没有票据了。</translation>
    </message>
    <message>
        <source>The ticket by which this program is signed in has ended.</source>
        <translation>本程序登录所用的票据已过期。</translation>
    </message>
    <message>
        <source>The ticket by which this program is signed in ends in %1.</source>
        <comment>duration</comment>
        <translation>本程序登录所用的票据将在 %1后过期。</translation>
    </message>
    <message>
        <source>Contenders of several libraries stand in one directory, and two of them hold the lock at the same time: %1 is the first one of its library and, by the watch tables, does not wait for %2, which holds before it.</source>
        <comment>contender, contender</comment>
        <translation>多个库的竞争者位于同一目录，其中两个同时持有该锁：%1 在其所属库的队列中排第一，并且据监视表，它不等待排在其前并持有锁的 %2。</translation>
    </message>
    <message>
        <source>Sessions whose clients may be gone unnoticed: %1. Among them: %2.</source>
        <comment>number, sessions</comment>
        <translation>客户端可能已悄然离开的会话：%1。其中有：%2。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>contender, library</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The clients of so many holders have been silent for more than half of their timeouts, one of them for at least %2: %1. They run on %3.</source>
        <comment>number, duration, hosts</comment>
        <translation>以下数量的持有者的客户端已静默超过其超时的一半，其中一个至少 %2：%1。它们运行在 %3 上。</translation>
    </message>
    <message>
        <source>Session %1 has been silent for at least %2, as %3 tells: more than half of its timeout. It expires in at most %4, unless its client comes back.</source>
        <translation>据%3告知，会话 %1 已静默至少 %2：超过其超时的一半。除非客户端恢复，它至多还有 %4 就会过期。</translation>
    </message>
    <message>
        <source>Session %1 has been silent for at least %2, as %3 tells: more than half of its timeout. When it expires is not known.</source>
        <translation>据%3告知，会话 %1 已静默至少 %2：超过其超时的一半。何时过期，尚不清楚。</translation>
    </message>
    <message>
        <source>The clients of so many waiters have been silent for more than half of their timeouts, one of them for at least %2: %1. They run on %3, and others wait behind them.</source>
        <comment>number, duration, hosts</comment>
        <translation>以下数量的等待者的客户端已静默超过其超时的一半，其中一个至少 %2：%1。它们运行在 %3 上，还有其他客户端排在它们之后。</translation>
    </message>
</context>
<context>
    <name>lockscope::FindingText</name>
    <message>
        <source>Certificate ends</source>
        <translation>证书到期</translation>
    </message>
    <message>
        <source>Have it renewed before. Who has a connection by then keeps it, but nobody gets a new one by an expired certificate: after the next restart or loss of the network those that check it are cut off.</source>
        <translation>请在此之前续签。届时已有的连接会保持，但任何人都不能再凭过期证书建立新连接：下一次重启或断网之后，检查证书的客户端将被拒之门外。</translation>
    </message>
    <message>
        <source>Look at the client&apos;s host: its process may be paused. When it goes on it may still set its watch, or find that its session has ended. If it is heard of again and watches nothing then, restart it: nothing will wake it.</source>
        <translation>请查看该客户端的主机：其进程可能被暂停。恢复运行后它可能仍会设置监视，或发现会话已结束。如果它再次出现却仍未监视任何节点，请重启它：没有什么会唤醒它。</translation>
    </message>
    <message>
        <source>A waiter&apos;s client is silent and watches nothing</source>
        <translation>等待者的客户端沉默且没有监视任何节点</translation>
    </message>
    <message>
        <source>If it was started a moment ago, wait. Else see in its log whether it reaches the others of its ensemble: clients that name only this server can&apos;t connect, and the ensemble bears the loss of one server less.</source>
        <translation>如果它刚刚启动，请稍候。否则请在它的日志中查看它能否连到集群中的其他服务器：只写了这台服务器的客户端无法连接，集群可以承受的服务器损失也少了一台。</translation>
    </message>
    <message>
        <source>A server serves nobody</source>
        <translation>一台服务器不提供服务</translation>
    </message>
    <message>
        <source>Possible deadlock</source>
        <translation>可能的死锁</translation>
    </message>
    <message>
        <source>The holder&apos;s client is gone</source>
        <translation>持有者的客户端已消失</translation>
    </message>
    <message>
        <source>Wait for the expiry: ZooKeeper then removes the znode and the lock goes on to the next waiter, or stays with it where that client is gone as well, until its session expires, too. Force the release only if that takes too long and you are sure that the old client no longer works on what the lock protects.</source>
        <translation>请等待过期：届时 ZooKeeper 会移除 znode，锁转给下一个等待者；若其客户端也已消失，则锁留在它那里直到其会话也过期。仅当等待过久，且您确信原客户端已不再操作受该锁保护的对象时，才强制释放。</translation>
    </message>
    <message>
        <source>The holder&apos;s client has fallen silent</source>
        <translation>持有者的客户端陷入静默</translation>
    </message>
    <message>
        <source>Look at the client&apos;s host: its process may be paused or overloaded, or its network broken. If it stays silent, ZooKeeper ends the session and releases the lock by itself. The client may go on for a while without knowing that.</source>
        <translation>请检查客户端的主机：其进程可能已暂停或过载，或网络中断。如果持续静默，ZooKeeper 会自行结束会话并释放锁。客户端可能在不知情的情况下继续工作一段时间。</translation>
    </message>
    <message>
        <source>A holder seems forgotten</source>
        <translation>持有者似乎被遗忘</translation>
    </message>
    <message>
        <source>See in the client&apos;s log whether it believes that it holds the lock. If it does not, restart the client: its session ends and the queue goes on. Force the release only if it can&apos;t be restarted.</source>
        <translation>请在客户端的日志中查看它是否认为自己持有该锁。如果不是，请重启客户端：其会话结束，队列得以继续。仅当无法重启时，才强制释放。</translation>
    </message>
    <message>
        <source>A session waits behind itself</source>
        <translation>会话在等待自己</translation>
    </message>
    <message>
        <source>Two threads of one client that take turns look like this and are harmless. If the queue does not move, one thread takes a lock again that it already has: restart the client. The contender that waits may hold all the same, as where its thread turns a write lock into a read lock: do not delete it.</source>
        <translation>同一客户端的两个线程轮流使用时也会这样，并无危害。如果队列不前进，则是某个线程再次获取它已持有的锁：请重启客户端。在等待的竞争者也可能实际持有锁，例如其线程正把写锁降级为读锁：请勿删除它。</translation>
    </message>
    <message>
        <source>Several contenders carry one id</source>
        <translation>多个竞争者带有同一标识</translation>
    </message>
    <message>
        <source>The client knows of only one of them, and the others stand in the way. Restart the client, so that all of them go. Delete a single one only if the client&apos;s log tells which one it does not use.</source>
        <translation>客户端只知道其中一个，其余的则挡在队列中。请重启客户端，使其全部离开。仅当客户端的日志表明它未使用某一个时，才单独删除那一个。</translation>
    </message>
    <message>
        <source>A contender outlives its client</source>
        <translation>竞争者在其客户端离开后仍存留</translation>
    </message>
    <message>
        <source>Find out who created it and whether it is still needed: some libraries do this on purpose. If not, delete the znode: nothing else removes it, and everybody behind it waits.</source>
        <translation>请查明是谁创建的、是否仍需要：有些库有意如此。如果不需要，请删除该 znode：没有别的机制会移除它，其后的所有竞争者都在等待。</translation>
    </message>
    <message>
        <source>Waiter will never wake up (no watch)</source>
        <translation>等待者不会被唤醒（未设置监视）</translation>
    </message>
    <message>
        <source>See whether it gets on after the contender before it has left. If it does, its library polls or watches the whole directory, which no server tells. If it stays, restart its client: nothing will wake it.</source>
        <translation>请观察其前面的竞争者离开后它是否继续。如果继续，说明其所用的库采用轮询或监视整个目录，而服务器不会透露这一点。如果停住，请重启其客户端：没有什么会唤醒它。</translation>
    </message>
    <message>
        <source>One change has woken many clients</source>
        <translation>曾有一次变更唤醒许多客户端</translation>
    </message>
    <message>
        <source>One change wakes many clients</source>
        <translation>一次变更唤醒许多客户端</translation>
    </message>
    <message>
        <source>Nothing is blocked, but each change costs a burst of requests. Use a lock recipe in which each waiter watches only the contender right before it.</source>
        <translation>没有阻塞，但每次变更都会引发大量请求。请使用让每个等待者只监视紧邻其前的竞争者的锁方案。</translation>
    </message>
    <message>
        <source>Long wait</source>
        <translation>等待时间过长</translation>
    </message>
    <message>
        <source>Look at the holder: is its client connected, and what does it do? Ask its owner, or ask it to release the lock, before you take the lock away.</source>
        <translation>请检查持有者：其客户端是否已连接，在做什么？在夺走锁之前，先询问其所有者，或请求它释放锁。</translation>
    </message>
    <message>
        <source>Many wait for one lock</source>
        <translation>许多人等待同一个锁</translation>
    </message>
    <message>
        <source>See whether the queue moves. If it does, the lock is held for too long or wanted by too many. If it does not, look at the holder.</source>
        <translation>请观察队列是否前进。如果前进，说明锁被持有过久，或需要它的人过多。如果不前进，请检查持有者。</translation>
    </message>
    <message>
        <source>Sequence numbers run out</source>
        <translation>序号即将用尽</translation>
    </message>
    <message>
        <source>Stop the clients of this lock at a quiet moment, delete the empty directory and let them create it again: the numbers then begin at 0. Once they are used up, several clients can hold the lock at the same time.</source>
        <translation>请在空闲时停止此锁的客户端，删除空目录，让客户端重新创建：序号随后从 0 开始。一旦用尽，可能有多个客户端同时持有锁。</translation>
    </message>
    <message>
        <source>Names are not in the order of creation</source>
        <translation>名称与创建顺序不一致</translation>
    </message>
    <message>
        <source>The clients go by the names, so one of them overtakes others. Find out who created the znode: a client that joins at the head does this on purpose, and used-up sequence numbers do it by mistake.</source>
        <translation>客户端以名称为准，因此其中一个会抢到其他之前。请查明是谁创建了该 znode：从队首加入的客户端是有意为之，序号用尽则会造成误排。</translation>
    </message>
    <message>
        <source>Some znodes can&apos;t be read</source>
        <translation>有些 znode 无法读取</translation>
    </message>
    <message>
        <source>Connect with credentials that may read them, if you need to know more. A client without that right can&apos;t use this lock: it fails, or waits for ever.</source>
        <translation>如果需要了解更多，请用有权读取的凭据连接。没有该权限的客户端无法使用此锁：它会失败，或永远等待。</translation>
    </message>
    <message>
        <source>Many empty lock directories</source>
        <translation>许多空的锁目录</translation>
    </message>
    <message>
        <source>Nothing is blocked, but each of them takes memory on every server. Delete those that nobody uses, or let clients create them as containers, which ZooKeeper removes by itself.</source>
        <translation>没有阻塞，但每个空目录都占用各服务器的内存。请删除无人使用的目录，或让客户端将其创建为容器节点，ZooKeeper 会自行移除。</translation>
    </message>
    <message>
        <source>This program watches too much</source>
        <translation>本程序设置的监视过多</translation>
    </message>
    <message>
        <source>Pin fewer paths, or filter the list of locks: only what is on screen is watched.</source>
        <translation>请减少固定路径，或筛选锁列表：只监视屏幕上的内容。</translation>
    </message>
    <message>
        <source>A clock is off</source>
        <translation>某个服务器的时钟不准</translation>
    </message>
    <message>
        <source>Check the time synchronisation of that server and of this machine. Ages and waits are corrected by the difference, where this program knows it of the leader of that time. The order of a queue does not depend on clocks.</source>
        <translation>请检查该服务器与本机的时间同步。凡本程序知道当时领导者时钟偏差的，时长与等待时间都已据此校正。队列的顺序不取决于时钟。</translation>
    </message>
    <message>
        <source>Several libraries share one lock</source>
        <translation>多个库共用一个锁</translation>
    </message>
    <message>
        <source>Don&apos;t rely on this lock: clients of different libraries can hold it at the same time. Move all clients to one library, or give each library a path of its own.</source>
        <translation>请勿依赖此锁：不同库的客户端可能同时持有它。请让所有客户端改用同一个库，或为每个库使用单独的路径。</translation>
    </message>
    <message>
        <source>A known bug of the client&apos;s library</source>
        <translation>客户端所用库的已知缺陷</translation>
    </message>
    <message>
        <source>Look the bug up in the library&apos;s tracker and update the clients. Until then don&apos;t rely on this lock while its queue looks like this.</source>
        <translation>请在该库的缺陷跟踪系统中查询此缺陷，并升级客户端。在此之前，只要队列呈现此种情形，请勿依赖此锁。</translation>
    </message>
    <message>
        <source>Known from what servers tell: %1.</source>
        <translation>由服务器告知的信息得知：%1。</translation>
    </message>
    <message>
        <source>Update the clients to Curator 5.5 or newer. Until then don&apos;t rely on this lock while one client has both the write lock and the read lock.</source>
        <translation>请将客户端升级到 Curator 5.5 或更高版本。在此之前，若一个客户端同时持有写锁和读锁，请勿依赖此锁。</translation>
    </message>
    <message>
        <source>Restart the client of such a reader: the writer then gets the lock. Update the clients to kazoo 2.9 or newer.</source>
        <translation>请重启这样的读者所在的客户端：写者随后会获得锁。请将客户端升级到 kazoo 2.9 或更高版本。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Why: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>What to do: %1</source>
        <translation>处理方法：%1</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>First seen: %1</source>
        <comment>moment</comment>
        <translation>首次发现：%1</translation>
    </message>
    <message>
        <source>A waiter watches the wrong znode</source>
        <translation>等待者监视了错误的 znode</translation>
    </message>
    <message>
        <source>See whether it gets on after the contender before it has left. If it stays, restart its client: what it watches will not wake it when its turn comes. Look for a bug in its library.</source>
        <translation>请看它前面的竞争者离开后它是否继续。若仍停着，请重启其客户端：轮到它时，它所监视的节点不会唤醒它。请在其库中查找缺陷。</translation>
    </message>
    <message>
        <source>A session has very many ephemeral znodes</source>
        <translation>一个会话的临时节点过多</translation>
    </message>
    <message>
        <source>Spread them over several sessions, and let this client remove them a few at a time before it stops: a session that ends with about 100,000 ephemerals writes a transaction with which no server starts again.</source>
        <translation>请把它们分散到多个会话，并让此客户端在停止前分批删除：会话结束时若有约 100,000 个临时节点，会写下一个使服务器无法再启动的事务。</translation>
    </message>
    <message>
        <source>A server is behind the others</source>
        <translation>一台服务器落后于其他服务器</translation>
    </message>
    <message>
        <source>See whether it has lost its leader, or is overloaded: its disk, its network, its memory. Don&apos;t take what its clients see for the present state.</source>
        <translation>请看它是否失去了 leader 或过载：磁盘、网络、内存。不要把它的客户端所见当作当前状态。</translation>
    </message>
    <message>
        <source>Leadership changes often</source>
        <translation>领导者更换频繁</translation>
    </message>
    <message>
        <source>See in the candidates&apos; logs why they give up or lose their sessions: pauses longer than the session timeout, restarts, or a leader that fails at its work.</source>
        <translation>请在各候选者的日志中查看它们为何放弃或失去会话：停顿超过会话超时、重启，或领导者工作失败。</translation>
    </message>
    <message>
        <source>A reader waits for itself to write</source>
        <translation>读者为了写入在等自己</translation>
    </message>
    <message>
        <source>Suspected: %1</source>
        <comment>what is wrong</comment>
        <translation>疑似：%1</translation>
    </message>
    <message>
        <source>Stop or restart the client: its read lock is released and the others go on. Then make it release the read lock before it asks for the write lock, or take the write lock from the start. If it uses several threads, ask first whether the one that reads waits for the one that writes.</source>
        <translation>请停止或重启该客户端：其读锁随之释放，其他客户端得以继续。然后让它在请求写锁前先释放读锁，或一开始就取写锁。如果它使用多个线程，请先确认读的线程是否在等写的线程。</translation>
    </message>
    <message>
        <source>Verified: %1</source>
        <comment>moment</comment>
        <translation>核实于：%1</translation>
    </message>
    <message>
        <source>suspected</source>
        <translation>疑似</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>已核实</translation>
    </message>
    <message>
        <source>over</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>It has resolved itself.</source>
        <translation>它已自行消除。</translation>
    </message>
    <message>
        <source>This program removed a contender.</source>
        <translation>本程序删除了一个竞争者。</translation>
    </message>
    <message>
        <source>The session has ended.</source>
        <translation>会话已结束。</translation>
    </message>
    <message>
        <source>It is withdrawn: what was seen since does not say so any more.</source>
        <translation>已撤回：此后所见不再支持这一判断。</translation>
    </message>
    <message>
        <source>Whether it is still so is not known: nothing has told of it for %1.</source>
        <comment>duration</comment>
        <translation>现在是否仍然如此尚不清楚：%1来没有任何来源提供相关信息。</translation>
    </message>
    <message>
        <source>Not everything could be checked</source>
        <translation>未能全部检查</translation>
    </message>
    <message>
        <source>The leader&apos;s client is gone</source>
        <translation>leader 的客户端已消失</translation>
    </message>
    <message>
        <source>The leader&apos;s client has fallen silent</source>
        <translation>leader 的客户端陷入静默</translation>
    </message>
    <message>
        <source>Wait for the expiry: ZooKeeper then removes the znode and the next candidate leads. Depose the leader only if that takes too long and you are sure that the old client no longer acts as one.</source>
        <translation>请等待过期：届时 ZooKeeper 会移除 znode，由下一个候选者领导。仅当等待过久，且您确信原客户端已不再以 leader 身份行事时，才罢免它。</translation>
    </message>
    <message>
        <source>Look at the client&apos;s host: its process may be paused or overloaded, or its network broken. If it stays silent, ZooKeeper ends the session and the next candidate leads. The client may act as the leader for a while without knowing that.</source>
        <translation>请查看客户端所在主机：其进程可能已暂停或过载，或网络中断。如果持续静默，ZooKeeper 会结束会话，由下一个候选者领导。该客户端可能在一段时间内不知情，仍以 leader 身份行事。</translation>
    </message>
    <message>
        <source>A holder&apos;s znode was removed by somebody else</source>
        <translation>持有者的 znode 被他人删除</translation>
    </message>
    <message>
        <source>Stop or restart this client, or see in its log that it no longer works on what the lock protects: its library does not tell it, and another client may hold the lock at the same time. Then find out who deleted the znode, as with a browser of znodes or a script.</source>
        <translation>请停止或重启该客户端，或在其日志中确认它已不再处理锁所保护的内容：它的库不会告知它，另一个客户端可能同时持有该锁。然后查明是谁删除了该 znode，例如使用 znode 浏览器或脚本的人。</translation>
    </message>
    <message>
        <source>A leader&apos;s znode was removed by somebody else</source>
        <translation>leader 的 znode 被他人删除</translation>
    </message>
    <message>
        <source>Stop or restart this client, or see in its log that it no longer acts as the leader: its library does not tell it, and another candidate may lead at the same time. Then find out who deleted the znode, as with a browser of znodes or a script.</source>
        <translation>请停止或重启该客户端，或在其日志中确认它已不再充当 leader：它的库不会告知它，另一个候选者可能同时担任 leader。然后查明是谁删除了该 znode，例如使用 znode 浏览器或脚本的人。</translation>
    </message>
    <message>
        <source>Long waits on many locks</source>
        <translation>许多锁上等待时间过长</translation>
    </message>
    <message>
        <source>Look at the host and at what its clients wait for: so many locks of one host have one cause. Ask the owner before you take any of the locks away.</source>
        <translation>查看该主机，以及它的客户端在等待什么：同一主机上如此多的锁有同一个原因。在夺走其中任何锁之前，先询问负责人。</translation>
    </message>
    <message>
        <source>A semaphore has more owners than permits</source>
        <translation>信号量的占有者多于许可</translation>
    </message>
    <message>
        <source>See whether all clients are told the same number of permits, and whether what the semaphore protects bears so many. If the number was lowered on purpose, wait: nobody gets a permit until enough owners have given theirs back.</source>
        <translation>请确认所有客户端配置的许可数相同，以及信号量所保护的内容能否承受这么多占有者。如果许可数是有意调低的，请等待：在足够多的占有者归还许可之前，没有人能获得许可。</translation>
    </message>
    <message>
        <source>A server gives each number of a directory only once, so that somebody chose one of these by hand. Remove none of them before you know which one holds: see in the clients&apos; logs who works on what the lock protects. Then find out who created the other znode, as with a browser of znodes or a script.</source>
        <translation>服务器对一个目录中的每个序号只分配一次，因此其中之一是有人手工选定的。在弄清哪一个持有锁之前，不要删除其中任何一个：请在客户端的日志中查看谁在处理锁所保护的内容。然后查明是谁创建了另一个 znode，例如使用 znode 浏览器或脚本的人。</translation>
    </message>
    <message>
        <source>A holder was overtaken: two may hold</source>
        <translation>持有者被插队：可能有两个同时持有</translation>
    </message>
    <message>
        <source>Take it that two clients hold the lock. Remove none of these znodes and stop no client on a guess: see in the logs who works on what the lock protects, and end that work in an orderly way. Then find out who created the znode with the lower number: servers only give rising ones.</source>
        <translation>请当作有两个客户端持有该锁。不要凭猜测删除这些 znode 或停止客户端：请在日志中查看谁在处理锁所保护的内容，并有序地结束这些工作。然后查明是谁创建了序号较小的 znode：服务器只会分配递增的序号。</translation>
    </message>
    <message>
        <source>A waiter&apos;s client is gone</source>
        <translation>等待者的客户端已消失</translation>
    </message>
    <message>
        <source>Nothing is blocked by it yet. When its turn comes, nobody works on what the lock protects until its session expires. Wait for the expiry, or delete its znode if its turn will come before and you are sure that the client does not come back: it does not hold the lock.</source>
        <translation>它目前没有阻塞任何人。轮到它时，在其会话过期之前，不会有人处理锁所保护的内容。请等待过期；如果在此之前就会轮到它，且您确信该客户端不会再回来，可以删除其 znode：它并不持有锁。</translation>
    </message>
    <message>
        <source>A waiter&apos;s client has fallen silent</source>
        <translation>等待者的客户端已静默</translation>
    </message>
    <message>
        <source>Nothing is blocked by it yet. When its turn comes it is given the lock all the same, and those behind it wait until it goes on or its session expires. Look at the client&apos;s host: its process may be paused or overloaded, or its network broken.</source>
        <translation>它目前没有阻塞任何人。轮到它时，锁仍会授予它，排在它之后的客户端要等到它恢复运行或其会话过期。请检查该客户端的主机：其进程可能被暂停或过载，或其网络中断。</translation>
    </message>
    <message>
        <source>A permit is free and nobody uses it: it is the turn of a client that is gone. Those behind it wait until its session expires. Wait for that, or delete its znode if it takes too long and you are sure that the client does not come back.</source>
        <translation>有一个许可空闲而无人使用：现在轮到一个已消失的客户端。排在它之后的客户端要等到其会话过期。请等待过期；如果时间太长，且您确信该客户端不会再回来，可以删除其 znode。</translation>
    </message>
    <message>
        <source>How many permits there are, only a semaphore&apos;s clients know. If one is free nobody uses it: it is the turn of a client that is gone, and those behind it wait until its session expires. Wait for that.</source>
        <translation>信号量有多少个许可，只有其客户端知道。如果有一个空闲，则无人使用：现在轮到一个已消失的客户端，排在它之后的客户端要等到其会话过期。请等待过期。</translation>
    </message>
    <message>
        <source>A permit is free and nobody uses it: it is the turn of a client that is silent. Those behind it wait until it goes on or its session expires. Look at the client&apos;s host: its process may be paused or overloaded, or its network broken.</source>
        <translation>有一个许可空闲而无人使用：现在轮到一个静默的客户端。排在它之后的客户端要等到它恢复运行或其会话过期。请检查该客户端的主机：其进程可能被暂停或过载，或其网络中断。</translation>
    </message>
    <message>
        <source>How many permits there are, only a semaphore&apos;s clients know. If one is free nobody uses it: it is the turn of a client that is silent, and those behind it wait until it goes on or its session expires. Look at the client&apos;s host: its process may be paused or overloaded, or its network broken.</source>
        <translation>信号量有多少个许可，只有其客户端知道。如果有一个空闲，则无人使用：现在轮到一个静默的客户端，排在它之后的客户端要等到它恢复运行或其会话过期。请检查该客户端的主机：其进程可能被暂停或过载，或其网络中断。</translation>
    </message>
    <message>
        <source>A member&apos;s client is gone</source>
        <translation>成员的客户端已消失</translation>
    </message>
    <message>
        <source>Nobody waits for it. But whoever looks for members still finds this one until its session expires: wait for that, and see on its host why the client has gone.</source>
        <translation>没有人在等它。但在其会话过期之前，查找成员者仍会找到它：请等待过期，并在其主机上查看客户端为何消失。</translation>
    </message>
    <message>
        <source>A standby&apos;s client has fallen silent</source>
        <translation>候补者的客户端已静默</translation>
    </message>
    <message>
        <source>The leader is not concerned. When this candidate&apos;s turn comes it leads all the same, and nobody acts as the leader until it goes on or its session expires. Look at the client&apos;s host: its process may be paused or overloaded, or its network broken.</source>
        <translation>leader 不受影响。轮到这个候选者时，它仍会成为 leader，而在它恢复运行或其会话过期之前，没有谁真正履行 leader 的职责。请检查该客户端的主机：其进程可能被暂停或过载，或其网络中断。</translation>
    </message>
    <message>
        <source>The leader is not concerned, and no candidate is behind it. Wait for the expiry of its session, and see on its host why the client has gone.</source>
        <translation>leader 不受影响，它之后也没有候选者。请等待其会话过期，并在其主机上查看客户端为何消失。</translation>
    </message>
    <message>
        <source>A standby&apos;s client is gone</source>
        <translation>候补者的客户端已消失</translation>
    </message>
    <message>
        <source>The leader is not concerned. When this candidate&apos;s turn comes, nobody leads until its session expires. Wait for the expiry, or delete its znode if its turn will come before and you are sure that the client does not come back.</source>
        <translation>leader 不受影响。轮到这个候选者时，在其会话过期之前没有 leader。请等待过期；如果在此之前就会轮到它，且您确信该客户端不会再回来，可以删除其 znode。</translation>
    </message>
    <message>
        <source>See in both libraries&apos; settings which names they look for. Don&apos;t rely on this lock before you know that each of them waits for the other: otherwise two clients can hold it at the same time when they queue up the other way round.</source>
        <translation>请在两个库的设置中查看它们查找哪些名称。在确知双方都会等待对方之前，不要依赖这个锁：否则当它们以相反的次序排队时，两个客户端可能同时持有它。</translation>
    </message>
    <message>
        <source>Our Kerberos ticket ends</source>
        <translation>我们的 Kerberos 票据即将过期</translation>
    </message>
    <message>
        <source>Renew it with kinit -R, or get another one with kinit. This session goes on without, but it can&apos;t come back once its connection or its server is lost: then it expires, and what this program holds is lost with it.</source>
        <translation>请用 kinit -R 续期，或用 kinit 另取一张。没有票据时本会话会继续，但一旦连接或服务器丢失就无法恢复：届时会话过期，本程序持有的一切也随之丢失。</translation>
    </message>
    <message>
        <source>Its client is not connected any more, or has got its turn. If something is wrong with that, another finding tells.</source>
        <translation>其客户端已不再连接，或已轮到它。如果这有什么问题，会有另一个问题说明。</translation>
    </message>
    <message>
        <source>Two clients of different libraries hold one lock</source>
        <translation>不同库的两个客户端同时持有一个锁</translation>
    </message>
    <message>
        <source>See at once in both clients&apos; logs what they do to what the lock protects, and end the work of one of them in an orderly way. Then move all clients to one library, or give each library a path of its own: it will happen again.</source>
        <translation>请立即在两个客户端的日志中查看它们正在对该锁所保护的对象做什么，并有序地结束其中一方的工作。然后让所有客户端改用同一个库，或为每个库使用单独的路径：否则还会再次发生。</translation>
    </message>
    <message>
        <source>Several libraries queue up here, and whether this client waits for another one&apos;s is not known. Wait until ZooKeeper ends its session or it goes on, and see on its host why it does not answer. Before you remove its znode, see in its log whether it works on what the lock protects.</source>
        <translation>这里有多个库的客户端在排队，尚不知道该客户端是否在等待另一个库的客户端。请等到 ZooKeeper 结束其会话或它恢复运行，并在其主机上查看它为何没有应答。在删除它的 znode 之前，请在其日志中确认它是否正在处理该锁所保护的对象。</translation>
    </message>
    <message>
        <source>A possible holder&apos;s client has fallen silent</source>
        <translation>可能的持有者的客户端陷入静默</translation>
    </message>
    <message>
        <source>A possible holder&apos;s client is gone</source>
        <translation>可能的持有者的客户端已消失</translation>
    </message>
    <message>
        <source>Stop or restart the client of one session of the circle: its locks are released and the others go on. Then make all clients take these locks in the same order. If the clients use several threads on one session, ask first whether they really wait for each other. Elections of kazoo and of Curator&apos;s LeaderSelector have znodes like these: if these are elections, mark their directories as such in the window, or by --mark on the command line.</source>
        <translation>请停止或重启循环中某个会话的客户端：其锁会被释放，其余会话得以继续。然后让所有客户端按相同的顺序获取这些锁。如果客户端在一个会话上使用多个线程，请先确认它们是否真的互相等待。kazoo 的选举和 Curator 的 LeaderSelector 使用同样的 znode：如果这些是选举，请在窗口中将其目录标记为选举，或在命令行中使用 --mark。</translation>
    </message>
</context>
<context>
    <name>lockscope::FindingsModel</name>
    <message>
        <source>%1: %2</source>
        <comment>severity, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>For how long it has been so, as far as this program knows</source>
        <translation>就本程序所知，此情况已持续的时间</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Concerns</source>
        <translation>涉及</translation>
    </message>
    <message>
        <source>For</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
</context>
<context>
    <name>lockscope::FindingsPanel</name>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Evidence and advice</source>
        <translation>依据与建议</translation>
    </message>
    <message>
        <source>Select a finding to see the evidence and what to do.</source>
        <translation>选中一个问题，查看其依据和处理方法。</translation>
    </message>
    <message>
        <source>Show &amp;graph</source>
        <translation>显示关系图(&amp;G)</translation>
    </message>
    <message>
        <source>This finding is about no single lock</source>
        <translation>此问题不涉及单个锁</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show graph</source>
        <translation>显示关系图</translation>
    </message>
    <message>
        <source>Suppress for this lock</source>
        <translation>对此锁忽略</translation>
    </message>
    <message>
        <source>Suppress for all locks</source>
        <translation>对所有锁忽略</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Nothing found in what could be checked. %1</source>
        <comment>“Checked 3 s ago. Locks: 7.”</comment>
        <translation>在已检查的内容中未发现问题。%1</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>显示(&amp;W)</translation>
    </message>
    <message>
        <source>Su&amp;ppress for this lock</source>
        <translation>对此锁忽略(&amp;P)</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>问题（%1）</translation>
    </message>
    <message>
        <source>As it was seen last, at %1.</source>
        <comment>moment</comment>
        <translation>以下是 %1 最后一次所见的情况。</translation>
    </message>
    <message>
        <source>Nothing to check</source>
        <translation>没有可检查的内容</translation>
    </message>
    <message>
        <source>No cluster or file is open. Once one is, what is wrong with its locks shows up here.</source>
        <translation>未打开集群或文件。打开之后，其锁的问题会显示在这里。</translation>
    </message>
    <message numerus="yes">
        <source>Findings (%n note(s))</source>
        <translation>
            <numerusform>问题（%n 条提示）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::GrantOrderModel</name>
    <message>
        <source>overtaken</source>
        <translation>被抢先</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>按顺序</translation>
    </message>
    <message>
        <source>Grant</source>
        <translation>授予</translation>
    </message>
    <message>
        <source>Arrival</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>Contender</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>overtook</source>
        <translation>抢先</translation>
    </message>
</context>
<context>
    <name>lockscope::GraphMinimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation>关系图总览</translation>
    </message>
    <message>
        <source>The whole graph: click to see another part of it</source>
        <translation>整个关系图：点击可查看其他部分</translation>
    </message>
</context>
<context>
    <name>lockscope::GraphPanel</name>
    <message>
        <source>What the graph shows</source>
        <translation>关系图显示的内容</translation>
    </message>
    <message>
        <source>Across locks</source>
        <translation>跨锁</translation>
    </message>
    <message>
        <source>Around the selection</source>
        <translation>围绕选中项</translation>
    </message>
    <message>
        <source>Sessions that block one lock while they wait in another one</source>
        <translation>在一个锁上等待、同时阻塞另一个锁的会话</translation>
    </message>
    <message>
        <source>The selected lock or session, and what it waits for</source>
        <translation>选中的锁或会话，以及它所等待的对象</translation>
    </message>
    <message>
        <source>How much is drawn</source>
        <translation>绘制的数量</translation>
    </message>
    <message>
        <source>The graph in words</source>
        <translation>文字形式的关系图</translation>
    </message>
    <message>
        <source>Possible deadlocks, step by step</source>
        <translation>逐步列出可能的死锁</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy all in words</source>
        <translation>以文字复制全部</translation>
    </message>
    <message>
        <source>There is no picture: %1. The table is complete.</source>
        <translation>没有图形：%1。表格是完整的。</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>Who waits for whom shows up here after the first check of the cluster.</source>
        <translation>首次检查集群后，谁在等待谁会显示在这里。</translation>
    </message>
    <message>
        <source>Nobody waits for a lock across locks</source>
        <translation>没有跨锁的等待</translation>
    </message>
    <message>
        <source>Sessions that hold one lock while they wait for another one would be shown here, with the root blockers on the left and possible deadlocks marked. All queues stand for themselves.</source>
        <translation>持有一个锁又等待另一个锁的会话会显示在这里，根阻塞者位于左侧，并标出可能的死锁。目前各个队列互不相干。</translation>
    </message>
    <message>
        <source>Show the selected lock</source>
        <translation>显示选中的锁</translation>
    </message>
    <message>
        <source>No lock is selected</source>
        <translation>未选中锁</translation>
    </message>
    <message>
        <source>Choose a lock or a session to see what it has to do with others.</source>
        <translation>请选择一个锁或会话，查看它与其他锁和会话的关系。</translation>
    </message>
    <message>
        <source>Nobody holds it or waits for it</source>
        <translation>没有持有者，也没有等待者</translation>
    </message>
    <message>
        <source>What is selected had no contender at the last check of the cluster.</source>
        <translation>上次检查集群时，选中的对象没有竞争者。</translation>
    </message>
    <message>
        <source>Held still while the pointer is on it</source>
        <translation>指针停留其上时保持不动</translation>
    </message>
    <message>
        <source>A newer picture is shown as soon as the pointer leaves.</source>
        <translation>指针移开后即显示更新的图形。</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>Show the same as a table, and possible deadlocks step by step</source>
        <translation>以表格显示相同内容，并逐步列出可能的死锁</translation>
    </message>
    <message>
        <source>Show each of them</source>
        <translation>逐一显示</translation>
    </message>
</context>
<context>
    <name>lockscope::GraphText</name>
    <message>
        <source>≥ %1</source>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>session id, state</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>root blocker</source>
        <translation>根阻塞者</translation>
    </message>
    <message>
        <source>blocks %1</source>
        <translation>阻塞 %1</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source> · </source>
        <comment>between badges</comment>
        <translation> · </translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>Client at %1</source>
        <translation>客户端位于 %1</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>状态：%1</translation>
    </message>
    <message>
        <source>Root blocker: it waits for nobody, so begin to look here.</source>
        <translation>根阻塞者：它不等待任何人，请从这里开始排查。</translation>
    </message>
    <message>
        <source>Sessions that wait for it, in all: %1</source>
        <translation>直接或间接等待它的会话：%1</translation>
    </message>
    <message>
        <source>Sessions that it waits for, in all: %1</source>
        <translation>它直接或间接等待的会话：%1</translation>
    </message>
    <message>
        <source>Part of a possible deadlock.</source>
        <translation>属于一个可能的死锁。</translation>
    </message>
    <message>
        <source>nobody waits</source>
        <translation>没有等待者</translation>
    </message>
    <message>
        <source>waiting: %1</source>
        <comment>number</comment>
        <translation>等待中：%1</translation>
    </message>
    <message>
        <source>%1 not drawn</source>
        <comment>sessions</comment>
        <translation>%1 个未绘出</translation>
    </message>
    <message>
        <source>%1 without session</source>
        <comment>contenders</comment>
        <translation>%1 个没有会话</translation>
    </message>
    <message>
        <source>Lock %1</source>
        <translation>锁 %1</translation>
    </message>
    <message>
        <source>Sessions of this lock that are not drawn: %1</source>
        <translation>此锁未绘出的会话：%1</translation>
    </message>
    <message>
        <source>Contenders that no session owns: %1</source>
        <translation>不属于任何会话的竞争者：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>host, session id</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>A session</source>
        <translation>某个会话</translation>
    </message>
    <message>
        <source>%1. %2 waits for %3, in front of the one above</source>
        <comment>number, session, lock</comment>
        <translation>%1. %2 等待 %3，排在上一行之前</translation>
    </message>
    <message>
        <source>%1. %2 holds %3 and waits for %4</source>
        <comment>number, session, lock, lock</comment>
        <translation>%1. %2 持有 %3，等待 %4</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waits for</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>≤ %1</source>
        <comment>duration</comment>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>mode, duration</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>number of contenders, mode and duration</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 holds %2 (%3)</source>
        <comment>session, lock, mode and duration</comment>
        <translation>%1 持有 %2（%3）</translation>
    </message>
    <message>
        <source>%1 waits for %2 (%3)</source>
        <comment>session, lock, mode and duration</comment>
        <translation>%1 等待 %2（%3）</translation>
    </message>
    <message>
        <source>Possible deadlock (session level: threads of one process are not distinguished):</source>
        <translation>可能的死锁（会话层面：不区分同一进程的不同线程）：</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>…… 另有 %1 个</translation>
    </message>
    <message>
        <source>Possible deadlocks that are not listed here: %1</source>
        <translation>未在此列出的可能死锁：%1</translation>
    </message>
    <message>
        <source>Sessions: %1 · Locks: %2</source>
        <comment>numbers</comment>
        <translation>会话：%1 · 锁：%2</translation>
    </message>
    <message>
        <source>%1 · and %2 sessions, %3 locks more that are not drawn</source>
        <comment>what is drawn, numbers</comment>
        <translation>%1 · 另有 %2 个会话、%3 个锁未绘出</translation>
    </message>
    <message>
        <source>%1. %2 reads %3 and waits to write it</source>
        <comment>number, session, lock</comment>
        <translation>%1. %2 持有 %3 的读锁，又在等待其写锁</translation>
    </message>
    <message>
        <source>Suspected deadlock: whether it comes undone by itself is not known yet:</source>
        <translation>疑似死锁：它是否会自行解开，尚不清楚：</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>dialect, numbers</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>wait for nothing else</source>
        <translation>不等待其他任何锁</translation>
    </message>
    <message>
        <source>click to unfold</source>
        <translation>点击展开</translation>
    </message>
    <message>
        <source>%1 wait for %2, and for nothing else.
A click, or Enter, shows each of them.</source>
        <comment>sessions, lock</comment>
        <translation>%1等待 %2，不等待其他任何锁。
点击或按 Enter 可逐一显示。</translation>
    </message>
    <message>
        <source>+%1</source>
        <comment>number of sessions</comment>
        <translation>+%1</translation>
    </message>
    <message numerus="yes">
        <source>%n more session(s)</source>
        <translation>
            <numerusform>另外 %n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 wait for %2 (%3)</source>
        <comment>sessions, lock, mode and duration</comment>
        <translation>%1等待 %2（%3）</translation>
    </message>
    <message>
        <source>waiting: at least %1</source>
        <comment>number</comment>
        <translation>等待：至少 %1</translation>
    </message>
    <message>
        <source>holds or waits for</source>
        <translation>持有或等待</translation>
    </message>
    <message>
        <source>%1: not known</source>
        <comment>holds or waits for, mode and duration</comment>
        <translation>%1：未知</translation>
    </message>
    <message>
        <source>%1 holds %2 or waits for it.
%3</source>
        <comment>session, lock, why that is not known</comment>
        <translation>%1 持有 %2 或在等待它。
%3</translation>
    </message>
    <message>
        <source>Contender %1</source>
        <translation>竞争者 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::GraphView</name>
    <message>
        <source>Graph of sessions and locks</source>
        <translation>会话与锁的关系图</translation>
    </message>
    <message>
        <source>The button “In words” shows a table that tells the same.</source>
        <translation>“文字”按钮会显示内容相同的表格。</translation>
    </message>
</context>
<context>
    <name>lockscope::GroupForm</name>
    <message>
        <source>A&amp;dd contenders</source>
        <translation>添加竞争者(&amp;D)</translation>
    </message>
    <message>
        <source>Recipe of new contenders</source>
        <translation>新竞争者的配方</translation>
    </message>
    <message>
        <source>Library of new contenders</source>
        <translation>新竞争者的客户端库</translation>
    </message>
    <message>
        <source>Number of new contenders</source>
        <translation>新竞争者的数量</translation>
    </message>
    <message>
        <source>Where new contenders live</source>
        <translation>新竞争者所在之处</translation>
    </message>
    <message>
        <source>a session each</source>
        <translation>各有一个会话</translation>
    </message>
    <message>
        <source>shared sessions</source>
        <translation>共享会话</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>How many shared sessions, or processes</source>
        <translation>共享会话或进程的数量</translation>
    </message>
    <message>
        <source>Locks for new contenders, below the run</source>
        <translation>新竞争者的锁，位于本次运行之下</translation>
    </message>
    <message>
        <source>Names below the run. More than one, with commas, for nested mutexes and multi-locks.</source>
        <translation>本次运行之下的名称。嵌套互斥锁和多重锁需要多个，以逗号分隔。</translation>
    </message>
    <message>
        <source>Permits of the semaphore, or members of the barrier</source>
        <translation>信号量的许可数，或屏障的成员数</translation>
    </message>
    <message>
        <source>&amp;Recipe</source>
        <translation>配方(&amp;R)</translation>
    </message>
    <message>
        <source>L&amp;ibrary</source>
        <translation>客户端库(&amp;I)</translation>
    </message>
    <message>
        <source>Co&amp;unt</source>
        <translation>数量(&amp;U)</translation>
    </message>
    <message>
        <source>I&amp;n</source>
        <translation>位于(&amp;N)</translation>
    </message>
    <message>
        <source>Loc&amp;k</source>
        <translation>锁(&amp;K)</translation>
    </message>
    <message>
        <source>Permits or members</source>
        <translation>许可或成员</translation>
    </message>
    <message>
        <source>%1: how it is spread</source>
        <translation>%1：如何分布</translation>
    </message>
    <message>
        <source>fixed</source>
        <comment>a time</comment>
        <translation>固定</translation>
    </message>
    <message>
        <source>uniform up to twice</source>
        <comment>a time</comment>
        <translation>均匀，至多两倍</translation>
    </message>
    <message>
        <source>exponential</source>
        <comment>a time</comment>
        <translation>指数分布</translation>
    </message>
    <message>
        <source>heavy-tailed</source>
        <comment>a time</comment>
        <translation>重尾分布</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> 毫秒</translation>
    </message>
    <message>
        <source>H&amp;old</source>
        <translation>持有(&amp;O)</translation>
    </message>
    <message>
        <source>Time that each contender holds the lock</source>
        <translation>每个竞争者持有锁的时间</translation>
    </message>
    <message>
        <source>Pause be&amp;tween attempts</source>
        <translation>两次尝试的间隔(&amp;T)</translation>
    </message>
    <message>
        <source>Time between release and next acquire</source>
        <translation>从释放到下次获取之间的时间</translation>
    </message>
    <message>
        <source>How new contenders come</source>
        <translation>新竞争者如何到来</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>同时</translation>
    </message>
    <message>
        <source>at random, so many a second</source>
        <translation>随机，每秒若干个</translation>
    </message>
    <message>
        <source>evenly within seconds</source>
        <translation>在若干秒内均匀到来</translation>
    </message>
    <message>
        <source>Contenders a second, or seconds</source>
        <translation>每秒竞争者数，或秒数</translation>
    </message>
    <message>
        <source>How often each of them holds the lock</source>
        <translation>每个竞争者持有锁的次数</translation>
    </message>
    <message>
        <source>for ever</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Come</source>
        <translation>到来</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>What new contenders write while they hold</source>
        <translation>新竞争者在持有期间写入什么</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>a register that checks nothing</source>
        <translation>不作检查的寄存器</translation>
    </message>
    <message>
        <source>a register that checks fencing tokens</source>
        <translation>检查防护令牌的寄存器</translation>
    </message>
    <message>
        <source>a register that checks the hold</source>
        <translation>检查是否仍持有的寄存器</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>No run of the lab is under way.</source>
        <translation>实验室没有正在进行的运行。</translation>
    </message>
    <message>
        <source>The recipe takes several locks: their names, with commas.</source>
        <translation>该配方需要多个锁：其名称以逗号分隔。</translation>
    </message>
    <message>
        <source>The recipe takes one lock: its name.</source>
        <translation>该配方需要一个锁：其名称。</translation>
    </message>
    <message>
        <source>A lock&apos;s name is that of a znode below the run, such as “orders” or “shop/orders”.</source>
        <translation>锁的名称是本次运行之下 znode 的名称，例如“orders”或“shop/orders”。</translation>
    </message>
    <message>
        <source>Without a lock there is no name of one.</source>
        <translation>没有锁就没有锁的名称。</translation>
    </message>
</context>
<context>
    <name>lockscope::HeadlessCluster</name>
    <message>
        <source>Put the SOCKS5 proxy&apos;s password into the environment variable LOCKSCOPE_SOCKS_PASSWORD.</source>
        <translation>请将 SOCKS5 代理的密码放入环境变量 LOCKSCOPE_SOCKS_PASSWORD。</translation>
    </message>
    <message>
        <source>Put the password of the certificate&apos;s key into the environment variable LOCKSCOPE_TLS_PASSWORD.</source>
        <translation>请将证书密钥的密码放入环境变量 LOCKSCOPE_TLS_PASSWORD。</translation>
    </message>
    <message>
        <source>Put the password of %1 into the environment variable LOCKSCOPE_PASSWORD.</source>
        <translation>请将 %1 的密码放入环境变量 LOCKSCOPE_PASSWORD。</translation>
    </message>
    <message>
        <source>%1 It was interrupted.</source>
        <translation>%1被中断了。</translation>
    </message>
    <message>
        <source>Put the AdminServer&apos;s user name and password into the environment variables LOCKSCOPE_ADMIN_USER and LOCKSCOPE_ADMIN_PASSWORD.</source>
        <translation>请把 AdminServer 的用户名和密码放进环境变量 LOCKSCOPE_ADMIN_USER 和 LOCKSCOPE_ADMIN_PASSWORD。</translation>
    </message>
    <message>
        <source>Put the password of %1 into the environment variable LOCKSCOPE_SASL_PASSWORD.</source>
        <translation>请将 %1 的密码放入环境变量 LOCKSCOPE_SASL_PASSWORD。</translation>
    </message>
</context>
<context>
    <name>lockscope::HostsForm</name>
    <message>
        <source>Show &amp;names of hosts in place of their addresses</source>
        <translation>以主机名代替地址显示(&amp;N)</translation>
    </message>
    <message>
        <source>This machine&apos;s resolver (DNS) is asked for the name of each client&apos;s address that is shown, so that whoever runs it learns these addresses. Addresses of this machine itself are never asked for. Where there is no name the address is shown; it stays in tool tips, and in what is copied.</source>
        <translation>会向本机的解析器 (DNS) 查询所显示的每个客户端地址的名称，因此运营该解析器的人会得知这些地址。从不查询本机自身的地址。没有名称时显示地址；工具提示和复制的内容中始终保留地址。</translation>
    </message>
</context>
<context>
    <name>lockscope::ImportRunText</name>
    <message>
        <source>Reading %1</source>
        <comment>progress bar</comment>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>No recording was written.</source>
        <translation>没有写入记录文件。</translation>
    </message>
    <message>
        <source>Stopped: no recording was written.</source>
        <translation>已停止：没有写入记录文件。</translation>
    </message>
    <message>
        <source>The recording was written; what was read can&apos;t be told.</source>
        <translation>记录文件已写入；但无法输出读取的内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::ImportText</name>
    <message>
        <source>Transactions lack from %1 to %2: who came or went then is not known.</source>
        <comment>moments</comment>
        <translation>从 %1 到 %2 缺少事务：其间谁来谁走不得而知。</translation>
    </message>
    <message>
        <source>… and %1 more.</source>
        <translation>……另有 %1 项。</translation>
    </message>
    <message>
        <source>Not read: %1.</source>
        <translation>未读取：%1。</translation>
    </message>
    <message>
        <source>Not read: %1: %2.</source>
        <comment>place, what is wrong</comment>
        <translation>未读取：%1：%2。</translation>
    </message>
    <message>
        <source>%1 of type %2</source>
        <comment>number, number</comment>
        <translation>类型 %2 的 %1 个</translation>
    </message>
    <message>
        <source>Transactions that no known ZooKeeper writes, left out: %1.</source>
        <comment>“3 of type 77”</comment>
        <translation>已知的 ZooKeeper 均不写入、因而略去的事务：%1。</translation>
    </message>
    <message>
        <source>Transactions that could not be read, left out: %1.</source>
        <translation>无法读取、因而略去的事务：%1。</translation>
    </message>
    <message>
        <source>Transactions that servers tell differently: %1. Their files are of different clusters, or a server has kept what was never agreed on. The one of the directory that was named first was taken.</source>
        <translation>各服务器记载不一致的事务：%1。它们的文件属于不同的集群，或某个服务器保留了从未达成一致的内容。采用了最先给出的目录中的事务。</translation>
    </message>
    <message>
        <source>Contenders with paths that are too long, left out: %1.</source>
        <translation>路径过长、因而略去的竞争者：%1。</translation>
    </message>
    <message>
        <source>Written: %1, %2.</source>
        <comment>file, size</comment>
        <translation>已写入：%1，%2。</translation>
    </message>
    <message>
        <source>From %1 to %2, by the leaders&apos; clocks.</source>
        <comment>moments</comment>
        <translation>从 %1 到 %2，依据 leader 的时钟。</translation>
    </message>
    <message>
        <source>Locks: %1. Turns of contenders: %2. Sessions: %3.</source>
        <translation>锁：%1。竞争者的轮次：%2。会话：%3。</translation>
    </message>
    <message>
        <source>Logs read: %1. Transactions: %2, and %3 that another server&apos;s log has too.</source>
        <translation>读取的日志：%1。事务：%2，另有 %3 个也在其他服务器的日志中。</translation>
    </message>
    <message>
        <source>Entries of audit logs: %1, and %2 other lines.</source>
        <translation>审计日志的条目：%1，另有 %2 行不是条目。</translation>
    </message>
    <message>
        <source>Who was there before: by %1.</source>
        <comment>file</comment>
        <translation>此前已有的竞争者：依据 %1。</translation>
    </message>
    <message>
        <source>A last record that was not written to its end, which is usual: %1.</source>
        <comment>place</comment>
        <translation>最后一条记录没有写完，这是正常的：%1。</translation>
    </message>
    <message>
        <source>Who was there before %1 is not known: the logs do not begin with the cluster&apos;s first transaction, and there is no snapshot that could be used.</source>
        <comment>moment</comment>
        <translation>%1 之前已有谁不得而知：日志并非始于集群的第一个事务，且没有可用的快照。</translation>
    </message>
    <message>
        <source>Who was there before %1 is not known until %2: the logs do not begin with the cluster&apos;s first transaction, and the first snapshot that could be used is of later.</source>
        <comment>moments</comment>
        <translation>%1 之前已有谁，直到 %2 才得知：日志并非始于集群的第一个事务，而可用的第一个快照晚于日志的起始。</translation>
    </message>
    <message>
        <source>Transactions may lack before %1, after the snapshot that tells of earlier ones: who came or went then is not known.</source>
        <comment>moment</comment>
        <translation>在 %1 之前、较早的快照之后，可能缺少事务：其间谁来谁走不得而知。</translation>
    </message>
</context>
<context>
    <name>lockscope::IncidentSummary</name>
    <message>
        <source>Queue: last change seen %1 before (%2)</source>
        <comment>age, moment</comment>
        <translation>队列：最近一次变化见于 %1前（%2）</translation>
    </message>
    <message>
        <source>Queue: %1, last read %2 before (%3)</source>
        <comment>state, age, moment</comment>
        <translation>队列：%1，最近一次读取在 %2前（%3）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>queue, why it could not be read</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Client: no server was asked for it, or none knows its session</source>
        <translation>客户端：未向服务器查询，或没有服务器知道其会话</translation>
    </message>
    <message>
        <source>Client: %1, as servers told %2 before (%3)</source>
        <comment>state, age, moment</comment>
        <translation>客户端：%1，由服务器于 %2前告知（%3）</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>state of a client, what it rests on</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Has held for %1</source>
        <comment>duration</comment>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>Has led for %1</source>
        <comment>duration</comment>
        <translation>已领导 %1</translation>
    </message>
    <message>
        <source>Has waited for %1</source>
        <comment>duration</comment>
        <translation>已等待 %1</translation>
    </message>
    <message>
        <source>Znode: %1</source>
        <translation>Znode：%1</translation>
    </message>
    <message>
        <source>Session: %1</source>
        <translation>会话：%1</translation>
    </message>
    <message>
        <source>Session: none, the znode is not ephemeral</source>
        <translation>会话：无，该 znode 不是临时节点</translation>
    </message>
    <message>
        <source>Queued at %1, by ZooKeeper&apos;s clock</source>
        <comment>moment</comment>
        <translation>排队于 %1（ZooKeeper 的时钟）</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <comment>contenders</comment>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>Who leads</source>
        <translation>谁在领导</translation>
    </message>
    <message>
        <source>Who holds it</source>
        <translation>谁持有它</translation>
    </message>
    <message>
        <source>Nobody, as far as was read</source>
        <translation>就已读取的内容而言，没有人</translation>
    </message>
    <message>
        <source>Who stands by</source>
        <translation>谁在候补</translation>
    </message>
    <message>
        <source>Who waits</source>
        <translation>谁在等待</translation>
    </message>
    <message>
        <source>Waiting: %1, the first for %2.</source>
        <comment>number, duration</comment>
        <translation>等待：%1，第一个已等待 %2。</translation>
    </message>
    <message>
        <source>The first of them:</source>
        <translation>其中最前面的：</translation>
    </message>
    <message>
        <source>State: %1</source>
        <comment>suspected or verified</comment>
        <translation>状态：%1</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Nothing has been checked yet</source>
        <translation>尚未检查任何内容</translation>
    </message>
    <message>
        <source>None about this lock in what was checked at %1</source>
        <comment>moment</comment>
        <translation>在 %1 的检查中没有关于此锁的问题</translation>
    </message>
    <message>
        <source>Suppressed in this window, and left out here: %1</source>
        <comment>number</comment>
        <translation>在此窗口中被忽略、此处未列出：%1</translation>
    </message>
    <message>
        <source>%1: told nothing</source>
        <comment>server</comment>
        <translation>%1：什么也没有告知</translation>
    </message>
    <message>
        <source>%1: told %2, %3 before (%4)</source>
        <comment>server, what, age, moment</comment>
        <translation>%1：告知了%2，%3前（%4）</translation>
    </message>
    <message>
        <source>What this rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>No server was asked for clients and watches</source>
        <translation>没有向服务器查询客户端和监视</translation>
    </message>
    <message>
        <source>What was not checked is not known</source>
        <translation>哪些内容未检查不得而知</translation>
    </message>
    <message>
        <source>Lock %1</source>
        <comment>path</comment>
        <translation>锁 %1</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>集群：%1</translation>
    </message>
    <message>
        <source>As of %1, time zone %2</source>
        <comment>moment</comment>
        <translation>截至 %1，时区 %2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>dialect, numbers</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Queue: not read</source>
        <translation>队列：未读取</translation>
    </message>
    <message>
        <source>Client: %1</source>
        <comment>state</comment>
        <translation>客户端：%1</translation>
    </message>
    <message>
        <source>Of whom it is not known whether they hold it</source>
        <translation>不知道是否持有它的竞争者</translation>
    </message>
    <message>
        <source>What servers had told of clients by then, as it was recorded</source>
        <translation>服务器到那时为止告知的客户端情况（来自记录）</translation>
    </message>
    <message>
        <source>Not known: changes of it went unseen</source>
        <translation>未知：有未被看到的变化</translation>
    </message>
</context>
<context>
    <name>lockscope::JavaProperties</name>
    <message>
        <source>It has more than %1 settings.</source>
        <translation>其中的设置超过 %1 项。</translation>
    </message>
    <message>
        <source>It is too large for a client&apos;s settings.</source>
        <translation>它太大，不会是客户端的设置。</translation>
    </message>
    <message>
        <source>It is no text, and so no client&apos;s settings.</source>
        <translation>它不是文本，因此不是客户端的设置。</translation>
    </message>
    <message>
        <source>Line %1: \u must be followed by four hexadecimal digits, else Java does not read the file.</source>
        <translation>第 %1 行：\u 之后必须是四位十六进制数字，否则 Java 不读取该文件。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabChecksModel</name>
    <message>
        <source>not yet</source>
        <comment>a promise</comment>
        <translation>尚未</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>What is promised</source>
        <translation>所承诺的</translation>
    </message>
</context>
<context>
    <name>lockscope::LabCleaner</name>
    <message>
        <source>Nobody is there to be asked: --yes says that it may be done.</source>
        <translation>无人可以询问：--yes 表示可以执行。</translation>
    </message>
    <message>
        <source> [y/N]</source>
        <translation> [y/N]</translation>
    </message>
    <message>
        <source>No run of the lab is left there.</source>
        <translation>那里没有遗留的实验室运行。</translation>
    </message>
    <message numerus="yes">
        <source>%1: “%2”, by %3 on %4, %5; %n znode(s)</source>
        <translation>
            <numerusform>%1：“%2”，由 %3 在 %4 上，%5；%n 个 znode</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove them?</source>
        <translation>删除它们吗？</translation>
    </message>
    <message>
        <source>%1 was not removed.</source>
        <comment>znode</comment>
        <translation>%1 未被删除。</translation>
    </message>
    <message>
        <source>%1 could not be removed, and is left.</source>
        <comment>znode</comment>
        <translation>%1 无法删除，已遗留。</translation>
    </message>
    <message>
        <source>%1 is removed.</source>
        <comment>znode</comment>
        <translation>%1 已删除。</translation>
    </message>
    <message>
        <source>Nothing was removed.</source>
        <translation>没有删除任何内容。</translation>
    </message>
    <message>
        <source>%1 still runs, or its program has ended so lately that its session has not: it stays. By %2 on %3, %4.</source>
        <comment>znode, user, host, when</comment>
        <translation>%1 仍在运行，或其程序刚刚结束而会话尚未结束：予以保留。由 %2 在 %3 上创建，%4。</translation>
    </message>
    <message>
        <source>%1 stays in the list of the lab&apos;s runs.</source>
        <comment>znode</comment>
        <translation>%1 仍留在实验室运行的列表中。</translation>
    </message>
    <message>
        <source>What was done is perhaps not in the audit file: its disk does not answer.</source>
        <translation>所做的操作可能未写入审计文件：其磁盘没有响应。</translation>
    </message>
    <message>
        <source>Not all was removed.</source>
        <translation>未全部删除。</translation>
    </message>
    <message>
        <source>%1, which the lab has made, is there, with nothing in it.</source>
        <comment>znode</comment>
        <translation>实验室创建的 %1 仍在那里，其中没有任何内容。</translation>
    </message>
    <message>
        <source>Remove it?</source>
        <translation>要删除它吗？</translation>
    </message>
    <message>
        <source>%1 seems to run still: sessions that live have znodes in it. It stays.</source>
        <comment>znode</comment>
        <translation>%1 似乎仍在运行：存活的会话在其中有 znode。予以保留。</translation>
    </message>
    <message>
        <source>%1 seems to run still, although nothing on the cluster says so: its program, process %2 of this host, lives. It stays until that has ended, or removes it itself.</source>
        <comment>znode, number</comment>
        <translation>%1 似乎仍在运行，尽管集群上没有任何迹象：其程序（本机进程 %2）仍存活。它将保留，直到该程序结束或自行移除它。</translation>
    </message>
    <message>
        <source>%1 stays: %2 is there, which is no run of the lab.</source>
        <comment>znodes</comment>
        <translation>%1 保留：其中有 %2，它不是实验室的运行。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabCluster</name>
    <message>
        <source>No local cluster was started.</source>
        <translation>未启动本地集群。</translation>
    </message>
    <message>
        <source>Connect string: %1</source>
        <translation>连接字符串：%1</translation>
    </message>
    <message>
        <source>Lines such as “kill 2”, “restart 2”, “freeze leader”, “thaw all”, “cut-off follower”, “mend all” do that. Ctrl+C ends all servers.</source>
        <translation>输入“kill 2”、“restart 2”、“freeze leader”、“thaw all”、“cut-off follower”、“mend all”之类的行即可执行。Ctrl+C 结束所有服务器。</translation>
    </message>
    <message>
        <source>Server %1 (port %2): %3</source>
        <comment>number, port, state</comment>
        <translation>服务器 %1（端口 %2）：%3</translation>
    </message>
    <message>
        <source>“%1” is not understood, or there is no such server now.</source>
        <translation>无法理解“%1”，或现在没有这样的服务器。</translation>
    </message>
    <message>
        <source>“%1” was not done to server %2: %3.</source>
        <comment>line, number, why</comment>
        <translation>未对服务器 %2 执行“%1”：%3。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabComparison</name>
    <message>
        <source>of its own</source>
        <comment>servers of a run</comment>
        <translation>自有</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>how many servers, whose</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一次</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二次</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>规模</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>ZooKeeper</source>
        <translation>ZooKeeper</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>What it showed</source>
        <translation>展示的结果</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Nothing was measured in either of them.</source>
        <translation>两次运行都没有测得任何内容。</translation>
    </message>
    <message>
        <source>Numbers that are left out: %1.</source>
        <translation>略去的数值：%1。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>which run, lock</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The last grants of each lock</source>
        <translation>每个锁的最后若干次授予</translation>
    </message>
    <message>
        <source>They are of different scenarios: only what has the same name in both is compared.</source>
        <translation>两者属于不同的场景：只对比两者中名称相同的内容。</translation>
    </message>
    <message>
        <source>They are of different sizes, and so are their loads.</source>
        <translation>两者规模不同，负载也不同。</translation>
    </message>
    <message>
        <source>Their seeds differ: the times of their loads were not the same.</source>
        <translation>两者的种子不同：负载的时间不一样。</translation>
    </message>
    <message>
        <source>Their clusters differ.</source>
        <translation>两者的集群不同。</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Handoffs</source>
        <translation>交接</translation>
    </message>
    <message>
        <source>The lab: two runs side by side</source>
        <translation>实验室：两次运行的对比</translation>
    </message>
    <message>
        <source>At a glance</source>
        <translation>一览</translation>
    </message>
    <message>
        <source>The ratio is how many times as much the second one is. “–”: there is no such number.</source>
        <translation>比值为第二次是第一次的多少倍。“–”：没有这样的数值。</translation>
    </message>
    <message>
        <source>Order of grants and times</source>
        <translation>授予顺序与时间</translation>
    </message>
    <message>
        <source>Neither had a lock.</source>
        <translation>两者都没有锁。</translation>
    </message>
    <message>
        <source>All numbers</source>
        <translation>全部数值</translation>
    </message>
    <message>
        <source>as the scenario says</source>
        <comment>how many contenders</comment>
        <translation>按场景规定</translation>
    </message>
    <message>
        <source>Contenders of the largest group</source>
        <translation>最大一组的竞争者数</translation>
    </message>
    <message>
        <source>Their largest groups had other numbers of contenders: %1; %2.</source>
        <comment>first, second</comment>
        <translation>两次最大一组的竞争者数不同：%1；%2。</translation>
    </message>
    <message>
        <source>small</source>
        <comment>size of a scenario</comment>
        <translation>小</translation>
    </message>
    <message>
        <source>full</source>
        <comment>size of a scenario</comment>
        <translation>完整</translation>
    </message>
    <message>
        <source>%1: %2 is not there</source>
        <comment>which run, lock</comment>
        <translation>%1：没有 %2</translation>
    </message>
</context>
<context>
    <name>lockscope::LabComparisonDialog</name>
    <message>
        <source>%1: %2, seed %3. %4</source>
        <comment>first or second, name, seed, what it showed</comment>
        <translation>%1：%2，种子 %3。%4</translation>
    </message>
    <message>
        <source>Two runs of the lab</source>
        <translation>实验室的两次运行</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一次</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二次</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Pictures of both runs</source>
        <translation>两次运行的图片</translation>
    </message>
    <message>
        <source>Neither had a lock.</source>
        <translation>两者都没有锁。</translation>
    </message>
    <message>
        <source>Numbers of both runs</source>
        <translation>两次运行的数值</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1: %2, scenario “%3”, seed %4. %5</source>
        <comment>first or second, name, scenario, seed, what it showed</comment>
        <translation>%1：%2，场景“%3”，种子 %4。%5</translation>
    </message>
</context>
<context>
    <name>lockscope::LabConnection</name>
    <message>
        <source>The contenders were not added.</source>
        <translation>竞争者未能添加。</translation>
    </message>
    <message>
        <source>That was not done to server %1.</source>
        <translation>未能对服务器 %1 执行该操作。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabContenders</name>
    <message>
        <source>Contenders</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>They acquire, hold and release from now on.</source>
        <translation>从现在起它们获取、持有并释放锁。</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Each gives back what it has, or gives up, and stays.</source>
        <translation>各自归还所持有的，或放弃等待，并留下。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Each gives back what it has, and closes its session, or its process ends.</source>
        <translation>各自归还所持有的，并关闭其会话，或结束其进程。</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Stops its process, as a long garbage collection does; of a session in this process the link is stalled.</source>
        <translation>停住其进程，如同一次漫长的垃圾回收；若会话在本进程中，则使其链路停滞。</translation>
    </message>
    <message>
        <source>Thaw</source>
        <translation>解冻</translation>
    </message>
    <message>
        <source>Ends that.</source>
        <translation>结束冻结。</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>切断</translation>
    </message>
    <message>
        <source>Cuts its link to the servers.</source>
        <translation>切断其到服务器的链路。</translation>
    </message>
    <message>
        <source>Mend</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Its link works again.</source>
        <translation>其链路恢复。</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>杀死</translation>
    </message>
    <message>
        <source>Kills its process, or cuts its session off and forgets it.</source>
        <translation>杀死其进程，或切断其会话并不再理会。</translation>
    </message>
    <message>
        <source>Crash while holding</source>
        <translation>持有时崩溃</translation>
    </message>
    <message>
        <source>Kills each while it holds: at once, or at its next grant.</source>
        <translation>在持有期间杀死：立即，或在下次获得锁时。</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>No contenders</source>
        <translation>没有竞争者</translation>
    </message>
    <message>
        <source>A scenario brings its own. In a free run they come by “Add contenders”.</source>
        <translation>场景自带竞争者。自由运行中，请用“添加竞争者”添加。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabContendersModel</name>
    <message>
        <source>A session in this process</source>
        <translation>本进程中的一个会话</translation>
    </message>
    <message>
        <source>Contender</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>配方</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>客户端库</translation>
    </message>
    <message>
        <source>Grants</source>
        <translation>授予</translation>
    </message>
    <message>
        <source>Last wait</source>
        <translation>上次等待</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message numerus="yes">
        <source>%n round(s) without a lock</source>
        <translation>
            <numerusform>不用锁的 %n 轮</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::LabEndPage</name>
    <message>
        <source>The run of the lab ends</source>
        <translation>实验室的运行正在结束</translation>
    </message>
    <message>
        <source>Its clients and its servers end, and with them the locks.</source>
        <translation>它的客户端和服务器正在结束，锁也随之消失。</translation>
    </message>
    <message>
        <source>The run of the lab has ended</source>
        <translation>实验室的运行已结束</translation>
    </message>
    <message>
        <source>Its servers have ended with it, and their locks are gone. The panel “Lab” tells why there is no report; “Another run…” there begins one more.</source>
        <translation>它的服务器已随之结束，其上的锁已不存在。“实验室”面板说明为何没有报告；用其中的“另一次运行…”可再开始一次。</translation>
    </message>
    <message>
        <source>Show the lab</source>
        <translation>显示实验室</translation>
    </message>
    <message>
        <source>Its servers have ended with it, and their locks are gone. What was measured is in the panel “Lab”, under “Report”; “Another run…” there plays once more.</source>
        <translation>它的服务器已随之结束，其上的锁已不存在。测得的结果在“实验室”面板的“报告”中；用其中的“另一次运行…”可再次运行。</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>显示报告</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>scenario, what it came to</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Back to the cluster</source>
        <translation>返回集群</translation>
    </message>
    <message>
        <source>Its clients end, and what it made is removed.</source>
        <translation>其客户端正在结束，它创建的一切正在被移除。</translation>
    </message>
    <message>
        <source>The panel “Lab” tells why there is no report; “Another run…” there begins one more.</source>
        <translation>“实验室”面板说明为何没有报告；其中的“另一次运行…”可再开始一次。</translation>
    </message>
    <message>
        <source>What it made is removed, and its locks are gone.</source>
        <translation>它创建的一切已移除，其锁也已不在。</translation>
    </message>
    <message>
        <source>Not all that it made could be removed: the report says what is left.</source>
        <translation>它创建的内容未能全部移除：报告说明了留下了什么。</translation>
    </message>
    <message>
        <source>What was measured is in the panel “Lab”, under “Report”; “Another run…” there plays once more.</source>
        <translation>测得的结果在“实验室”面板的“报告”中；用其中的“另一次运行…”可再次运行。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabFairness</name>
    <message>
        <source>All grants to contenders of the lab, by the order in which the server created their znodes. Other clients of the lock are not compared.</source>
        <translation>授予实验室竞争者的所有锁，按服务器创建其 znode 的顺序比较。该锁的其他客户端不参与比较。</translation>
    </message>
    <message>
        <source>The last %1 of %2 grants to contenders of the lab, by the order in which the server created their znodes. Other clients of the lock are not compared.</source>
        <translation>授予实验室竞争者的最近 %1 次（共 %2 次），按服务器创建其 znode 的顺序比较。该锁的其他客户端不参与比较。</translation>
    </message>
    <message>
        <source>Order of grants</source>
        <translation>授予顺序</translation>
    </message>
    <message>
        <source>No grants yet</source>
        <translation>尚无授予</translation>
    </message>
    <message>
        <source>Wait median %1 · p95 %2 · max %3</source>
        <translation>等待 中位数 %1 · p95 %2 · 最大 %3</translation>
    </message>
    <message>
        <source>From asked to granted, over all grants of the phase, as its report has it</source>
        <translation>从请求到授予，取该阶段的所有授予，与报告一致</translation>
    </message>
    <message>
        <source>From asked to granted, over the last grants</source>
        <translation>从请求到授予，取最近的授予</translation>
    </message>
</context>
<context>
    <name>lockscope::LabMeasuresModel</name>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>How many times as much the second one is</source>
        <translation>第二次是第一次的多少倍</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一次</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二次</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
</context>
<context>
    <name>lockscope::LabPage</name>
    <message numerus="yes">
        <source>ZooKeeper %1, %n server(s) of its own on this machine</source>
        <translation>
            <numerusform>ZooKeeper %1，本机上自有的 %n 台服务器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>ZooKeeper %1, %n server(s), at %2</source>
        <translation>
            <numerusform>ZooKeeper %1，%n 台服务器，位于 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Scenario: %1, in full size</source>
        <translation>场景：%1，完整规模</translation>
    </message>
    <message>
        <source>Scenario: %1, small</source>
        <translation>场景：%1，小规模</translation>
    </message>
    <message>
        <source>Seed: %1</source>
        <translation>种子：%1</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>集群：%1</translation>
    </message>
    <message>
        <source>To repeat it: %1</source>
        <comment>a command</comment>
        <translation>重复运行：%1</translation>
    </message>
    <message>
        <source>Phase %1 took longer than it may, and was ended.</source>
        <translation>阶段 %1 超过了允许的时间，已被结束。</translation>
    </message>
    <message>
        <source>Phase %1 was interrupted.</source>
        <translation>阶段 %1 被中断。</translation>
    </message>
    <message>
        <source>In vain in phase %1: %2</source>
        <comment>phase, step</comment>
        <translation>阶段 %1 中落空：%2</translation>
    </message>
    <message>
        <source>Promise</source>
        <translation>承诺</translation>
    </message>
    <message>
        <source>What was measured</source>
        <translation>测得的结果</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <comment>a promise</comment>
        <translation>未检查：%1</translation>
    </message>
    <message>
        <source>What was shown</source>
        <translation>展示了什么</translation>
    </message>
    <message>
        <source>A free run: contenders were added by hand, and nothing was promised.</source>
        <translation>自由运行：竞争者由手工添加，没有任何承诺。</translation>
    </message>
    <message>
        <source>The lab: %1</source>
        <comment>scenario</comment>
        <translation>实验室：%1</translation>
    </message>
    <message>
        <source>The lab: a free run</source>
        <translation>实验室：自由运行</translation>
    </message>
    <message>
        <source>No grant</source>
        <translation>没有授予</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>how often, error</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Contenders</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>Grants</source>
        <translation>授予</translation>
    </message>
    <message>
        <source>Jain&apos;s index</source>
        <translation>Jain 指数</translation>
    </message>
    <message>
        <source>Longest without a grant</source>
        <translation>最长无授予时间</translation>
    </message>
    <message>
        <source>Sessions expired</source>
        <translation>过期的会话</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>By groups of contenders</source>
        <translation>按竞争者分组</translation>
    </message>
    <message>
        <source>Lock, or contenders</source>
        <translation>锁或竞争者</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Handoffs</source>
        <translation>交接</translation>
    </message>
    <message>
        <source>What phase %1 cost the servers is not known in all: %2.</source>
        <comment>phase, why</comment>
        <translation>阶段 %1 给服务器带来的开销不完全清楚：%2。</translation>
    </message>
    <message>
        <source>In phase %1 more happened than was kept: %2 moments are left out.</source>
        <translation>阶段 %1 中发生的事件多于所保留的：略去了 %2 个时刻。</translation>
    </message>
    <message>
        <source>Others wrote to register %1 in phase %2: its counts are not sure.</source>
        <translation>阶段 %2 中有他人写入寄存器 %1：其计数不可靠。</translation>
    </message>
    <message>
        <source>Register %1 in phase %2 has %3 writes of which nobody was told.</source>
        <translation>阶段 %2 的寄存器 %1 有 %3 次写入没有告知任何人。</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>phase, lock</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1: to the right how long, upwards the share of all.</source>
        <comment>phase, lock</comment>
        <translation>%1：向右为时长，向上为所占比例。</translation>
    </message>
    <message>
        <source>%1: to the right the order of arrival, upwards that of grants. On the diagonal all is fair; a triangle overtook an earlier arrival.</source>
        <translation>%1：向右为到达顺序，向上为授予顺序。在对角线上一切公平；三角形插到了更早到达者之前。</translation>
    </message>
    <message>
        <source>Locks that are not drawn: %1.</source>
        <translation>未画出的锁：%1。</translation>
    </message>
    <message>
        <source>Order of arrival against order of grants</source>
        <translation>到达顺序与授予顺序的对照</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Overtakings</source>
        <translation>插队次数</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>No lock was asked for.</source>
        <translation>没有请求任何锁。</translation>
    </message>
    <message>
        <source>The last grants of each lock</source>
        <translation>每个锁的最后若干次授予</translation>
    </message>
    <message>
        <source>Jain&apos;s index is 1 when all contenders were granted the lock as often, and 1/n when one of n was alone.</source>
        <translation>所有竞争者获得锁的次数相同时，Jain 指数为 1；n 个中只有一个获得锁时，为 1/n。</translation>
    </message>
    <message>
        <source>Waits, holds and handoffs</source>
        <translation>等待、持有与交接</translation>
    </message>
    <message>
        <source>A wait is from queued to granted, a handoff from a release to the next grant, where somebody waited.</source>
        <translation>等待是从排队到获得锁；交接是在有人等待时，从释放到下一次授予。</translation>
    </message>
    <message>
        <source>Nothing was granted.</source>
        <translation>没有任何授予。</translation>
    </message>
    <message>
        <source>Throughput, and what it cost the servers</source>
        <translation>吞吐量及服务器开销</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Grants a second</source>
        <translation>每秒授予</translation>
    </message>
    <message>
        <source>Requests for each grant</source>
        <translation>每次授予的请求数</translation>
    </message>
    <message>
        <source>Watches fired for each grant</source>
        <translation>每次授予触发的监视数</translation>
    </message>
    <message>
        <source>Watches at one time</source>
        <translation>同时存在的监视数</translation>
    </message>
    <message>
        <source>No phase was played.</source>
        <translation>没有运行任何阶段。</translation>
    </message>
    <message>
        <source>Violations</source>
        <translation>违规</translation>
    </message>
    <message>
        <source>Register</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Stale</source>
        <translation>过期</translation>
    </message>
    <message>
        <source>Mingled</source>
        <translation>混杂</translation>
    </message>
    <message>
        <source>Numbers given twice</source>
        <translation>重复的编号</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>In phase %1, %2 clients believed at one time that they held a lock.</source>
        <translation>阶段 %1 中，有 %2 个客户端同时认为自己持有某个锁。</translation>
    </message>
    <message>
        <source>Registers as read back from the servers: stale writes have a token lower than an earlier one&apos;s, mingled ones go on after another holder has written. What a register refused is not written.</source>
        <translation>从服务器读回的寄存器：过期写入的令牌低于更早的写入；混杂写入在另一持有者写入之后仍在继续。寄存器拒绝的没有写入。</translation>
    </message>
    <message>
        <source>No register was written to: whether work was done twice or lost was not looked at.</source>
        <translation>没有写入任何寄存器：未检查工作是否重复或丢失。</translation>
    </message>
    <message>
        <source>What is left</source>
        <translation>遗留了什么</translation>
    </message>
    <message>
        <source>%1 could not be removed.</source>
        <comment>znode</comment>
        <translation>无法删除 %1。</translation>
    </message>
    <message>
        <source>At the end of phase %1, %2 orphans were in lock %3.</source>
        <translation>阶段 %1 结束时，锁 %3 中有 %2 个孤儿节点。</translation>
    </message>
    <message>
        <source>Not known: what it made was still being removed.</source>
        <translation>不得而知：其创建的内容当时仍在删除。</translation>
    </message>
    <message>
        <source>Nothing: all that it made was removed.</source>
        <translation>没有遗留：其创建的内容已全部删除。</translation>
    </message>
    <message>
        <source>What is not known</source>
        <translation>什么不得而知</translation>
    </message>
    <message>
        <source>Not measured: %1.</source>
        <translation>未测量：%1。</translation>
    </message>
    <message>
        <source>Nothing of what this report is about.</source>
        <translation>本报告所涉内容均已知。</translation>
    </message>
    <message>
        <source>The lab&apos;s root stays: %1 is there, which is not the lab&apos;s.</source>
        <comment>znode</comment>
        <translation>实验室的根 znode 予以保留：其中有 %1，它不属于实验室。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabPictures</name>
    <message>
        <source>%1 %</source>
        <comment>a share of all</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 · median %2 · p95 %3</source>
        <comment>how many, times</comment>
        <translation>%1 · 中位数 %2 · p95 %3</translation>
    </message>
    <message>
        <source>%1: none</source>
        <comment>run</comment>
        <translation>%1：无</translation>
    </message>
    <message>
        <source>%1: median %2 · p95 %3</source>
        <comment>run, times</comment>
        <translation>%1：中位数 %2 · p95 %3</translation>
    </message>
    <message>
        <source>None was measured</source>
        <translation>没有测得</translation>
    </message>
</context>
<context>
    <name>lockscope::LabPlayer</name>
    <message>
        <source>Starting a ZooKeeper server on this machine…</source>
        <translation>正在本机启动 ZooKeeper 服务器…</translation>
    </message>
    <message>
        <source>ZooKeeper %1 at %2, seed %3.</source>
        <translation>ZooKeeper %1，位于 %2，种子 %3。</translation>
    </message>
    <message>
        <source>— %1 —</source>
        <comment>phase</comment>
        <translation>— %1 —</translation>
    </message>
    <message>
        <source>        %1: %2</source>
        <comment>contenders&apos; group, what has happened to one</comment>
        <translation>        %1：%2</translation>
    </message>
    <message>
        <source>Removing what it made…</source>
        <translation>正在删除所建立的内容…</translation>
    </message>
    <message>
        <source>Phase %1, %2 s:</source>
        <translation>阶段 %1，%2 秒：</translation>
    </message>
    <message>
        <source>The report was not written.</source>
        <translation>报告未写入。</translation>
    </message>
    <message>
        <source>The scenario was not played. It was interrupted.</source>
        <translation>场景未演示。已被中断。</translation>
    </message>
    <message>
        <source>The scenario was not played.</source>
        <translation>场景未演示。</translation>
    </message>
    <message>
        <source>%1 was not removed, or still runs: “lockscope lab clean” tells, and removes it.</source>
        <comment>znode</comment>
        <translation>%1 未被删除，或仍在运行：“lockscope lab clean”会告知并删除它。</translation>
    </message>
    <message>
        <source>%1 may be left.</source>
        <comment>znode</comment>
        <translation>%1 可能仍有遗留。</translation>
    </message>
    <message>
        <source>The cluster answers again.</source>
        <translation>集群恢复了响应。</translation>
    </message>
    <message>
        <source>Server %1 was stopped, but not by the lab; the run goes on meanwhile, and an interrupt ends it.</source>
        <translation>服务器 %1 被暂停，但并非由实验室所为；运行在此期间继续，中断可使其结束。</translation>
    </message>
    <message>
        <source>Server %1 was ended, but not by the lab.</source>
        <translation>服务器 %1 被结束，但并非由实验室所为。</translation>
    </message>
    <message numerus="yes">
        <source>It waits until the sessions of crashed clients are over, %n second(s) at most; another interrupt ends this at once.</source>
        <translation>
            <numerusform>正在等待已崩溃客户端的会话结束，最多 %n 秒；再次中断会立即结束。</numerusform>
        </translation>
    </message>
    <message>
        <source>Interrupted: the run ends and removes what it made; another interrupt ends it at once.</source>
        <translation>已中断：运行将结束并移除其创建的内容；再次中断会立即结束。</translation>
    </message>
    <message>
        <source>“%1” removes what is left, once the cluster answers.</source>
        <comment>command</comment>
        <translation>集群恢复响应后，“%1”可删除遗留的内容。</translation>
    </message>
    <message>
        <source>%1 may be left: the run was ended at once. “%2” removes it.</source>
        <comment>znode, command</comment>
        <translation>可能遗留了 %1：运行被立即结束。“%2”可将其移除。</translation>
    </message>
    <message>
        <source>The cluster does not answer; what the run made can&apos;t be removed meanwhile. It is waited for some seconds more; another interrupt ends this at once.</source>
        <translation>集群没有应答；在此期间无法移除运行所创建的内容。将再等待数秒；再次中断会立即结束。</translation>
    </message>
    <message>
        <source>The cluster does not answer; the run goes on meanwhile, and an interrupt ends it.</source>
        <translation>集群没有应答；运行在此期间继续，中断可使其结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabReportView</name>
    <message>
        <source>Phase %1, %2 s:</source>
        <comment>name, how long</comment>
        <translation>阶段 %1，%2 秒：</translation>
    </message>
    <message numerus="yes">
        <source>ZooKeeper %1, %n server(s), seed %2.</source>
        <translation>
            <numerusform>ZooKeeper %1，%n 台服务器，种子 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Numbers of the run</source>
        <translation>本次运行的数值</translation>
    </message>
    <message>
        <source>What the run came to</source>
        <translation>本次运行的结果</translation>
    </message>
    <message>
        <source>The report comes at the end of the run.</source>
        <translation>运行结束时给出报告。</translation>
    </message>
    <message>
        <source>What it made is being removed.</source>
        <translation>正在删除其所建立的内容。</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>The run before</source>
        <translation>上一次运行</translation>
    </message>
    <message>
        <source>A saved report…</source>
        <translation>已保存的报告…</translation>
    </message>
    <message>
        <source>What it promises is being checked…</source>
        <translation>正在检查它的承诺…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>kept or broken, the promise</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::LabRunView</name>
    <message>
        <source>Starting ZooKeeper on this machine…</source>
        <translation>正在本机启动 ZooKeeper…</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Under way</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>Removing what it made…</source>
        <translation>正在删除所建立的内容…</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>%1: %2 written, %3 refused</source>
        <comment>register</comment>
        <translation>%1：已写入 %2，已拒绝 %3</translation>
    </message>
    <message>
        <source>Equal seeds draw equal loads.</source>
        <translation>相同的种子产生相同的负载。</translation>
    </message>
    <message>
        <source>End the run</source>
        <translation>结束运行</translation>
    </message>
    <message>
        <source>Another run…</source>
        <translation>另一次运行…</translation>
    </message>
    <message>
        <source>In the last second</source>
        <translation>最近一秒内</translation>
    </message>
    <message>
        <source>Jain&apos;s index of the grants of each contender, of the lock where it is lowest: 1 when all got the same</source>
        <translation>各竞争者获得锁次数的 Jain 指数，取最低的那个锁：全部相同时为 1</translation>
    </message>
    <message>
        <source>As its writers were told. What was really written is read back at the end.</source>
        <translation>按写入者得到的答复。实际写入的内容在结束时读回。</translation>
    </message>
    <message>
        <source>What the scenario promises</source>
        <translation>场景所承诺的</translation>
    </message>
    <message>
        <source>Steps of the scenario</source>
        <translation>场景的步骤</translation>
    </message>
    <message>
        <source>Add contenders</source>
        <translation>添加竞争者</translation>
    </message>
    <message>
        <source>Promises</source>
        <translation>承诺</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Fairness</source>
        <translation>公平性</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>The run did not begin.</source>
        <translation>运行未能开始。</translation>
    </message>
    <message>
        <source>The run was broken off.</source>
        <translation>运行中断。</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>自由运行</translation>
    </message>
    <message>
        <source>Seed %1</source>
        <translation>种子 %1</translation>
    </message>
    <message>
        <source>Grants %1</source>
        <translation>授予 %1</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <comment>grants</comment>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>Jain %1</source>
        <translation>Jain %1</translation>
    </message>
    <message>
        <source>Inversions %1</source>
        <translation>逆序 %1</translation>
    </message>
    <message>
        <source>Grants that were overtaken by a later arrival. 0 for a fair queue; not known where there is no queue.</source>
        <translation>被后到者抢先的授予次数。公平队列为 0；没有队列时未知。</translation>
    </message>
    <message>
        <source>The cluster does not answer</source>
        <translation>集群没有响应</translation>
    </message>
    <message>
        <source>Its time is up: nobody begins any more.</source>
        <translation>时间已到：不再有人开始。</translation>
    </message>
    <message>
        <source>The cluster does not answer: what the run made can&apos;t be removed now, and is in the list of runs that are left</source>
        <translation>集群没有应答：运行所创建的内容现在无法移除，已记入遗留运行列表</translation>
    </message>
</context>
<context>
    <name>lockscope::LabSetup</name>
    <message>
        <source>Scenarios of the lab</source>
        <translation>实验室的场景</translation>
    </message>
    <message>
        <source>Free: contenders that you add</source>
        <translation>自由运行：由你添加竞争者</translation>
    </message>
    <message>
        <source>Where the lab runs</source>
        <translation>实验室在何处运行</translation>
    </message>
    <message>
        <source>servers of its own, as many as it needs</source>
        <translation>自有服务器，按需数量</translation>
    </message>
    <message>
        <source>3 servers of its own</source>
        <translation>3 台自有服务器</translation>
    </message>
    <message>
        <source>small</source>
        <translation>小</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Size of the scenario</source>
        <translation>场景规模</translation>
    </message>
    <message>
        <source>as the scenario says</source>
        <translation>按场景规定</translation>
    </message>
    <message>
        <source>Contenders of the largest group</source>
        <translation>最大一组的竞争者数</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>Equal seeds draw equal loads.</source>
        <translation>相同的种子产生相同的负载。</translation>
    </message>
    <message>
        <source>Seed of the load</source>
        <translation>负载的种子</translation>
    </message>
    <message>
        <source>Name of this production profile</source>
        <translation>此生产配置的名称</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>On</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>规模(&amp;Z)</translation>
    </message>
    <message>
        <source>Contenders</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>this cluster: %1</source>
        <translation>此集群：%1</translation>
    </message>
    <message>
        <source>This scenario is for servers of its own alone.</source>
        <translation>此场景只能在自有服务器上运行。</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>自由运行</translation>
    </message>
    <message>
        <source>Contenders come as you add them, and do what you tell them: nothing is promised, and all is measured.</source>
        <translation>竞争者随你添加而来，并按你的指示行事：不作承诺，一切都会测量。</translation>
    </message>
</context>
<context>
    <name>lockscope::LabStepsModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
</context>
<context>
    <name>lockscope::LabText</name>
    <message>
        <source>grants</source>
        <translation>授予次数</translation>
    </message>
    <message>
        <source>overtakings</source>
        <translation>插队次数</translation>
    </message>
    <message>
        <source>Jain&apos;s index</source>
        <translation>Jain 指数</translation>
    </message>
    <message>
        <source>wait, median</source>
        <translation>等待（中位数）</translation>
    </message>
    <message>
        <source>wait, p95</source>
        <translation>等待（p95）</translation>
    </message>
    <message>
        <source>wait, p99</source>
        <translation>等待（p99）</translation>
    </message>
    <message>
        <source>wait, longest</source>
        <translation>等待（最长）</translation>
    </message>
    <message>
        <source>hold, median</source>
        <translation>持有（中位数）</translation>
    </message>
    <message>
        <source>hold, p95</source>
        <translation>持有（p95）</translation>
    </message>
    <message>
        <source>hold, p99</source>
        <translation>持有（p99）</translation>
    </message>
    <message>
        <source>hold, longest</source>
        <translation>持有（最长）</translation>
    </message>
    <message>
        <source>handoff, median</source>
        <translation>交接（中位数）</translation>
    </message>
    <message>
        <source>handoff, p95</source>
        <translation>交接（p95）</translation>
    </message>
    <message>
        <source>handoff, p99</source>
        <translation>交接（p99）</translation>
    </message>
    <message>
        <source>handoff, longest</source>
        <translation>交接（最长）</translation>
    </message>
    <message>
        <source>grants a second</source>
        <translation>每秒授予次数</translation>
    </message>
    <message>
        <source>requests for each grant</source>
        <translation>每次授予的请求数</translation>
    </message>
    <message>
        <source>watches fired for each grant</source>
        <translation>每次授予触发的监视数</translation>
    </message>
    <message>
        <source>watches at one time</source>
        <translation>同时的监视数</translation>
    </message>
    <message>
        <source>longest time without a grant</source>
        <translation>最长无授予时间</translation>
    </message>
    <message>
        <source>writes</source>
        <translation>写入次数</translation>
    </message>
    <message>
        <source>writes refused</source>
        <translation>被拒绝的写入</translation>
    </message>
    <message>
        <source>stale writes</source>
        <translation>过期的写入</translation>
    </message>
    <message>
        <source>mingled writes</source>
        <translation>混杂的写入</translation>
    </message>
    <message>
        <source>numbers given twice</source>
        <translation>重复的编号</translation>
    </message>
    <message>
        <source>answered writes that are missing</source>
        <translation>得到应答却缺失的写入</translation>
    </message>
    <message>
        <source>granted after the timeout</source>
        <translation>超时之后多久获得锁</translation>
    </message>
    <message>
        <source>learned of the loss before it wrote</source>
        <translation>写入之前得知失去锁</translation>
    </message>
    <message>
        <source>shown as frozen after</source>
        <translation>多久之后显示为冻结</translation>
    </message>
    <message>
        <source>sessions that expired</source>
        <translation>过期的会话</translation>
    </message>
    <message>
        <source>orphans</source>
        <translation>孤儿节点</translation>
    </message>
    <message>
        <source>waits behind itself</source>
        <translation>排在自己后面</translation>
    </message>
    <message>
        <source>znodes left behind</source>
        <translation>遗留的 znode</translation>
    </message>
    <message>
        <source>waited %1 (median), %2 (p95), %3 at most</source>
        <translation>等待 %1（中位数）、%2（p95），最长 %3</translation>
    </message>
    <message>
        <source>%1: no grant.</source>
        <comment>lock</comment>
        <translation>%1：无人获得。</translation>
    </message>
    <message>
        <source>%1: %2, %3 a second; %4.</source>
        <comment>lock, grants, rate, waits</comment>
        <translation>%1：%2，每秒 %3 次；%4。</translation>
    </message>
    <message numerus="yes">
        <source>%n grant(s)</source>
        <translation>
            <numerusform>授予 %n 次</numerusform>
        </translation>
    </message>
    <message>
        <source>?</source>
        <comment>a number that is not known</comment>
        <translation>？</translation>
    </message>
    <message>
        <source>What it cost the servers is not known: %1.</source>
        <translation>对服务器的开销未知：%1。</translation>
    </message>
    <message>
        <source>broken</source>
        <comment>a promise</comment>
        <translation>未成立</translation>
    </message>
    <message>
        <source>not checked</source>
        <comment>a promise</comment>
        <translation>未检查</translation>
    </message>
    <message>
        <source>promised: %1</source>
        <translation>承诺：%1</translation>
    </message>
    <message>
        <source>promised: %1 to %2</source>
        <translation>承诺：%1 到 %2</translation>
    </message>
    <message>
        <source>promised: at least %1</source>
        <translation>承诺：至少 %1</translation>
    </message>
    <message>
        <source>promised: at most %1</source>
        <translation>承诺：至多 %1</translation>
    </message>
    <message>
        <source>%1 times as many</source>
        <comment>a ratio</comment>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>measure, of what</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>measure, why it is not known</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <comment>measure, measured, promised</comment>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <comment>sentence, measured</comment>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>Nothing was done: the profile is read-only, and the lab writes.</source>
        <translation>什么也没有做：该配置为只读，而实验室需要写入。</translation>
    </message>
    <message>
        <source>Nothing was done: the profile is one of production, where the lab may run only if the profile says so.</source>
        <translation>什么也没有做：该配置属于生产环境，仅当配置允许时实验室才可运行。</translation>
    </message>
    <message>
        <source>Nothing was done: this is production. If the lab is to run there nevertheless, say so by --lab-here=%1.</source>
        <translation>什么也没有做：这是生产环境。如果仍要在那里运行实验室，请用 --lab-here=%1 说明。</translation>
    </message>
    <message>
        <source>Nothing was done: on a cluster that is not on this machine the lab makes locks and load only if you say so by --lab-here.</source>
        <translation>什么也没有做：在不属于本机的集群上，仅当您用 --lab-here 说明时，实验室才会建立锁和负载。</translation>
    </message>
    <message>
        <source>Nothing was done: the profile does not say that the lab may run there (&quot;lab&quot;: true).</source>
        <translation>什么也没有做：该配置没有允许实验室在那里运行（&quot;lab&quot;: true）。</translation>
    </message>
    <message>
        <source>It runs on %1: all that it makes is below %2, and is removed at the end.</source>
        <translation>在 %1 上运行：它建立的一切都在 %2 之下，结束时删除。</translation>
    </message>
    <message>
        <source>At most %1 sessions, %2 processes, %3 acquires a second, %4 writes to registers in a phase, %5 minutes.</source>
        <translation>至多 %1 个会话、%2 个进程、每秒 %3 次获取、每阶段 %4 次寄存器写入、%5 分钟。</translation>
    </message>
    <message>
        <source>failed with %1</source>
        <translation>因 %1 失败</translation>
    </message>
    <message>
        <source>findings “%1”</source>
        <translation>问题“%1”</translation>
    </message>
    <message>
        <source>starting</source>
        <comment>a server</comment>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>standalone</source>
        <comment>a server</comment>
        <translation>独立</translation>
    </message>
    <message>
        <source>leader</source>
        <comment>a server</comment>
        <translation>leader</translation>
    </message>
    <message>
        <source>follower</source>
        <comment>a server</comment>
        <translation>follower</translation>
    </message>
    <message>
        <source>electing</source>
        <comment>a server</comment>
        <translation>正在选举</translation>
    </message>
    <message>
        <source>frozen</source>
        <comment>a server</comment>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>cut off</source>
        <comment>a server</comment>
        <translation>已隔离</translation>
    </message>
    <message>
        <source>stopped</source>
        <comment>a server</comment>
        <translation>已停止</translation>
    </message>
    <message>
        <source>%1 s  in vain: %2</source>
        <translation>%1 秒  徒劳：%2</translation>
    </message>
    <message>
        <source>%1 s  %2</source>
        <comment>when, what</comment>
        <translation>%1 秒  %2</translation>
    </message>
    <message>
        <source>%1 s  %2: %3</source>
        <comment>when, what, sentence</comment>
        <translation>%1 秒  %2：%3</translation>
    </message>
    <message>
        <source>Not measured: %1.</source>
        <translation>未测量：%1。</translation>
    </message>
    <message>
        <source>%1 could not be removed, and is left.</source>
        <comment>znode</comment>
        <translation>%1 无法删除，已遗留。</translation>
    </message>
    <message>
        <source>It was interrupted: nothing is said of what it shows.</source>
        <translation>已被中断：对其展示的内容不作结论。</translation>
    </message>
    <message>
        <source>All that it promises was seen.</source>
        <translation>它承诺的一切都已看到。</translation>
    </message>
    <message>
        <source>Not all that it promises was seen.</source>
        <translation>它承诺的内容未全部看到。</translation>
    </message>
    <message>
        <source>Nothing that it promises was broken, but not all of it could be checked.</source>
        <translation>它的承诺没有一项未成立，但未能全部检查。</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>First</source>
        <translation>第一</translation>
    </message>
    <message>
        <source>Second</source>
        <translation>第二</translation>
    </message>
    <message>
        <source>waited %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>    %1: %2; %3.</source>
        <comment>contenders&apos; group, grants, waits</comment>
        <translation>    %1：%2；%3。</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>how often, error</comment>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>    %1 failed: %2.</source>
        <comment>contenders&apos; group, errors</comment>
        <translation>    %1 失败：%2。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>The profile is read-only, and the lab writes.</source>
        <translation>该配置为只读，而实验室需要写入。</translation>
    </message>
    <message>
        <source>The profile is one of production, where the lab may run only if the profile says so.</source>
        <translation>该配置属于生产环境，只有配置允许时实验室才能在其上运行。</translation>
    </message>
    <message>
        <source>This is production. If the lab is to run here nevertheless, type the name of its profile.</source>
        <translation>这是生产环境。若仍要在此运行实验室，请输入其配置的名称。</translation>
    </message>
    <message>
        <source>The profile does not say that the lab may run there.</source>
        <translation>该配置未允许实验室在其上运行。</translation>
    </message>
    <message>
        <source>Stop</source>
        <comment>a server</comment>
        <translation>停止</translation>
    </message>
    <message>
        <source>Kill</source>
        <comment>a server</comment>
        <translation>杀死</translation>
    </message>
    <message>
        <source>Freeze</source>
        <comment>a server</comment>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Thaw</source>
        <comment>a server</comment>
        <translation>解冻</translation>
    </message>
    <message>
        <source>Start again</source>
        <comment>a server</comment>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>Cut off from the others</source>
        <comment>a server</comment>
        <translation>与其他服务器隔离</translation>
    </message>
    <message>
        <source>Connect to the others again</source>
        <comment>a server</comment>
        <translation>重新连接其他服务器</translation>
    </message>
    <message>
        <source>no lock</source>
        <comment>recipe</comment>
        <translation>无锁</translation>
    </message>
    <message>
        <source>mutex</source>
        <comment>recipe</comment>
        <translation>互斥锁</translation>
    </message>
    <message>
        <source>read lock</source>
        <comment>recipe</comment>
        <translation>读锁</translation>
    </message>
    <message>
        <source>write lock</source>
        <comment>recipe</comment>
        <translation>写锁</translation>
    </message>
    <message>
        <source>semaphore mutex</source>
        <comment>recipe</comment>
        <translation>信号量互斥锁</translation>
    </message>
    <message>
        <source>semaphore</source>
        <comment>recipe</comment>
        <translation>信号量</translation>
    </message>
    <message>
        <source>nested mutexes</source>
        <comment>recipe</comment>
        <translation>嵌套互斥锁</translation>
    </message>
    <message>
        <source>multi-lock</source>
        <comment>recipe</comment>
        <translation>多重锁</translation>
    </message>
    <message>
        <source>atomic multi-lock</source>
        <comment>recipe</comment>
        <translation>原子多重锁</translation>
    </message>
    <message>
        <source>simple ephemeral lock</source>
        <comment>recipe</comment>
        <translation>简单临时节点锁</translation>
    </message>
    <message>
        <source>leader latch</source>
        <comment>recipe</comment>
        <translation>领导者闩锁</translation>
    </message>
    <message>
        <source>barrier</source>
        <comment>recipe</comment>
        <translation>屏障</translation>
    </message>
    <message>
        <source>double barrier</source>
        <comment>recipe</comment>
        <translation>双重屏障</translation>
    </message>
    <message>
        <source>mutex without recovery</source>
        <comment>recipe</comment>
        <translation>无恢复的互斥锁</translation>
    </message>
    <message>
        <source>done</source>
        <comment>a contender</comment>
        <translation>已完成</translation>
    </message>
    <message>
        <source>may have lost it</source>
        <translation>可能已失去锁</translation>
    </message>
    <message>
        <source>does not know whether it still holds</source>
        <translation>不知是否仍持有</translation>
    </message>
    <message>
        <source>has learned that it lost it</source>
        <translation>已得知失去锁</translation>
    </message>
    <message>
        <source>its process stands still</source>
        <translation>其进程已停住</translation>
    </message>
    <message>
        <source>its link is stalled</source>
        <translation>其链路已停滞</translation>
    </message>
    <message>
        <source>its link is cut</source>
        <translation>其链路已切断</translation>
    </message>
    <message>
        <source>its link loses answers</source>
        <translation>其链路丢失应答</translation>
    </message>
    <message>
        <source>it is killed</source>
        <translation>已被杀死</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Phase %1 begins</source>
        <translation>阶段 %1 开始</translation>
    </message>
    <message>
        <source>Phase %1 has ended</source>
        <translation>阶段 %1 已结束</translation>
    </message>
    <message>
        <source>Not yet: %1</source>
        <comment>step</comment>
        <translation>尚未：%1</translation>
    </message>
    <message>
        <source>In vain: %1</source>
        <comment>step</comment>
        <translation>未等到：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what, sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>measure, promised</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>waited still at the end</source>
        <translation>结束时仍在等待</translation>
    </message>
    <message>
        <source>longest wait without an end</source>
        <translation>未结束的最长等待</translation>
    </message>
    <message>
        <source>rounds without a lock</source>
        <translation>不用锁的轮次</translation>
    </message>
    <message numerus="yes">
        <source>%n still waited at the end, %1 at most</source>
        <translation>
            <numerusform>结束时仍有 %n 个在等待，最长 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>waits, who waited still</comment>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1: no grant of all locks that were asked for with it.</source>
        <comment>lock</comment>
        <translation>%1：无人同时获得一并请求的全部锁。</translation>
    </message>
    <message>
        <source>%1: no grant of all locks that were asked for with it; %2.</source>
        <comment>lock, who waited</comment>
        <translation>%1：无人同时获得一并请求的全部锁；%2。</translation>
    </message>
    <message>
        <source>%1: no grant; %2.</source>
        <comment>lock, who waited</comment>
        <translation>%1：无人获得；%2。</translation>
    </message>
    <message numerus="yes">
        <source>    %1: %n round(s) without a lock.</source>
        <comment>contenders&apos; group</comment>
        <translation>
            <numerusform>    %1：不用锁的 %n 轮。</numerusform>
        </translation>
    </message>
    <message>
        <source>frozen</source>
        <comment>a contender</comment>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>thawed</source>
        <comment>a contender</comment>
        <translation>已解冻</translation>
    </message>
    <message>
        <source>cut off</source>
        <comment>a contender</comment>
        <translation>链路已切断</translation>
    </message>
    <message>
        <source>connected again</source>
        <comment>a contender</comment>
        <translation>已重新连接</translation>
    </message>
    <message>
        <source>loses answers</source>
        <comment>a contender</comment>
        <translation>丢失应答</translation>
    </message>
    <message>
        <source>killed</source>
        <comment>a contender</comment>
        <translation>已杀死</translation>
    </message>
    <message>
        <source>removed</source>
        <comment>a contender</comment>
        <translation>已移除</translation>
    </message>
    <message>
        <source>before</source>
        <comment>a phase began</comment>
        <translation>开始之前</translation>
    </message>
    <message>
        <source>    %1  %2: %3, by hand</source>
        <comment>when, who, what was done</comment>
        <translation>    %1  %2：%3（手动）</translation>
    </message>
    <message>
        <source>    %1  %2: %3</source>
        <comment>when, who, what was done</comment>
        <translation>    %1  %2：%3</translation>
    </message>
    <message numerus="yes">
        <source>%1 wrote nothing in %n round(s): a phase may have only so many writes.</source>
        <comment>contenders&apos; group</comment>
        <translation>
            <numerusform>%1 有 %n 轮没有写入：一个阶段的写入次数有上限。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n write(s)</source>
        <translation>
            <numerusform>%n 次写入</numerusform>
        </translation>
    </message>
    <message>
        <source>Register %1, as read back: %2, stale of them: %3, numbers given twice: %4; refused: %5.</source>
        <comment>register, writes, counts</comment>
        <translation>寄存器 %1，按读回的内容：%2，其中过期 %3 次，重复的编号 %4 个；被拒绝 %5 次。</translation>
    </message>
    <message>
        <source>For each of %1 grants the servers had %2 requests and woke %3 watches.</source>
        <translation>%1 次授予，平均每次服务器收到 %2 个请求，唤醒 %3 个监视。</translation>
    </message>
    <message>
        <source>%1 · its session ends by %2</source>
        <comment>killed, when</comment>
        <translation>%1 · 其会话最迟于 %2 结束</translation>
    </message>
    <message>
        <source>%1: %2, %3 a second, %4</source>
        <comment>phase, grants, rate, who waits</comment>
        <translation>%1：%2，每秒 %3 次，%4</translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s)</source>
        <comment>clients</comment>
        <translation>
            <numerusform>%n 个等待</numerusform>
        </translation>
    </message>
    <message>
        <source>most clients at one time that believed they held it</source>
        <translation>同时认为自己持有锁的客户端最多个数</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>a time</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>a time</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <comment>a time</comment>
        <translation>%1 微秒</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <comment>a time</comment>
        <translation>%1 纳秒</translation>
    </message>
    <message>
        <source>    %1: no grant; %2.</source>
        <comment>contenders&apos; group, who waited</comment>
        <translation>    %1：无人获得；%2。</translation>
    </message>
    <message>
        <source>working</source>
        <comment>a contender without a lock</comment>
        <translation>工作中</translation>
    </message>
    <message>
        <source>kept</source>
        <comment>a promise</comment>
        <translation>成立</translation>
    </message>
    <message>
        <source>Broken: %1</source>
        <comment>a promise</comment>
        <translation>未成立：%1</translation>
    </message>
    <message>
        <source>waiting at one time</source>
        <translation>同时等待</translation>
    </message>
    <message>
        <source>%1, for each contender</source>
        <comment>a count</comment>
        <translation>每个竞争者的%1</translation>
    </message>
    <message numerus="yes">
        <source>In phase %1 %n acquire(s) had to wait for the limit of %2 a second: the load was less than the scenario&apos;s.</source>
        <comment>phase, limit</comment>
        <translation>
            <numerusform>阶段 %1 中有 %n 次获取须等待每秒 %2 次的上限：负载低于场景的设定。</numerusform>
        </translation>
    </message>
    <message>
        <source>In phase %1 clients that are not the lab&apos;s may be counted with what it cost.</source>
        <translation>阶段 %1 的开销中可能也计入了不属于实验室的客户端。</translation>
    </message>
    <message>
        <source>The cluster did not answer at the end of phase %1: what its znodes show is not known.</source>
        <translation>阶段 %1 结束时集群没有响应：其 znode 所显示的内容未知。</translation>
    </message>
    <message>
        <source>Register %1 could not be read back: %2.</source>
        <comment>register, why</comment>
        <translation>无法读回寄存器 %1：%2。</translation>
    </message>
    <message>
        <source>The lab&apos;s root stays: %1 is there, which is not the lab&apos;s.</source>
        <comment>znode</comment>
        <translation>实验室的根 znode 予以保留：其中有 %1，它不属于实验室。</translation>
    </message>
    <message>
        <source>its process has ended</source>
        <translation>其进程已结束</translation>
    </message>
    <message>
        <source>It promises nothing.</source>
        <comment>a scenario</comment>
        <translation>它没有作出任何承诺。</translation>
    </message>
    <message>
        <source>did not answer for some seconds</source>
        <comment>a cluster</comment>
        <translation>数秒没有应答</translation>
    </message>
    <message>
        <source>was ended, but not by the lab</source>
        <comment>a server</comment>
        <translation>被结束，但并非由实验室所为</translation>
    </message>
    <message>
        <source>was stopped, but not by the lab</source>
        <comment>a server</comment>
        <translation>被停住，但并非由实验室所为</translation>
    </message>
    <message>
        <source>was resumed, but not by the lab</source>
        <comment>a server</comment>
        <translation>被恢复运行，但并非由实验室所为</translation>
    </message>
    <message>
        <source>its process was stopped, but not by the lab</source>
        <translation>其进程被停住，但并非由实验室所为</translation>
    </message>
    <message>
        <source>its process was resumed, but not by the lab</source>
        <translation>其进程被恢复运行，但并非由实验室所为</translation>
    </message>
    <message>
        <source>its session ended, but not by the lab</source>
        <translation>其会话已结束，但并非由实验室所为</translation>
    </message>
    <message>
        <source>stood still for %1</source>
        <comment>the lab itself</comment>
        <translation>自身停顿了 %1</translation>
    </message>
    <message>
        <source>its znode was deleted, but not by the lab</source>
        <translation>其 znode 被删除，但并非由实验室所为</translation>
    </message>
    <message>
        <source>its process ended, but not by the lab: %1</source>
        <comment>how</comment>
        <translation>其进程已结束，但并非由实验室所为：%1</translation>
    </message>
    <message>
        <source>In phase %1 clients that are not the lab&apos;s, such as a window that looks on, made %2 requests: they are in none of its numbers except watches at one time.</source>
        <translation>阶段 %1 中不属于实验室的客户端（例如旁观的窗口）发出了 %2 个请求：除同时存在的监视数外，它们不计入任何数字。</translation>
    </message>
    <message>
        <source>%1 · its session should have ended at %2</source>
        <comment>killed, when</comment>
        <translation>%1 · 其会话应已于 %2 结束</translation>
    </message>
    <message>
        <source>Nothing of what it promises could be checked.</source>
        <translation>它所承诺的都无法检查。</translation>
    </message>
    <message>
        <source>From asked to granted</source>
        <translation>从请求到授予</translation>
    </message>
</context>
<context>
    <name>lockscope::LabVerb</name>
    <message>
        <source>Nothing was done.</source>
        <translation>什么也没有做。</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>lockscope lab run SCENARIO plays one on a server of its own.</source>
        <translation>lockscope lab run SCENARIO 在自己的服务器上演示一个场景。</translation>
    </message>
    <message>
        <source>The reports were not compared.</source>
        <translation>报告未比较。</translation>
    </message>
    <message>
        <source>The scenario “%1” is for servers of its own: leave out --connect.</source>
        <translation>场景“%1”用于自己的服务器：请去掉 --connect。</translation>
    </message>
    <message>
        <source>There is no scenario “%1”, and no file of that name. “lockscope lab list” tells which there are.</source>
        <translation>没有场景“%1”，也没有该名称的文件。“lockscope lab list”列出已有的场景。</translation>
    </message>
    <message>
        <source>The scenario was not played.</source>
        <translation>场景未演示。</translation>
    </message>
    <message>
        <source>Begin?</source>
        <translation>开始吗？</translation>
    </message>
    <message>
        <source>The comparison was not written.</source>
        <translation>比较结果未写入。</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Nothing was done. It was interrupted.</source>
        <translation>什么也没有做。已被中断。</translation>
    </message>
    <message>
        <source>Not all was removed. It was interrupted.</source>
        <translation>未全部删除。已被中断。</translation>
    </message>
    <message>
        <source>Nothing was removed. It was interrupted.</source>
        <translation>没有删除任何内容。已被中断。</translation>
    </message>
    <message>
        <source>The schema of scenarios, scenario.schema.json, says what it may have.</source>
        <translation>场景的 schema（scenario.schema.json）说明它可以包含哪些内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::LanguageText</name>
    <message>
        <source>The language changes at the next start of Lockscope.</source>
        <translation>Lockscope 下次启动时更换语言。</translation>
    </message>
</context>
<context>
    <name>lockscope::LeftLabRuns</name>
    <message>
        <source>A run of the lab on %1 was not removed, or still runs: %2, begun %3.</source>
        <comment>cluster, znode, when</comment>
        <translation>%1 上有一次实验室运行未被移除，或仍在进行：%2，开始于 %3。</translation>
    </message>
    <message>
        <source>Remove what the lab left?</source>
        <translation>移除实验室留下的内容？</translation>
    </message>
    <message>
        <source>%1 and all below it are deleted on %2, if the lab has marked them as its own and their program has ended.</source>
        <comment>znode, cluster</comment>
        <translation>若实验室已将其标记为自己的且其程序已结束，将删除 %2 上的 %1 及其下所有内容。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>不再提示</translation>
    </message>
    <message>
        <source>The list of the lab&apos;s runs could not be written.</source>
        <translation>无法写入实验室运行的列表。</translation>
    </message>
    <message>
        <source>Removing %1 on %2…</source>
        <comment>znode, cluster</comment>
        <translation>正在移除 %2 上的 %1…</translation>
    </message>
    <message>
        <source>%1 was not removed.</source>
        <comment>znode</comment>
        <translation>%1 未被删除。</translation>
    </message>
    <message>
        <source>%1 was not removed: its program still runs, or its session has not ended yet.</source>
        <comment>znode</comment>
        <translation>%1 未被删除：其程序仍在运行，或其会话尚未结束。</translation>
    </message>
    <message>
        <source>%1 could not be removed, and is left.</source>
        <comment>znode</comment>
        <translation>%1 无法移除，仍留在那里。</translation>
    </message>
    <message>
        <source>%1 is no longer there.</source>
        <comment>znode</comment>
        <translation>%1 已不存在。</translation>
    </message>
    <message numerus="yes">
        <source>%1 is removed, %n znode(s) in all.</source>
        <comment>znode</comment>
        <translation>
            <numerusform>%1 已移除，共 %n 个 znode。</numerusform>
        </translation>
    </message>
    <message>
        <source>No profile says whether this cluster is one of production.</source>
        <translation>没有任何配置说明该集群是否属于生产环境。</translation>
    </message>
    <message>
        <source>Whether the lab has left something is not known.</source>
        <translation>无法得知实验室是否留下了什么。</translation>
    </message>
</context>
<context>
    <name>lockscope::LengthChart</name>
    <message>
        <source>Holders</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>From %1 to %2: at the end %3 holding and %4 waiting, at most %5 waiting.</source>
        <translation>从 %1 到 %2：最后 %3 个持有、%4 个等待，最多 %5 个等待。</translation>
    </message>
    <message>
        <source>Contenders in the queue by time of day</source>
        <translation>各时刻队列中的竞争者</translation>
    </message>
    <message>
        <source>Not seen</source>
        <translation>未观察到</translation>
    </message>
    <message>
        <source>From %1 to %2: not seen at the end, at most %3 waiting while it was watched.</source>
        <translation>从 %1 到 %2：末尾未观察到，观察期间最多 %3 个等待。</translation>
    </message>
</context>
<context>
    <name>lockscope::LinkButton</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>lockscope::LoadText</name>
    <message>
        <source>%1
By the servers&apos; clock, which nobody has compared with this machine&apos;s</source>
        <comment>sentence</comment>
        <translation>%1
按服务器的时钟，没有人把它与本机时钟比较过</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>number</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>duration</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>Nobody holds the lock</source>
        <translation>没有人持有该锁</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>不知道</translation>
    </message>
    <message>
        <source>Longest wait of those who wait: %1</source>
        <comment>duration</comment>
        <translation>等待者中最长的等待：%1</translation>
    </message>
    <message>
        <source>Longest wait of those who waited: %1, as of %2</source>
        <comment>duration, moment</comment>
        <translation>截至 %2，等待者中最长的等待：%1</translation>
    </message>
    <message>
        <source>Held for %1</source>
        <comment>duration</comment>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>Held for %1, as of %2</source>
        <comment>duration, moment</comment>
        <translation>截至 %2，已持有 %1</translation>
    </message>
    <message>
        <source>All who wait have waited %1 together</source>
        <comment>duration</comment>
        <translation>所有等待者共等待了 %1</translation>
    </message>
    <message>
        <source>All who waited had waited %1 together, as of %2</source>
        <comment>duration, moment</comment>
        <translation>截至 %2，所有等待者共等待了 %1</translation>
    </message>
    <message>
        <source>&lt; %1</source>
        <comment>number</comment>
        <translation>&lt; %1</translation>
    </message>
    <message>
        <source>Not known: requests are counted between two checks of the lock</source>
        <translation>未知：请求数按对该锁的两次检查之间计算</translation>
    </message>
    <message>
        <source>Requests per second: %1, from %2 to %3</source>
        <comment>number, moments</comment>
        <translation>每秒请求数：%1（%2 至 %3）</translation>
    </message>
    <message>
        <source>Nobody waits</source>
        <translation>无人等待</translation>
    </message>
    <message>
        <source>Nobody held the lock, as of %1</source>
        <comment>moment</comment>
        <translation>截至 %1，没有人持有该锁</translation>
    </message>
    <message>
        <source>Nobody waited, as of %1</source>
        <comment>moment</comment>
        <translation>截至 %1，无人等待</translation>
    </message>
</context>
<context>
    <name>lockscope::LockGroupsModel</name>
    <message>
        <source>%1 (%2)</source>
        <comment>directory, number of locks</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Directory %1</source>
        <translation>目录 %1</translation>
    </message>
    <message>
        <source>%1, the worst finding: %2</source>
        <translation>%1，最严重的问题：%2</translation>
    </message>
    <message>
        <source>Holders in this directory: %1</source>
        <translation>此目录中的持有者：%1</translation>
    </message>
    <message>
        <source>Waiters in this directory: %1</source>
        <translation>此目录中的等待者：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::LockListModel</name>
    <message>
        <source>%1, %2</source>
        <comment>state, dialect</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 – %2 – read by our own watch at %3</source>
        <translation>%1 – %2 – 由自己的监视于 %3 读取</translation>
    </message>
    <message>
        <source>%1 – %2 – as listed by discovery at %3</source>
        <translation>%1 – %2 – 由发现过程于 %3 列出</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>锁协议</translation>
    </message>
    <message>
        <source>%1, favourite</source>
        <comment>path</comment>
        <translation>%1，已收藏</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>path, what is wrong</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>findings: %1, the worst: %2</source>
        <translation>问题：%1，最严重的：%2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>path, what is wrong</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Favourite</source>
        <translation>收藏</translation>
    </message>
    <message>
        <source>No favourite</source>
        <translation>未收藏</translation>
    </message>
    <message>
        <source>A favourite, listed first. Click to list it in its place.</source>
        <translation>已收藏，排在最前。点击可取消收藏，恢复原位。</translation>
    </message>
    <message>
        <source>Click to make it a favourite, which is listed first.</source>
        <translation>点击即可收藏，收藏的锁排在最前。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>path, state</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>dialect, numbers</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Leader %1 · %2</source>
        <comment>host, dialect</comment>
        <translation>leader %1 · %2</translation>
    </message>
    <message>
        <source>Holders: %1</source>
        <translation>持有者：%1</translation>
    </message>
    <message>
        <source>Waiters: %1</source>
        <translation>等待者：%1</translation>
    </message>
    <message>
        <source>Client-seconds: how long all who wait have waited, together</source>
        <translation>客户端秒数：所有等待者的等待时间之和</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>阻塞总计</translation>
    </message>
    <message>
        <source>Waiters lately: %1</source>
        <comment>how many</comment>
        <translation>近期的等待者：%1</translation>
    </message>
    <message>
        <source>How often the lock was asked for in a second, by what was seen lately</source>
        <translation>每秒请求该锁的次数，按近期所观察到的计算</translation>
    </message>
    <message>
        <source>Waiters of the last minutes, as far as they were seen; sorted by the most</source>
        <translation>最近几分钟的等待者，仅含观察到的；按最大值排序</translation>
    </message>
    <message>
        <source>Requests/s</source>
        <translation>请求/秒</translation>
    </message>
    <message>
        <source>Waiters lately</source>
        <translation>近期的等待者</translation>
    </message>
    <message>
        <source>Not known: contenders of several libraries share the lock, and no server has shown whether they wait for each other.</source>
        <translation>未知：多个库的竞争者共用此锁，没有服务器表明它们是否互相等待。</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未录制</translation>
    </message>
    <message>
        <source>Not known: in what order they came, or how many may hold the lock, is not in the recording.</source>
        <translation>未知：记录中没有它们到来的先后顺序，或者可以有多少个持有该锁。</translation>
    </message>
    <message>
        <source>Not known: changes of the lock may have gone unseen at this moment.</source>
        <translation>未知：在这一时刻，该锁的变化可能未被看到。</translation>
    </message>
</context>
<context>
    <name>lockscope::LockListView</name>
    <message>
        <source>Filter by path</source>
        <translation>按路径筛选</translation>
    </message>
    <message>
        <source>Filter locks by path</source>
        <translation>按路径筛选锁</translation>
    </message>
    <message>
        <source>No lock matches</source>
        <translation>没有匹配的锁</translation>
    </message>
    <message>
        <source>No path has all words of the filter.</source>
        <translation>没有路径包含全部筛选词。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Locks: %1</source>
        <translation>锁：%1</translation>
    </message>
    <message>
        <source>Locks: %1 of %2</source>
        <translation>锁：%1 / %2</translation>
    </message>
    <message>
        <source>Nothing was recorded at this moment.</source>
        <translation>此时刻没有录制。</translation>
    </message>
</context>
<context>
    <name>lockscope::LockMarking</name>
    <message>
        <source>%1 is marked as not a lock and left out of the list.</source>
        <translation>%1 已标记为非锁，不再列出。</translation>
    </message>
    <message>
        <source>%1 is marked as %2.</source>
        <comment>path, dialect</comment>
        <translation>%1 已标记为 %2。</translation>
    </message>
    <message>
        <source>%1 is what its names tell.</source>
        <translation>%1 恢复按其名称判断。</translation>
    </message>
</context>
<context>
    <name>lockscope::LockOperations</name>
    <message>
        <source>Ask a holder that does not listen?</source>
        <translation>请求一个不会响应的持有者？</translation>
    </message>
    <message>
        <source>Its server knows of no watch on its znode: most likely nobody notices the request. The znode&apos;s data is overwritten all the same.</source>
        <translation>其服务器表明没有对其 znode 的监视：很可能无人注意到请求，而 znode 的数据仍会被覆盖。</translation>
    </message>
    <message>
        <source>Ask to release</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Don&apos;t ask</source>
        <translation>不请求</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>归还</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Ask the holder of %1 to release it?</source>
        <translation>请求 %1 的持有者释放它？</translation>
    </message>
    <message>
        <source>Give back %1?</source>
        <translation>归还 %1？</translation>
    </message>
    <message>
        <source>This program gives back the lock, or its place in the queue. A lock that it holds is granted to whoever waits next.</source>
        <translation>本程序归还该锁，或放弃其在队列中的位置。它所持有的锁会授予下一个等待者。</translation>
    </message>
    <message>
        <source>The request overwrites the data of its znode. The holder decides whether to comply.</source>
        <translation>请求会覆盖其 znode 的数据。是否照做由持有者决定。</translation>
    </message>
    <message>
        <source>Holder: %1.</source>
        <translation>持有者：%1。</translation>
    </message>
</context>
<context>
    <name>lockscope::LogEvents</name>
    <message>
        <source>This program queued up (%1).</source>
        <translation>本程序已加入排队（%1）。</translation>
    </message>
    <message>
        <source>This program holds the lock, fencing token %1.</source>
        <translation>本程序持有该锁，防护令牌为 %1。</translation>
    </message>
    <message>
        <source>This program&apos;s hold is in doubt: the connection is down.</source>
        <translation>本程序是否仍持有锁存疑：连接已断开。</translation>
    </message>
    <message>
        <source>This program has lost the lock: its znode is gone.</source>
        <translation>本程序已失去该锁：其 znode 已不存在。</translation>
    </message>
    <message>
        <source>%1: %2, session %3, timeout %4.</source>
        <translation>%1：%2，会话 %3，超时 %4。</translation>
    </message>
    <message>
        <source>This program has given the lock back.</source>
        <translation>本程序已归还该锁。</translation>
    </message>
    <message>
        <source>Somebody asks this program to release the lock.</source>
        <translation>有人请求本程序释放该锁。</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>what is wrong, why</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Over after %2: %1. %3</source>
        <comment>what was wrong, duration, how it ended</comment>
        <translation>%2 后结束：%1。%3</translation>
    </message>
    <message>
        <source>The connection to this production cluster is read-only again, as nothing was done for %1.</source>
        <translation>由于 %1 内没有任何操作，与此生产集群的连接已恢复为只读。</translation>
    </message>
    <message>
        <source>The connection is read-only again.</source>
        <translation>连接已恢复为只读。</translation>
    </message>
    <message numerus="yes">
        <source>%n contender(s) were stopped.</source>
        <translation>
            <numerusform>已停止 %n 个竞争者。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiting acquire(s) were withdrawn.</source>
        <translation>
            <numerusform>已撤回 %n 个仍在等待的获取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n own lock(s) stay held until you release them.</source>
        <translation>
            <numerusform>%n 个自有锁在您释放之前仍被持有。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::Main</name>
    <message>
        <source>There is no display for the window. “lockscope snapshot” and “lockscope --demo” need none.</source>
        <translation>没有可供窗口使用的显示器。“lockscope snapshot”和“lockscope --demo”不需要显示器。</translation>
    </message>
</context>
<context>
    <name>lockscope::MainWindow</name>
    <message>
        <source>Clusters and snapshots that are open</source>
        <translation>已打开的集群和快照</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>新标签页</translation>
    </message>
</context>
<context>
    <name>lockscope::MarkDialog</name>
    <message>
        <source>Mark a path</source>
        <translation>标记路径</translation>
    </message>
    <message>
        <source>&amp;Path:</source>
        <translation>路径(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Is:</source>
        <translation>属于(&amp;I)：</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
</context>
<context>
    <name>lockscope::Menus</name>
    <message>
        <source>&amp;Updates</source>
        <translation>更新(&amp;U)</translation>
    </message>
    <message>
        <source>Ti&amp;meline</source>
        <translation>时间线(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Lock</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>Tim&amp;es</source>
        <translation>时间(&amp;E)</translation>
    </message>
    <message>
        <source>Selected &amp;row</source>
        <translation>所选行(&amp;R)</translation>
    </message>
</context>
<context>
    <name>lockscope::MessageBar</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, message</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::Metrics</name>
    <message>
        <source>The metrics can&apos;t be served on %1.</source>
        <translation>无法在 %1 上提供指标。</translation>
    </message>
    <message>
        <source>The system says: %1.</source>
        <translation>系统提示：%1。</translation>
    </message>
    <message>
        <source>Name another port with --metrics, or end the program that has this one.</source>
        <translation>请用 --metrics 指定另一个端口，或结束占用此端口的程序。</translation>
    </message>
</context>
<context>
    <name>lockscope::MomentEdit</name>
    <message>
        <source>“%1” is no moment. Type it like %2.</source>
        <comment>text, moment</comment>
        <translation>“%1”不是时刻。请按 %2 的格式输入。</translation>
    </message>
    <message>
        <source>%1 is not in the recording, which goes from %2 to %3.</source>
        <comment>moments</comment>
        <translation>%1 不在录制之内，该录制从 %2 到 %3。</translation>
    </message>
</context>
<context>
    <name>lockscope::MomentFileText</name>
    <message>
        <source>The snapshot was not read.</source>
        <translation>未能读取快照。</translation>
    </message>
    <message>
        <source>The recording was not read.</source>
        <translation>未能读取记录文件。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>moments</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>It has %1.</source>
        <comment>spans of time</comment>
        <translation>其中有 %1。</translation>
    </message>
    <message>
        <source>%1 is a snapshot, which has one moment only: %2.</source>
        <comment>file, moment</comment>
        <translation>%1 是快照，只有一个时刻：%2。</translation>
    </message>
    <message>
        <source>Nothing was recorded at %1.</source>
        <translation>%1 没有任何记录。</translation>
    </message>
    <message>
        <source>As a snapshot has it, of %1:</source>
        <translation>快照中 %1 的情况：</translation>
    </message>
    <message>
        <source>As recorded, at %1:</source>
        <translation>记录中 %1 的情况：</translation>
    </message>
    <message>
        <source>As servers&apos; files tell, at %1 by the leader&apos;s clock:</source>
        <translation>依据服务器的文件，按 leader 的时钟在 %1：</translation>
    </message>
</context>
<context>
    <name>lockscope::Navigation</name>
    <message>
        <source>%1 · holds %2, waits %3</source>
        <comment>address, numbers</comment>
        <translation>%1 · 持有 %2，等待 %3</translation>
    </message>
    <message>
        <source>address unknown</source>
        <translation>地址未知</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s)</source>
        <translation>
            <numerusform>%n 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · holds %2, waits %3, not known: %4</source>
        <comment>address, numbers</comment>
        <translation>%1 · 持有 %2，等待 %3，未知 %4</translation>
    </message>
</context>
<context>
    <name>lockscope::NoAnswer</name>
    <message>
        <source>The ensemble serves nobody: it has no quorum, or is just electing a leader.</source>
        <translation>集群不提供服务：没有法定多数 (quorum)，或者正在选举 leader。</translation>
    </message>
    <message>
        <source>%1 of %2 servers answer that they are not serving requests.</source>
        <comment>number, number</comment>
        <translation>%2 台服务器中有 %1 台回答说不处理请求。</translation>
    </message>
    <message>
        <source>See that more than half of the servers run and reach each other.</source>
        <translation>请确保半数以上的服务器在运行并且能互相连通。</translation>
    </message>
    <message>
        <source>%1 of %2 servers serve read-only: they have no quorum.</source>
        <comment>number, number</comment>
        <translation>%2 台服务器中有 %1 台以只读方式服务：没有法定多数。</translation>
    </message>
    <message>
        <source>%1 of %2 servers do not answer.</source>
        <comment>number, number</comment>
        <translation>%2 台服务器中有 %1 台没有应答。</translation>
    </message>
    <message>
        <source>See that more than half of the servers run and reach each other. Lockscope keeps trying.</source>
        <translation>请确认超过半数的服务器正在运行并能互相连通。Lockscope 会继续尝试。</translation>
    </message>
    <message>
        <source>None of the %1 servers answers: %2.</source>
        <comment>number, addresses</comment>
        <translation>%1 台服务器都没有应答：%2。</translation>
    </message>
    <message>
        <source>%1 serves nobody: it has no quorum, or its ensemble is just electing a leader.</source>
        <comment>server</comment>
        <translation>%1 不为任何客户端服务：它没有法定人数，或其集群正在选举 leader。</translation>
    </message>
    <message>
        <source>Others of its ensemble were not asked: no other server is named.</source>
        <translation>未询问其集群的其他服务器：没有给出其他服务器。</translation>
    </message>
    <message>
        <source>Name the other servers of the ensemble, too: they may serve.</source>
        <translation>请同时给出集群的其他服务器：它们可能在服务。</translation>
    </message>
</context>
<context>
    <name>lockscope::OfflineStrip</name>
    <message>
        <source>Close the snapshot</source>
        <translation>关闭快照</translation>
    </message>
    <message>
        <source>%1 of %2 — not live</source>
        <comment>“Snapshot from …”, cluster or file</comment>
        <translation>%2 的%1 — 非实时</translation>
    </message>
    <message>
        <source>Close the recording</source>
        <translation>关闭录制文件</translation>
    </message>
    <message>
        <source>Recording of %1 — not live</source>
        <comment>cluster or file</comment>
        <translation>%1 的录制 — 非实时</translation>
    </message>
</context>
<context>
    <name>lockscope::OneShot</name>
    <message>
        <source>Looking for locks: %1 found, %2 znodes to look at…</source>
        <translation>正在查找锁：已找到 %1 个，还有 %2 个 znode 待查看……</translation>
    </message>
    <message>
        <source>Reading locks: %1 of %2…</source>
        <translation>正在读取锁：%1 / %2……</translation>
    </message>
    <message>
        <source>--mark %1: nothing queues up there now. A mark is about that path alone, not about those below it.</source>
        <translation>--mark %1：现在没有任何客户端在那里排队。标记只针对该路径本身，不针对其下的路径。</translation>
    </message>
</context>
<context>
    <name>lockscope::OpenRoleText</name>
    <message>
        <source>Who held it and who waited then is not known for sure.</source>
        <translation>当时谁持有它、谁在等待，无法确定。</translation>
    </message>
</context>
<context>
    <name>lockscope::OverviewPanel</name>
    <message>
        <source>What was checked</source>
        <translation>检查了什么</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>Finding the locks of %1.</source>
        <comment>servers</comment>
        <translation>正在查找 %1 上的锁。</translation>
    </message>
    <message>
        <source>Reading the locks of %1.</source>
        <comment>servers</comment>
        <translation>正在读取 %1 上的锁。</translation>
    </message>
    <message numerus="yes">
        <source>%n remark(s): see Findings.</source>
        <translation>
            <numerusform>%n 条提示：见“问题”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more, which block fewer: see Findings.</source>
        <translation>
            <numerusform>另有 %n 个，阻塞的客户端较少：见“问题”。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not everything could be checked: see Findings.</source>
        <translation>并非一切都能检查：见“问题”。</translation>
    </message>
</context>
<context>
    <name>lockscope::OwnLoadText</name>
    <message>
        <source>&lt; %1</source>
        <translation>&lt; %1</translation>
    </message>
    <message>
        <source>1 watch</source>
        <translation>1 个监视</translation>
    </message>
    <message>
        <source>%1 watches</source>
        <translation>%1 个监视</translation>
    </message>
    <message>
        <source>%1 requests/s · %2</source>
        <comment>rate, number of watches</comment>
        <translation>%1 次请求/秒 · %2</translation>
    </message>
    <message>
        <source>What Lockscope itself costs the cluster</source>
        <translation>Lockscope 自身给集群带来的开销</translation>
    </message>
    <message>
        <source>Requests of its session: %1 per second</source>
        <translation>其会话的请求：每秒 %1</translation>
    </message>
    <message>
        <source>Questions to servers (AdminServer and four-letter words): %1 per second</source>
        <translation>对服务器的查询（AdminServer 和四字命令）：每秒 %1</translation>
    </message>
    <message>
        <source>Watches on the servers: %1, budget %2</source>
        <translation>服务器上的监视：%1，预算 %2</translation>
    </message>
    <message>
        <source>Mean of the last %1</source>
        <comment>duration</comment>
        <translation>最近 %1 的平均值</translation>
    </message>
</context>
<context>
    <name>lockscope::OwnLocksMenu</name>
    <message>
        <source>held</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>in doubt</source>
        <translation>存疑</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已失去</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <comment>path, recipe, state</comment>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Own locks: %1</source>
        <translation>自己的锁：%1</translation>
    </message>
    <message>
        <source>What this program itself holds or waits for</source>
        <translation>本程序自己持有或等待的锁</translation>
    </message>
</context>
<context>
    <name>lockscope::PaceText</name>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Every %1 s</source>
        <translation>每 %1 秒</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>What is on screen follows the cluster as it happens.</source>
        <translation>屏幕上的内容随集群实时更新。</translation>
    </message>
    <message>
        <source>Nothing is watched: all is read again every %1 seconds, and what happens between is not seen.</source>
        <translation>不设置监视：每 %1 秒重新读取全部内容，其间发生的情况看不到。</translation>
    </message>
    <message>
        <source>Nothing is asked of the cluster: what is shown is as of the last check.</source>
        <translation>不向集群查询任何内容：显示的是上次检查的结果。</translation>
    </message>
</context>
<context>
    <name>lockscope::Palette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>What to find</source>
        <translation>要查找的内容</translation>
    </message>
    <message>
        <source>An action or a lock · 0x session · @host</source>
        <translation>操作或锁 · 0x 会话 · @主机</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配项</translation>
    </message>
    <message>
        <source>Nothing matches. Begin with / for a lock, 0x for a session, @ for a host.</source>
        <translation>没有匹配项。查找锁以 / 开头，会话以 0x 开头，主机以 @ 开头。</translation>
    </message>
    <message>
        <source>Not now: %1</source>
        <translation>当前不可用：%1</translation>
    </message>
    <message>
        <source>The best %1 of %2 are shown: type more to find others.</source>
        <translation>显示 %2 个中最匹配的 %1 个：继续输入以查找其他项。</translation>
    </message>
    <message>
        <source>Enter goes there or does it, Escape leaves.</source>
        <translation>按 Enter 转到或执行，按 Esc 离开。</translation>
    </message>
</context>
<context>
    <name>lockscope::PaletteModel</name>
    <message>
        <source>What</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>More</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>当前不可用</translation>
    </message>
    <message>
        <source>not now · %1</source>
        <comment>shortcut</comment>
        <translation>当前不可用 · %1</translation>
    </message>
</context>
<context>
    <name>lockscope::Panels</name>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Event log</source>
        <translation>事件日志</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>所选项</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
</context>
<context>
    <name>lockscope::PasswordDialog</name>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>User name</source>
        <translation>用户名</translation>
    </message>
</context>
<context>
    <name>lockscope::PathDialog</name>
    <message>
        <source>A session is written as 0x and its hexadecimal id.</source>
        <translation>会话写作 0x 加其十六进制标识。</translation>
    </message>
</context>
<context>
    <name>lockscope::PathMark</name>
    <message>
        <source>--mark %1=%2: %2 is unknown. Known: %3.</source>
        <translation>--mark %1=%2：%2 未知。已知的有：%3。</translation>
    </message>
</context>
<context>
    <name>lockscope::ProbeRunText</name>
    <message>
        <source>Nothing was measured: the profile is read-only, and a probe writes.</source>
        <translation>没有测量：该配置为只读，而探测需要写入。</translation>
    </message>
    <message>
        <source>Nothing was measured: the profile is one of production, where a probe writes only if it is named by --connect.</source>
        <translation>没有测量：该配置属于生产环境；只有用 --connect 指明时，探测才会在那里写入。</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>没有测量。</translation>
    </message>
    <message>
        <source>Measuring %1, server %2 of %3: %4 of %5</source>
        <translation>正在测量 %1，第 %2 个服务器，共 %3 个：%4 / %5</translation>
    </message>
    <message>
        <source>What was measured can&apos;t be told.</source>
        <translation>无法输出测量的结果。</translation>
    </message>
    <message>
        <source>%1 may be left: it was ended at once. “lockscope probe --clean”, with the same options, removes it.</source>
        <comment>znode</comment>
        <translation>%1 可能仍有遗留：程序已被立即结束。以同样的选项运行“lockscope probe --clean”可将其删除。</translation>
    </message>
</context>
<context>
    <name>lockscope::ProbeText</name>
    <message>
        <source>round trip</source>
        <translation>往返</translation>
    </message>
    <message>
        <source>free lock, taken and given back</source>
        <translation>获取并释放空闲的锁</translation>
    </message>
    <message>
        <source>handoff to who waits</source>
        <translation>交接给等待者</translation>
    </message>
    <message>
        <source>notification</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Milliseconds for a</source>
        <translation>毫秒，用于</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>In round trips</source>
        <translation>相当于往返次数</translation>
    </message>
    <message>
        <source>%1 was not measured to the end: %2</source>
        <comment>server, sentence</comment>
        <translation>%1 没有测量完：%2</translation>
    </message>
    <message>
        <source>%1 was not measured: %2</source>
        <comment>server, sentence</comment>
        <translation>%1 没有测量：%2</translation>
    </message>
    <message>
        <source>It measures %1, one server after the other: on each %2 times a round trip, a free lock, a handoff and a notification; at most %3 measurements a second, for %4 s at most.</source>
        <translation>将逐个测量服务器 %1：每个服务器上测量 %2 次往返、空闲的锁、交接和通知；每秒至多 %3 次测量，总共至多 %4 秒。</translation>
    </message>
    <message>
        <source>For that it makes locks of its own below %1, with %2 sessions and %3 znodes at once at most, by about %4 requests, %5 of them writes. It removes what it made.</source>
        <translation>为此在 %1 下建立自己的锁，同时至多 %2 个会话、%3 个 znode，共约 %4 个请求，其中 %5 个写请求。所建立的都会删除。</translation>
    </message>
    <message>
        <source>It was ended before all was measured.</source>
        <translation>全部测量完之前已结束。</translation>
    </message>
    <message>
        <source>%1 could not be removed, and is left.</source>
        <comment>znode</comment>
        <translation>%1 无法删除，仍然留着。</translation>
    </message>
    <message>
        <source>%1 is left from an earlier probe, whose program has ended. --clean removes it.</source>
        <comment>znode</comment>
        <translation>%1 由以往的探测留下，其程序已结束。--clean 会删除它。</translation>
    </message>
    <message>
        <source>%1 may be left: %2. “lockscope probe --clean”, with the same options, removes it.</source>
        <comment>znode, why</comment>
        <translation>%1 可能仍有遗留：%2。以同样的选项运行“lockscope probe --clean”可将其删除。</translation>
    </message>
    <message>
        <source>It was not done to its end: %1.</source>
        <comment>sentence</comment>
        <translation>未能进行到底：%1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ProfileChoice</name>
    <message>
        <source>There is no profile “%1”, nor any other: profiles are made in the window.</source>
        <translation>没有配置“%1”，也没有任何其他配置：配置在窗口中建立。</translation>
    </message>
    <message>
        <source>There is no profile “%1”. Known: %2.</source>
        <translation>没有配置“%1”。已知的配置：%2。</translation>
    </message>
    <message>
        <source>--profile %1: %2</source>
        <translation>--profile %1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ProfileList</name>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>%1 · read-only</source>
        <translation>%1 · 只读</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Marked as</source>
        <translation>标记为</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>A new profile</source>
        <translation>新建一个配置</translation>
    </message>
    <message>
        <source>A new profile with what is selected here</source>
        <translation>以此处选中的内容新建配置</translation>
    </message>
    <message>
        <source>Deletes the profile and its password when the dialog is accepted</source>
        <translation>确认对话框后删除配置及其密码</translation>
    </message>
    <message>
        <source>&amp;Import profiles…</source>
        <translation>导入配置(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Export profiles…</source>
        <translation>导出配置(&amp;E)…</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Without a profile</source>
        <translation>不使用配置</translation>
    </message>
</context>
<context>
    <name>lockscope::ProfileStore</name>
    <message>
        <source>The AdminServer&apos;s user name and password of the profile %1 were moved from the settings file to the keychain. Older copies of the file and exported profiles still have them.</source>
        <translation>配置 %1 的 AdminServer 用户名和密码已从设置文件移到密钥环。该文件的旧副本和以前导出的配置中仍然有它们。</translation>
    </message>
    <message>
        <source>The AdminServer&apos;s user name and password of the profile %1 were removed from the settings file: it is no place for them. Type them again when you are asked. %2</source>
        <translation>配置 %1 的 AdminServer 用户名和密码已从设置文件中删除：它们不应放在那里。被询问时请重新输入。%2</translation>
    </message>
    <message>
        <source>The AdminServer&apos;s user name and password of the recent connection %1 were removed from the settings file: it is no place for them. Profiles can keep them in the keychain.</source>
        <translation>最近连接 %1 的 AdminServer 用户名和密码已从设置文件中删除：它们不应放在那里。配置可以把它们保存在密钥环中。</translation>
    </message>
    <message>
        <source>The settings file %1 can&apos;t be written, so it still has them: remove them by hand.</source>
        <translation>无法写入设置文件 %1，它们仍在其中：请手工删除。</translation>
    </message>
</context>
<context>
    <name>lockscope::ProfileText</name>
    <message>
        <source>can&apos;t go with a SOCKS5 proxy.</source>
        <translation>不能与 SOCKS5 代理同时使用。</translation>
    </message>
    <message>
        <source>must look like proxy:1080.</source>
        <translation>必须形如 proxy:1080。</translation>
    </message>
    <message>
        <source>must be a text.</source>
        <translation>必须为文本。</translation>
    </message>
    <message>
        <source>must be true or false.</source>
        <translation>必须为 true 或 false。</translation>
    </message>
    <message>
        <source>must be a number from %1 to %2.</source>
        <translation>必须为 %1 到 %2 的数字。</translation>
    </message>
    <message>
        <source>must be a list of texts.</source>
        <translation>必须为文本列表。</translation>
    </message>
    <message>
        <source>must be an object.</source>
        <translation>必须为对象。</translation>
    </message>
    <message>
        <source>%1.%2 %3</source>
        <comment>place, field, what it must be</comment>
        <translation>%1.%2 %3</translation>
    </message>
    <message>
        <source>must have %1 characters at most.</source>
        <translation>至多 %1 个字符。</translation>
    </message>
    <message>
        <source>must not have characters that can&apos;t be seen.</source>
        <translation>不能含有不可见字符。</translation>
    </message>
    <message>
        <source>must be one of the known names.</source>
        <translation>必须为已知名称之一。</translation>
    </message>
    <message>
        <source>%1 must be an object.</source>
        <translation>%1 必须为对象。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>place, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The file is too large for profiles.</source>
        <translation>文件过大，不可能是配置文件。</translation>
    </message>
    <message>
        <source>No JSON: %1 at byte %2.</source>
        <translation>不是 JSON：%1，位于第 %2 字节。</translation>
    </message>
    <message>
        <source>This is no file of profiles.</source>
        <translation>这不是连接配置文件。</translation>
    </message>
    <message>
        <source>The file is of a newer Lockscope, which wrote version %1.</source>
        <translation>该文件由更新的 Lockscope 写成，版本为 %1。</translation>
    </message>
    <message>
        <source>The file&apos;s version is not known.</source>
        <translation>文件的版本未知。</translation>
    </message>
    <message>
        <source>“profiles” must be a list of %1 at most.</source>
        <translation>“profiles”必须为列表，至多 %1 项。</translation>
    </message>
    <message>
        <source>%1 has no name.</source>
        <translation>%1 没有名称。</translation>
    </message>
</context>
<context>
    <name>lockscope::QuestionDialog</name>
    <message>
        <source>To go on, type “%1”:</source>
        <translation>若要继续，请输入“%1”：</translation>
    </message>
</context>
<context>
    <name>lockscope::QueueEvents</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 holds, %2 (session %3)</source>
        <translation>%1 持有锁，%2（会话 %3）</translation>
    </message>
    <message>
        <source>%1 queued, %2 (session %3)</source>
        <translation>%1 已排队，%2（会话 %3）</translation>
    </message>
    <message>
        <source>Holders that have left at once: %1</source>
        <translation>同时离开的持有者：%1</translation>
    </message>
    <message>
        <source>Contenders that were granted at once: %1</source>
        <translation>同时获得锁的竞争者：%1</translation>
    </message>
    <message>
        <source>Contenders that queued at once: %1</source>
        <translation>同时排队的竞争者：%1</translation>
    </message>
    <message>
        <source>The lock&apos;s directory was removed</source>
        <translation>锁的目录已移除</translation>
    </message>
    <message>
        <source>The queue can&apos;t be read</source>
        <translation>无法读取队列</translation>
    </message>
    <message>
        <source>The queue is no longer live: shown as last read</source>
        <translation>队列不再实时：显示的是最后一次读取的内容</translation>
    </message>
    <message>
        <source>The lock&apos;s directory exists again</source>
        <translation>锁的目录重新出现</translation>
    </message>
    <message>
        <source>The queue is live again</source>
        <translation>队列恢复实时</translation>
    </message>
    <message>
        <source>Waiters that have left at once: %1</source>
        <translation>同时离开的等待者：%1</translation>
    </message>
    <message>
        <source>The queue is known by its names only</source>
        <translation>队列仅知道名称</translation>
    </message>
    <message>
        <source>%1 led and has left (session %2)</source>
        <translation>%1 曾是 leader，现已离开（会话 %2）</translation>
    </message>
    <message>
        <source>%1 leads (session %2)</source>
        <translation>%1 成为 leader（会话 %2）</translation>
    </message>
    <message>
        <source>%1 stood by and has left (session %2)</source>
        <translation>%1 曾是候补者，现已离开（会话 %2）</translation>
    </message>
    <message>
        <source>%1 stands by (session %2)</source>
        <translation>%1 成为候补者（会话 %2）</translation>
    </message>
    <message>
        <source>%1 has left (session %2)</source>
        <translation>%1 已离开（会话 %2）</translation>
    </message>
    <message>
        <source>%1 has joined (session %2)</source>
        <translation>%1 已加入（会话 %2）</translation>
    </message>
    <message>
        <source>Candidates or members that have left at once: %1</source>
        <translation>同时离开的候选者或成员：%1</translation>
    </message>
    <message>
        <source>Candidates or members that have joined at once: %1</source>
        <translation>同时加入的候选者或成员：%1</translation>
    </message>
    <message numerus="yes">
        <source>Not seen: %n arrival(s) and departure(s) between two readings of the queue</source>
        <translation>
            <numerusform>未看到：两次读取队列之间的 %n 次到达和离开</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::QueueModel</name>
    <message>
        <source>Holds, asked</source>
        <translation>持有，已被请求释放</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>No contender</source>
        <translation>没有竞争者</translation>
    </message>
    <message>
        <source>Has held for %1.</source>
        <comment>duration</comment>
        <translation>已持有 %1。</translation>
    </message>
    <message>
        <source>Has waited for %1.</source>
        <comment>duration</comment>
        <translation>已等待 %1。</translation>
    </message>
    <message>
        <source>Queued at %1.</source>
        <translation>排队于 %1。</translation>
    </message>
    <message>
        <source>Asked to release</source>
        <translation>已请求释放</translation>
    </message>
    <message>
        <source>Position %1, %2</source>
        <comment>number, holder or waiter</comment>
        <translation>位置 %1，%2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>two sentences</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>No server was asked for this session&apos;s connection.</source>
        <translation>没有向服务器查询此会话的连接。</translation>
    </message>
    <message>
        <source>%1, as the servers told %2 ago</source>
        <comment>state, age</comment>
        <translation>%1，由服务器于%2前告知</translation>
    </message>
    <message>
        <source>%1, the selected session</source>
        <translation>%1，选中的会话</translation>
    </message>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Seq</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Wait/hold</source>
        <translation>等待/持有</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Place in the queue. The line leads to the contender that must leave first: solid where a server verified the watch, dashed where it is inferred, dotted where there is none.</source>
        <translation>队列中的位置。连线指向必须先离开的竞争者：实线表示服务器已核实监视，虚线表示推断，点线表示没有监视。</translation>
    </message>
    <message>
        <source>Number that ZooKeeper appended to the name: the order of the queue</source>
        <translation>ZooKeeper 追加到名称末尾的数字：即队列的顺序</translation>
    </message>
    <message>
        <source>What the contender asks for, inferred from its name</source>
        <translation>竞争者所请求的模式，由其名称推断</translation>
    </message>
    <message>
        <source>ZooKeeper session that owns the znode. It vanishes with the session.</source>
        <translation>拥有该 znode 的 ZooKeeper 会话。znode 随会话一同消失。</translation>
    </message>
    <message>
        <source>Address that the session&apos;s connection comes from, told by its server</source>
        <translation>会话连接的来源地址，由其服务器告知</translation>
    </message>
    <message>
        <source>Whether a server has the client&apos;s connection, and hears from it</source>
        <translation>是否有服务器保持着该客户端的连接，并收到其消息</translation>
    </message>
    <message>
        <source>Whom the client watches, by the watch tables of the servers</source>
        <translation>客户端监视的对象，依据服务器的监视表</translation>
    </message>
    <message>
        <source>What the contender wrote into its znode, often its host</source>
        <translation>竞争者写入其 znode 的内容，通常是其主机</translation>
    </message>
    <message>
        <source>Name of the znode in the lock&apos;s directory</source>
        <translation>znode 在锁目录中的名称</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>领导</translation>
    </message>
    <message>
        <source>Stands by</source>
        <translation>候补</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Has led for %1.</source>
        <comment>duration</comment>
        <translation>已领导 %1。</translation>
    </message>
    <message>
        <source>Holder or waiter of a lock, leader or standby of an election, member of a group: inferred from the children by the rule of the dialect</source>
        <translation>锁的持有者或等待者、选举的 leader 或候补者、组的成员：按锁协议的规则由子节点推断</translation>
    </message>
    <message>
        <source>How long a waiter has waited and a holder held. Where the takeover was not seen, bounds are told. The bars of all rows have one scale; their faint part is what is not certain.</source>
        <translation>等待者已等待、持有者已持有的时间。未亲见交接时给出上下限。所有行的条形采用同一比例；浅色部分表示不确定。</translation>
    </message>
    <message>
        <source>%1, a contender of this program</source>
        <comment>host</comment>
        <translation>%1，本程序的竞争者</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>how bad, what findings say</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>two findings</comment>
        <translation>%1；%2</translation>
    </message>
</context>
<context>
    <name>lockscope::QueuePanel</name>
    <message>
        <source>What this queue means</source>
        <translation>此队列的含义</translation>
    </message>
    <message>
        <source>Selected lock</source>
        <translation>选中的锁</translation>
    </message>
    <message>
        <source>several dialects</source>
        <translation>多种锁协议</translation>
    </message>
    <message>
        <source>This lock is not there</source>
        <translation>此锁不存在</translation>
    </message>
    <message>
        <source>Its directory does not exist: no client has used it yet, or it was removed. It shows up here as soon as the first contender queues.</source>
        <translation>其目录不存在：尚无客户端使用过，或已被移除。第一个竞争者排队后会立即显示在这里。</translation>
    </message>
    <message>
        <source>The queue can&apos;t be read</source>
        <translation>无法读取队列</translation>
    </message>
    <message>
        <source>Nobody holds this lock</source>
        <translation>没有人持有此锁</translation>
    </message>
    <message>
        <source>Its directory has no contenders. The next one that queues is granted at once and shows up here.</source>
        <translation>其目录中没有竞争者。下一个排队者会立即获得锁，并显示在这里。</translation>
    </message>
    <message>
        <source>Filter by name, session, host or data</source>
        <translation>按名称、会话、主机或数据筛选</translation>
    </message>
    <message>
        <source>Filter the queue</source>
        <translation>筛选队列</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <comment>rows</comment>
        <translation>显示 %1 / %2</translation>
    </message>
    <message>
        <source>The queue has not been read</source>
        <translation>尚未读取队列</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>dialect, numbers</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Nobody leads</source>
        <translation>没有 leader</translation>
    </message>
    <message>
        <source>There are no candidates. The next one leads at once and shows up here.</source>
        <translation>没有候选者。下一个候选者会立即成为 leader，并显示在这里。</translation>
    </message>
    <message>
        <source>Nobody is here</source>
        <translation>这里没有人</translation>
    </message>
    <message>
        <source>The directory has no children that tell what it is for. If it is a lock, it is free.</source>
        <translation>目录中没有能说明其用途的子节点。如果这是锁，那么它是空闲的。</translation>
    </message>
    <message>
        <source>It can&apos;t be read now who is here</source>
        <translation>现在无法读取谁在这里</translation>
    </message>
    <message>
        <source>Nobody was when it was read last, at %1. By now somebody may be.</source>
        <comment>moment</comment>
        <translation>最近一次读取是在 %1，当时没有人。现在可能已经有了。</translation>
    </message>
    <message>
        <source>No lock is selected</source>
        <translation>未选中锁</translation>
    </message>
    <message>
        <source>Choose one in the list of locks.</source>
        <translation>请在锁列表中选择一个。</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>Copy incident summary</source>
        <translation>复制事件摘要</translation>
    </message>
    <message>
        <source>Not recorded yet at this moment</source>
        <translation>此时刻尚未录制</translation>
    </message>
    <message>
        <source>The recording first reads this lock later: whether it was there, and who held it, is not known before.</source>
        <translation>录制文件在此之后才首次读取此锁：在那之前它是否存在、由谁持有，无从得知。</translation>
    </message>
    <message>
        <source>This lock was not there</source>
        <translation>此锁当时不存在</translation>
    </message>
    <message>
        <source>Its directory had been removed by this moment.</source>
        <translation>到此时刻其目录已被删除。</translation>
    </message>
    <message>
        <source>Who was here is not known</source>
        <translation>当时有谁未知</translation>
    </message>
</context>
<context>
    <name>lockscope::QueueSentence</name>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>Holders: %1, the first of them %2.</source>
        <comment>number, host</comment>
        <translation>持有者：%1，其中第一个为 %2。</translation>
    </message>
    <message>
        <source>Led by %1.</source>
        <comment>host</comment>
        <translation>由 %1 领导。</translation>
    </message>
    <message>
        <source>Held by %1.</source>
        <comment>host</comment>
        <translation>由 %1 持有。</translation>
    </message>
    <message>
        <source>Led by %1 for %2.</source>
        <comment>host, duration</comment>
        <translation>由 %1 领导，已 %2。</translation>
    </message>
    <message>
        <source>Held by %1 for %2.</source>
        <comment>host, duration</comment>
        <translation>由 %1 持有，已 %2。</translation>
    </message>
    <message>
        <source>Standing by: %1; next is %2.</source>
        <comment>number, host</comment>
        <translation>候补：%1；下一个是 %2。</translation>
    </message>
    <message>
        <source>Waiting: %1; next is %2.</source>
        <comment>number, host</comment>
        <translation>等待：%1；下一个是 %2。</translation>
    </message>
    <message>
        <source>Waiting: %1; next is %2, for %3.</source>
        <comment>number, host, duration</comment>
        <translation>等待：%1；下一个是 %2，已等待 %3。</translation>
    </message>
    <message>
        <source>Its client is gone: the session&apos;s expiry ends this.</source>
        <translation>其客户端已消失：会话过期后才会结束。</translation>
    </message>
    <message>
        <source>Its client is gone: the session ends in at most %1.</source>
        <comment>duration</comment>
        <translation>其客户端已消失：会话最多 %1后结束。</translation>
    </message>
    <message>
        <source>Its client is silent.</source>
        <translation>其客户端沉默。</translation>
    </message>
    <message>
        <source>Unless it is heard from, the session ends in at most %1.</source>
        <comment>duration</comment>
        <translation>若再无消息，会话最多 %1后结束。</translation>
    </message>
    <message>
        <source>Its client is connected: it leads until it steps down.</source>
        <translation>其客户端已连接：它将领导到主动退出为止。</translation>
    </message>
    <message>
        <source>Its client is connected: the lock is free once it releases it.</source>
        <translation>其客户端已连接：它释放后锁才空闲。</translation>
    </message>
    <message>
        <source>Whether its client is alive is not known.</source>
        <translation>其客户端是否存活未知。</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>what is wrong</comment>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 with %2.</source>
        <comment>possible deadlock, other locks</comment>
        <translation>%1，涉及 %2。</translation>
    </message>
    <message>
        <source>Its client was silent %1 ago.</source>
        <comment>age</comment>
        <translation>其客户端在 %1前处于沉默。</translation>
    </message>
    <message>
        <source>Its client was connected %1 ago: it leads until it steps down.</source>
        <comment>age</comment>
        <translation>其客户端在 %1前仍已连接：它将领导到主动退出为止。</translation>
    </message>
    <message>
        <source>Its client was connected %1 ago: the lock is free once it releases it.</source>
        <comment>age</comment>
        <translation>其客户端在 %1前仍已连接：它释放后锁才空闲。</translation>
    </message>
    <message>
        <source>In the file, as of %1:</source>
        <comment>moment</comment>
        <translation>文件所记，截至 %1：</translation>
    </message>
    <message>
        <source>In the file, as of %1, by the queue as read at %2:</source>
        <comment>moments</comment>
        <translation>文件所记，截至 %1（队列读取于 %2）：</translation>
    </message>
    <message>
        <source>As read at %1, by now others may hold and wait:</source>
        <comment>moment</comment>
        <translation>读取于 %1，此刻持有者和等待者可能已变：</translation>
    </message>
    <message>
        <source>Waiting: at least %1.</source>
        <comment>number</comment>
        <translation>等待：至少 %1。</translation>
    </message>
    <message numerus="yes">
        <source>Whether %n more hold(s) it too is not known: contenders of several libraries share the lock, and no server has shown whether they wait for each other.</source>
        <translation>
            <numerusform>另有 %n 个竞争者是否也持有它，尚不知道：多个库的竞争者共用此锁，没有服务器表明它们是否互相等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>Its client has been silent for at least %1.</source>
        <comment>duration</comment>
        <translation>其客户端已静默至少 %1。</translation>
    </message>
    <message>
        <source>Its client had been silent for at least %1 when servers told, %2 ago.</source>
        <comment>duration, age</comment>
        <translation>%2 前服务器告知时，其客户端已静默至少 %1。</translation>
    </message>
    <message>
        <source>Its client is gone. When its session ends is not known: servers have answered since that they serve nobody.</source>
        <translation>其客户端已消失。其会话何时结束尚不清楚：服务器此后答复称不为任何客户端服务。</translation>
    </message>
    <message numerus="yes">
        <source>Seen there before or after that: %n contender(s).</source>
        <translation>
            <numerusform>在此之前或之后看到的竞争者：%n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Its client waits behind itself: unless another part of that client releases it, only the end of its session does.</source>
        <translation>其客户端排在自己后面等待：除非该客户端的另一部分释放它，否则只有会话结束才会释放。</translation>
    </message>
    <message>
        <source>Who else wants it has no znode, and is not known here.</source>
        <translation>其他竞争者没有 znode，在此无法得知。</translation>
    </message>
</context>
<context>
    <name>lockscope::QueueView</name>
    <message>
        <source>Queue of the lock</source>
        <translation>锁的队列</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordCluster</name>
    <message>
        <source>The cluster was not recorded.</source>
        <translation>未能记录集群。</translation>
    </message>
    <message>
        <source>Somebody else is using %1.</source>
        <translation>另有程序正在使用 %1。</translation>
    </message>
    <message>
        <source>Recorded until %1: %2, %3.</source>
        <translation>已记录到 %1：%2，%3。</translation>
    </message>
    <message>
        <source>Connected again; the recording goes on.</source>
        <translation>已重新连接；记录继续。</translation>
    </message>
    <message>
        <source>There are %1 locks: %2 of them are recorded.</source>
        <translation>共有 %1 个锁：只记录其中 %2 个。</translation>
    </message>
    <message>
        <source>The recording has ended; what was written until then can be read.</source>
        <translation>记录已终止；此前写入的内容可以读取。</translation>
    </message>
    <message>
        <source>Nothing is recorded for now, which is tried again each half minute.</source>
        <translation>目前没有在录制，每半分钟会再试一次。</translation>
    </message>
    <message>
        <source>A file can&apos;t be written; the recording goes on in %1.</source>
        <translation>有一个文件无法写入；录制继续写入 %1。</translation>
    </message>
    <message>
        <source>Connected; it is recorded from now on.</source>
        <translation>已连接；从现在起开始记录。</translation>
    </message>
    <message>
        <source>The recording goes on in %1, a new file.</source>
        <comment>file</comment>
        <translation>录制继续写入新文件 %1。</translation>
    </message>
    <message>
        <source>The recording goes on in %1.</source>
        <comment>file</comment>
        <translation>录制继续写入 %1。</translation>
    </message>
    <message>
        <source>The recording has ended.</source>
        <translation>录制已结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordText</name>
    <message>
        <source>Recording %1 locks, %2. Ctrl+C ends it.</source>
        <translation>正在记录 %1 个锁，%2。按 Ctrl+C 结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordedCluster</name>
    <message>
        <source>No later change of the selected lock was recorded.</source>
        <translation>此后未录制到所选锁的变化。</translation>
    </message>
    <message>
        <source>No earlier change of the selected lock was recorded.</source>
        <translation>此前未录制到所选锁的变化。</translation>
    </message>
    <message>
        <source>No later finding was recorded.</source>
        <translation>此后未录制到任何发现。</translation>
    </message>
    <message>
        <source>No earlier finding was recorded.</source>
        <translation>此前未录制到任何发现。</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordedEvents</name>
    <message>
        <source>Asked %1 to release</source>
        <translation>已请求 %1 释放</translation>
    </message>
    <message>
        <source>Removed %1</source>
        <translation>已移除 %1</translation>
    </message>
    <message>
        <source>Deleted the lock&apos;s directory</source>
        <translation>已删除锁的目录</translation>
    </message>
    <message>
        <source>By the program that recorded: %1</source>
        <comment>what it did</comment>
        <translation>由录制程序执行：%1</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>user: %1</source>
        <translation>用户：%1</translation>
    </message>
    <message>
        <source>The recorder&apos;s session: %1</source>
        <comment>state</comment>
        <translation>录制程序的会话：%1</translation>
    </message>
    <message>
        <source>Which locks there were is not known until %1</source>
        <comment>moment</comment>
        <translation>在 %1 之前，不知道有哪些锁</translation>
    </message>
    <message>
        <source>Nothing is known of any lock until %1</source>
        <comment>moment</comment>
        <translation>在 %1 之前，任何锁的情况都不清楚</translation>
    </message>
    <message>
        <source>The lock was not watched until %1</source>
        <comment>moment</comment>
        <translation>在 %1 之前，该锁未被监视</translation>
    </message>
    <message>
        <source>the end</source>
        <comment>of a recording</comment>
        <translation>录制结束</translation>
    </message>
    <message>
        <source>There is more before this than is listed: many who came and left lack. A shorter span, selected on the time bar, has all of them.</source>
        <translation>在此之前的内容多于所列：缺少许多到达和离开。在时间条上选择较短的时段，即可看到全部。</translation>
    </message>
    <message>
        <source>Queued up for the lock</source>
        <translation>排队等待此锁</translation>
    </message>
    <message>
        <source>Gave the lock back</source>
        <translation>归还了锁</translation>
    </message>
    <message numerus="yes">
        <source>Not seen since %1: at least %n arrival(s) and departure(s)</source>
        <comment>moment</comment>
        <translation>
            <numerusform>自 %1 起未看到：至少 %n 次到达和离开</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not seen since %1: %n arrival(s) and departure(s)</source>
        <comment>moment</comment>
        <translation>
            <numerusform>自 %1 起未看到：%n 次到达和离开</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::RecordedText</name>
    <message>
        <source>There was no lock %1 then.</source>
        <translation>当时没有锁 %1。</translation>
    </message>
    <message>
        <source>The file was not read.</source>
        <translation>未能读取文件。</translation>
    </message>
    <message>
        <source>The file was read, and can&apos;t be told.</source>
        <translation>已读取文件，但无法输出。</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordingMark</name>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>停止录制</translation>
    </message>
    <message>
        <source>Recording…</source>
        <comment>is about to begin</comment>
        <translation>正在开始录制…</translation>
    </message>
    <message>
        <source>Recording · %1</source>
        <comment>size</comment>
        <translation>录制中 · %1</translation>
    </message>
    <message>
        <source>Not recorded: %1</source>
        <comment>why</comment>
        <translation>未录制：%1</translation>
    </message>
    <message>
        <source>%1
File: %2</source>
        <comment>what went wrong, file</comment>
        <translation>%1
文件：%2</translation>
    </message>
    <message>
        <source>Recording · %1 · not connected</source>
        <comment>size</comment>
        <translation>正在录制 · %1 · 未连接</translation>
    </message>
    <message>
        <source>Recording · %1 · written until %2</source>
        <comment>size, moment</comment>
        <translation>正在录制 · %1 · 已写到 %2</translation>
    </message>
    <message>
        <source>Paused: nothing is recorded · %1</source>
        <comment>size</comment>
        <translation>已暂停：没有录制 · %1</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordingText</name>
    <message>
        <source>Another tab of this program records into %1.</source>
        <comment>file</comment>
        <translation>本程序的另一个标签页正在记录到 %1。</translation>
    </message>
    <message>
        <source>Another program records into %1.</source>
        <comment>file</comment>
        <translation>另一个程序正在记录到 %1。</translation>
    </message>
    <message>
        <source>another tab records it</source>
        <translation>另一个标签页正在记录</translation>
    </message>
    <message>
        <source>another program records it</source>
        <translation>另一个程序正在记录</translation>
    </message>
    <message>
        <source>Somebody has removed, moved or replaced %1: what was recorded by then can be read only where it was moved to.</source>
        <comment>file</comment>
        <translation>有人删除、移走或替换了 %1：此前录制的内容只有在被移到的位置才能读取。</translation>
    </message>
</context>
<context>
    <name>lockscope::RecordingsForm</name>
    <message>
        <source>Fold&amp;er for recordings:</source>
        <translation>录制文件夹(&amp;E)：</translation>
    </message>
    <message>
        <source>Bro&amp;wse…</source>
        <translation>浏览(&amp;W)…</translation>
    </message>
    <message>
        <source>Folder for recordings</source>
        <translation>录制文件夹</translation>
    </message>
    <message>
        <source>A cluster is recorded from the menu File, or whenever it is connected where its profile says so: into a file a day, which tells hosts and data of clients. The window never removes these files. A folder that is chosen here counts for the next recording.</source>
        <translation>集群可从“文件”菜单开始记录，或在其配置要求时于每次连接后记录：每天一个文件，其中含有客户端的主机与数据。窗口从不删除这些文件。此处选择的文件夹从下一次记录起生效。</translation>
    </message>
</context>
<context>
    <name>lockscope::RedactText</name>
    <message>
        <source>-o %1: %2 is a snapshot, whose name ends in .json or .json.gz.</source>
        <translation>-o %1：%2 是快照，其名称以 .json 或 .json.gz 结尾。</translation>
    </message>
    <message>
        <source>-o %1: %2 is a recording, whose name ends in .lockrec.</source>
        <translation>-o %1：%2 是记录文件，其名称以 .lockrec 结尾。</translation>
    </message>
    <message>
        <source>Stopped: nothing was written.</source>
        <translation>已停止：没有写入任何内容。</translation>
    </message>
    <message>
        <source>Nothing was written.</source>
        <translation>没有写入任何内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::RedactionBoxes</name>
    <message>
        <source>Hide, to hand it on:</source>
        <translation>交给他人时隐藏：</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Addresses and names of servers and clients become host-1, host-2 and so on; each is the same everywhere</source>
        <translation>服务器和客户端的地址与名称变为 host-1、host-2 等；同一主机处处相同</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>What is written in znodes is left out</source>
        <translation>略去 znode 中的内容</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Who acted or was signed in becomes user-1 and so on</source>
        <translation>操作者或登录者变为 user-1 等</translation>
    </message>
    <message>
        <source>Paths</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Parts of paths become part-1 and so on; numbers and ids of contenders stay</source>
        <translation>路径各部分变为 part-1 等；竞争者的序号和标识保留</translation>
    </message>
    <message>
        <source>Reasons that were typed for actions stay as they are: look through them.</source>
        <translation>为操作填写的理由会原样保留：请自行检查。</translation>
    </message>
</context>
<context>
    <name>lockscope::RemedyList</name>
    <message>
        <source>Configuration line</source>
        <translation>配置行</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy %1</source>
        <comment>a configuration line</comment>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>What would allow more</source>
        <translation>允许更多内容的配置</translation>
    </message>
</context>
<context>
    <name>lockscope::Removal</name>
    <message>
        <source>connected; whether it answers is not known yet</source>
        <translation>已连接；是否应答尚不清楚</translation>
    </message>
    <message>
        <source>%1, session %2</source>
        <translation>%1，会话 %2</translation>
    </message>
    <message>
        <source>%1, session %2, data “%3”</source>
        <translation>%1，会话 %2，数据“%3”</translation>
    </message>
    <message>
        <source>Wait for expiry (≤ %1)</source>
        <translation>等待过期（≤ %1）</translation>
    </message>
    <message>
        <source>Wait for expiry</source>
        <translation>等待过期</translation>
    </message>
    <message>
        <source>It can be asked to release instead. Whether it listens to that is not known.</source>
        <translation>也可以改为请求它释放。它是否会响应尚不可知。</translation>
    </message>
    <message>
        <source>It does not listen to a request to release: its server knows of no watch on its znode.</source>
        <translation>它不会响应释放请求：其服务器表明没有对其 znode 的监视。</translation>
    </message>
    <message>
        <source>Ask to release</source>
        <translation>请求释放</translation>
    </message>
    <message>
        <source>Force the release of %1?</source>
        <translation>强制释放 %1？</translation>
    </message>
    <message>
        <source>Evict a waiter of %1?</source>
        <translation>逐出 %1 的一个等待者？</translation>
    </message>
    <message>
        <source>Delete a child of %1?</source>
        <translation>删除 %1 的一个子节点？</translation>
    </message>
    <message>
        <source>It is no contender that Lockscope knows: nothing tells what it is for.</source>
        <translation>它不是 Lockscope 认识的竞争者：无从得知其用途。</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 已离开</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>The directory is not there any more. There is nothing to delete.</source>
        <translation>目录已不存在。没有可删除的内容。</translation>
    </message>
    <message>
        <source>Delete the directory %1?</source>
        <translation>删除目录 %1？</translation>
    </message>
    <message>
        <source>Delete directory</source>
        <translation>删除目录</translation>
    </message>
    <message numerus="yes">
        <source>It has %n child(ren) again: it can&apos;t be deleted.</source>
        <translation>
            <numerusform>它又有了 %n 个子节点：无法删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>If somebody queues up before it is deleted, the server refuses, and nothing is changed.</source>
        <translation>如果在删除之前有人加入排队，服务器会拒绝删除，不会有任何更改。</translation>
    </message>
    <message>
        <source>The contender has left the queue by itself. There is nothing to remove.</source>
        <translation>该竞争者已自行离开队列。没有可移除的内容。</translation>
    </message>
    <message>
        <source>The queue could not be read lately: all this is as of the last read.</source>
        <translation>队列近来无法读取：以上均以最后一次读取为准。</translation>
    </message>
    <message>
        <source>Depose the leader of %1?</source>
        <translation>罢免 %1 的 leader？</translation>
    </message>
    <message>
        <source>Remove a candidate of %1?</source>
        <translation>移除 %1 的一个候选者？</translation>
    </message>
    <message>
        <source>Its program is not told: depending on its library it joins again at the end, or never leads.</source>
        <translation>其程序不会得到通知：视其所用的库，它会重新排到末尾，或者永远不会成为 leader。</translation>
    </message>
    <message>
        <source>Delete a member of %1?</source>
        <translation>删除 %1 的一个成员？</translation>
    </message>
    <message>
        <source>It can be asked to release instead: its client watches its own znode, for that or to learn that its hold is lost.</source>
        <translation>也可以请求它释放：其客户端监视着自己的 znode，或为此目的，或为得知持有已丢失。</translation>
    </message>
    <message>
        <source>%3 (%1, session %2)</source>
        <comment>znode, session, host</comment>
        <translation>%3（%1，会话 %2）</translation>
    </message>
    <message>
        <source>It was asked to release, and still holds the lock.</source>
        <translation>已请求它释放，但它仍持有该锁。</translation>
    </message>
    <message>
        <source>%1 readers together</source>
        <translation>%1 个读者同时</translation>
    </message>
    <message>
        <source>nobody: the lock is free then</source>
        <translation>无人：锁将空闲</translation>
    </message>
    <message>
        <source>connected to no server (a ghost): its session ends by itself unless it comes back</source>
        <translation>未连接到任何服务器（幽灵会话）：除非它恢复，会话会自行结束</translation>
    </message>
    <message>
        <source>connected to no server (a ghost): its session ends by itself within %1 unless it comes back</source>
        <translation>未连接到任何服务器（幽灵会话）：除非它恢复，会话会在 %1 内自行结束</translation>
    </message>
    <message>
        <source>connected and answers</source>
        <translation>已连接，并有响应</translation>
    </message>
    <message>
        <source>connected but silent: it may be frozen or cut off</source>
        <translation>已连接，但处于静默：可能已冻结或断网</translation>
    </message>
    <message>
        <source>whether it is connected is not known</source>
        <translation>不知道是否已连接</translation>
    </message>
    <message>
        <source>host not known</source>
        <translation>主机未知</translation>
    </message>
    <message>
        <source>host not known; its data: “%1”</source>
        <translation>主机未知；其数据：“%1”</translation>
    </message>
    <message>
        <source>none: no session&apos;s end removes the znode</source>
        <translation>无：没有哪个会话结束时会移除此 znode</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <comment>duration</comment>
        <translation>%1前</translation>
    </message>
    <message>
        <source>%1 ago, by this machine&apos;s clock</source>
        <comment>duration</comment>
        <translation>按本机时钟，%1前</translation>
    </message>
    <message>
        <source>Holding for</source>
        <translation>已持有</translation>
    </message>
    <message>
        <source>Znode</source>
        <translation>Znode</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Delete the holder&apos;s znode</source>
        <translation>删除持有者的 znode</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Waiting behind it</source>
        <translation>在其后等待</translation>
    </message>
    <message>
        <source>Next to hold</source>
        <translation>下一个持有者</translation>
    </message>
    <message>
        <source>The holder&apos;s program is not stopped: it may go on working beside the next holder, and most libraries do not tell it that its znode is gone.</source>
        <translation>持有者的程序不会停止：它可能与下一个持有者同时继续工作，而且多数库不会告诉它其 znode 已不存在。</translation>
    </message>
    <message>
        <source>Delete the waiter&apos;s znode</source>
        <translation>删除等待者的 znode</translation>
    </message>
    <message>
        <source>Waiter</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Before it</source>
        <translation>在其前面</translation>
    </message>
    <message>
        <source>It loses its place in the queue, and its program is not told: depending on its library it queues up again, fails or waits forever.</source>
        <translation>它会失去在队列中的位置，而其程序不会得到通知：视所用的库而定，它会重新排队、失败或永远等待。</translation>
    </message>
    <message>
        <source>Delete the leader&apos;s znode</source>
        <translation>删除 leader 的 znode</translation>
    </message>
    <message>
        <source>Election</source>
        <translation>选举</translation>
    </message>
    <message>
        <source>Leader</source>
        <translation>leader</translation>
    </message>
    <message>
        <source>Next to lead</source>
        <translation>下一个 leader</translation>
    </message>
    <message>
        <source>nobody: nobody stands by</source>
        <translation>无人：没有候补者</translation>
    </message>
    <message>
        <source>The leader&apos;s program is not stopped: it may go on beside the next leader, and some libraries do not tell it that its znode is gone.</source>
        <translation>leader 的程序不会停止：它可能与下一个 leader 同时工作，有些库不会告知它其 znode 已消失。</translation>
    </message>
    <message>
        <source>Delete the candidate&apos;s znode</source>
        <translation>删除候选者的 znode</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选者</translation>
    </message>
    <message>
        <source>Delete the member&apos;s znode</source>
        <translation>删除成员的 znode</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Whoever looks for the members of this group no longer finds it, while its program goes on and may not learn of it.</source>
        <translation>查找此组成员的程序将不再找到它，而它自己的程序继续运行，可能并不知情。</translation>
    </message>
    <message>
        <source>Delete the child</source>
        <translation>删除子节点</translation>
    </message>
    <message>
        <source>Directory</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Child</source>
        <translation>子节点</translation>
    </message>
    <message>
        <source>Children</source>
        <translation>子节点数</translation>
    </message>
    <message>
        <source>none: nobody holds the lock, and nobody waits for it</source>
        <translation>无：没有人持有锁，也没有人等待</translation>
    </message>
    <message>
        <source>The next client that wants the lock has to make the directory again, where its library does that and it may; its counter then begins at 0 again.</source>
        <translation>下一个需要锁的客户端必须重新创建目录（前提是其所用的库会这样做且有权限）；其计数器随后重新从 0 开始。</translation>
    </message>
    <message numerus="yes">
        <source>nobody else now: %n other holder(s) stay(s)</source>
        <translation>
            <numerusform>此时无人：其他 %n 个持有者仍在</numerusform>
        </translation>
    </message>
    <message>
        <source>It was asked to release, and is still there.</source>
        <translation>已请求它释放，它仍在那里。</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>Delete a contender of %1?</source>
        <translation>删除 %1 的一个竞争者？</translation>
    </message>
    <message>
        <source>Delete the contender&apos;s znode</source>
        <translation>删除该竞争者的 znode</translation>
    </message>
    <message>
        <source>Contender</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>It may have its turn or wait for it: in the one case its program is not stopped, and may go on working beside the next one; in the other it loses its place in the queue, and is not told.</source>
        <translation>它可能已轮到，也可能仍在等待：前一种情况下其程序不会停止，可能与下一个同时工作；后一种情况下它会失去在队列中的位置，且不会得到通知。</translation>
    </message>
    <message>
        <source>connected but silent for at least %1: it may be frozen or cut off</source>
        <translation>已连接，但已静默至少 %1：可能已冻结或断网</translation>
    </message>
</context>
<context>
    <name>lockscope::RemovalDialog</name>
    <message>
        <source>Reason, for the audit file (may stay empty):</source>
        <translation>原因，写入审计文件（可留空）：</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>To go on, type “%1”:</source>
        <translation>若要继续，请输入“%1”：</translation>
    </message>
</context>
<context>
    <name>lockscope::ReplayBar</name>
    <message>
        <source>Time bar of the recording</source>
        <translation>录制文件的时间条</translation>
    </message>
    <message>
        <source>Left and right go to the changes of the selected lock, brackets to findings, Space plays.</source>
        <translation>左右方向键转到所选锁的变化，方括号键转到发现，空格键播放。</translation>
    </message>
    <message>
        <source>%1: %2
from %3 to %4</source>
        <comment>what is wrong, on what, moments</comment>
        <translation>%1：%2
从 %3 到 %4</translation>
    </message>
    <message>
        <source>%1: %2
from %3 on</source>
        <comment>what is wrong, on what, moment</comment>
        <translation>%1：%2
从 %3 起</translation>
    </message>
    <message>
        <source>%1, for %2</source>
        <comment>moment, duration</comment>
        <translation>%1，持续 %2</translation>
    </message>
    <message>
        <source>Came: %1 · granted: %2 · left: %3</source>
        <translation>到达：%1 · 获得：%2 · 离开：%3</translation>
    </message>
    <message>
        <source>Waiters at once, in all locks: %1 at most</source>
        <translation>所有锁同时等待者：最多 %1</translation>
    </message>
    <message>
        <source>Of some of that time nothing was recorded.</source>
        <translation>其中一段时间没有录制。</translation>
    </message>
    <message>
        <source>%1: nothing was recorded</source>
        <comment>moment</comment>
        <translation>%1：没有录制</translation>
    </message>
    <message>
        <source>%1: %2
from %3 on; still so at %4, when the recorder ended</source>
        <comment>what is wrong, on what, moments</comment>
        <translation>%1：%2
自 %3 起；%4 录制程序结束时仍然如此</translation>
    </message>
    <message>
        <source>Nothing was seen from %1 to %2: the recorder stood still, or had no connection.</source>
        <comment>moments</comment>
        <translation>从 %1 到 %2 什么也没有观察到：录制程序停住了，或没有连接。</translation>
    </message>
</context>
<context>
    <name>lockscope::ReplayStrip</name>
    <message>
        <source>To the next change of the selected lock (→)</source>
        <translation>转到所选锁的下一次变化 (→)</translation>
    </message>
    <message>
        <source>To the next begin or end of a finding (])</source>
        <translation>转到下一个发现的开始或结束 (])</translation>
    </message>
    <message>
        <source>How fast it is played</source>
        <translation>播放速度</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <comment>times as fast</comment>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>The moment that is shown</source>
        <translation>显示的时刻</translation>
    </message>
    <message>
        <source>The moment that is shown; another one can be typed</source>
        <translation>显示的时刻；可输入其他时刻</translation>
    </message>
    <message>
        <source>Stop playing (Space)</source>
        <translation>停止播放 (空格)</translation>
    </message>
    <message>
        <source>Play (Space)</source>
        <translation>播放 (空格)</translation>
    </message>
    <message>
        <source>To the previous begin or end of a finding ([)</source>
        <translation>转到上一个发现的开始或结束 ([)</translation>
    </message>
    <message>
        <source>To the previous change of the selected lock (←)</source>
        <translation>转到所选锁的上一次变化 (←)</translation>
    </message>
</context>
<context>
    <name>lockscope::Report</name>
    <message>
        <source>The cluster was not read.</source>
        <translation>未能读取集群。</translation>
    </message>
</context>
<context>
    <name>lockscope::ReportFileText</name>
    <message>
        <source>Stopped: nothing was written.</source>
        <translation>已停止：未写入任何内容。</translation>
    </message>
    <message>
        <source>The report was not written.</source>
        <translation>报告未写入。</translation>
    </message>
    <message>
        <source>%1 is a snapshot, which has one moment: --from and --to need a recording.</source>
        <translation>%1 是快照，只有一个时刻：--from 和 --to 需要记录文件。</translation>
    </message>
    <message>
        <source>Nothing was recorded from %1 to %2.</source>
        <comment>moments</comment>
        <translation>从 %1 到 %2 没有录制任何内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::ReportPage</name>
    <message>
        <source>not known</source>
        <comment>role</comment>
        <translation>不明</translation>
    </message>
    <message>
        <source>Queue of %1 at %2</source>
        <comment>lock, moment</comment>
        <translation>%1 在 %2 时的队列</translation>
    </message>
    <message>
        <source>Queue of %1 at %2; behind these: %3</source>
        <comment>lock, moment, number</comment>
        <translation>%1 在 %2 时的队列；其后还有：%3</translation>
    </message>
    <message>
        <source>Source: a recording. Moments are by the clock of the machine that recorded.</source>
        <translation>来源：一份记录。时刻按进行记录的机器的时钟。</translation>
    </message>
    <message>
        <source>Source: the servers&apos; own files. Moments are by the leaders&apos; clocks.</source>
        <translation>来源：服务器自己的文件。时刻按 leader 的时钟。</translation>
    </message>
    <message>
        <source>Source: a snapshot, which has one moment. What was before follows from that.</source>
        <translation>来源：一份快照，只有一个时刻。此前的情况由它推断。</translation>
    </message>
    <message>
        <source>Moment: %1</source>
        <translation>时刻：%1</translation>
    </message>
    <message>
        <source>Time: from %1 to %2</source>
        <comment>moments</comment>
        <translation>时间：从 %1 到 %2</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>集群：%1</translation>
    </message>
    <message>
        <source>Recorded by: %1</source>
        <comment>program</comment>
        <translation>记录程序：%1</translation>
    </message>
    <message>
        <source>Locks looked at: %1</source>
        <translation>查看的锁：%1</translation>
    </message>
    <message>
        <source>Report on locks, %1</source>
        <comment>moment</comment>
        <translation>锁报告，%1</translation>
    </message>
    <message>
        <source>en</source>
        <comment>this language&apos;s own code, such as zh-CN</comment>
        <translation>zh-CN</translation>
    </message>
    <message>
        <source>Turns of %1 over time: hatched while they waited, filled while they held.</source>
        <comment>lock</comment>
        <translation>%1 的各次排队随时间的变化：等待时为斜线，持有时为实心。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>On what: %1</source>
        <translation>涉及：%1</translation>
    </message>
    <message>
        <source>And so many more: %1</source>
        <translation>此外还有：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>moment, what was done</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, on %2: %3</source>
        <comment>moment, lock, what was done</comment>
        <translation>%1，锁 %2：%3</translation>
    </message>
    <message>
        <source>From %1 on other locks than are told of may have been there.</source>
        <translation>从 %1 起，可能还有未列出的其他锁。</translation>
    </message>
    <message>
        <source>From %1 on nothing is known of any lock.</source>
        <translation>从 %1 起，对任何锁都一无所知。</translation>
    </message>
    <message>
        <source>From %1 to %2 other locks than are told of may have been there.</source>
        <translation>从 %1 到 %2，可能还有未列出的其他锁。</translation>
    </message>
    <message>
        <source>From %1 to %2 nothing is known of any lock.</source>
        <translation>从 %1 到 %2，对任何锁都一无所知。</translation>
    </message>
    <message>
        <source>From %1 to %2 nothing was recorded.</source>
        <comment>moments</comment>
        <translation>从 %1 到 %2 没有任何记录。</translation>
    </message>
    <message>
        <source>Servers&apos; files do not tell whether clients were connected, nor what they watched.</source>
        <translation>服务器的文件不说明客户端是否连接，也不说明它们监视什么。</translation>
    </message>
    <message>
        <source>When a lock was granted a snapshot does not tell: between which moments it was follows from the znodes&apos; times.</source>
        <translation>快照不说明锁何时被授予：它在哪些时刻之间由 znode 的时间推断。</translation>
    </message>
    <message>
        <source>So much happened that of those who left before %1 not all were looked at.</source>
        <comment>moment</comment>
        <translation>发生的事情太多，在 %1 之前离开的竞争者没有全部查看。</translation>
    </message>
    <message>
        <source>What was not checked is not known.</source>
        <translation>哪些未经检查，不得而知。</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Not known: servers&apos; files have no findings. How each turn ended, with what that follows from, is told above.</source>
        <translation>不明：服务器的文件中没有问题记录。每次排队如何结束、由什么推断，见上文。</translation>
    </message>
    <message>
        <source>Nothing was found wrong, as far as was checked.</source>
        <translation>就已检查的范围，没有发现问题。</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>做了什么</translation>
    </message>
    <message>
        <source>Nothing by the program that recorded. What others did is told by how turns ended.</source>
        <translation>进行记录的程序没有做任何操作。其他人做了什么，由各次排队如何结束得知。</translation>
    </message>
    <message>
        <source>Not known: what was done by an operator is not in such a file.</source>
        <translation>不明：运维人员做了什么不在此类文件中。</translation>
    </message>
    <message>
        <source>What is not known</source>
        <translation>什么不得而知</translation>
    </message>
    <message>
        <source>Nothing is known to be missing.</source>
        <translation>没有已知的缺失。</translation>
    </message>
    <message>
        <source>was there still</source>
        <translation>仍在</translation>
    </message>
    <message>
        <source>not seen any more after %1</source>
        <comment>moment</comment>
        <translation>%1 之后不再见到</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>moment, how it ended</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, if at all: others may have stood before it</source>
        <comment>moment</comment>
        <translation>%1（如果确实持有：之前可能还有其他竞争者）</translation>
    </message>
    <message>
        <source>granted: %1</source>
        <comment>moment</comment>
        <translation>获得锁：%1</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Contender</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Client</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Nothing that is known: no lock was looked at.</source>
        <translation>没有已知的：没有查看任何锁。</translation>
    </message>
    <message>
        <source>%1: %2 more, who are not named here.</source>
        <comment>lock, number</comment>
        <translation>%1：另有 %2 个，此处未列出。</translation>
    </message>
    <message>
        <source>What was stuck, and for how long</source>
        <translation>什么卡住了，多久</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>For how long</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Holders</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Shorter ones, which are not listed: %1</source>
        <translation>更短的，未列出：%1</translation>
    </message>
    <message>
        <source>Who held</source>
        <translation>谁持有</translation>
    </message>
    <message>
        <source>Held since</source>
        <translation>持有自</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>%1: nobody was seen to hold it.</source>
        <comment>lock</comment>
        <translation>%1：没有见到任何人持有。</translation>
    </message>
    <message>
        <source>Who waited</source>
        <translation>谁等待</translation>
    </message>
    <message>
        <source>Came</source>
        <translation>到来</translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation>等待时长</translation>
    </message>
    <message>
        <source>%1: nobody is known to have waited.</source>
        <comment>lock</comment>
        <translation>%1：未知有人等待。</translation>
    </message>
    <message>
        <source>before %1</source>
        <comment>moment</comment>
        <translation>%1 之前</translation>
    </message>
    <message>
        <source>between %1 and %2</source>
        <comment>moments</comment>
        <translation>%1 与 %2 之间</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>address of a client, its state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>not told; its znode says: %1</source>
        <translation>未告知；其 znode 称：%1</translation>
    </message>
    <message>
        <source>Found at %1, over at %2</source>
        <comment>moments</comment>
        <translation>发现于 %1，结束于 %2</translation>
    </message>
    <message>
        <source>Found at %1, still so at %2</source>
        <comment>moments</comment>
        <translation>发现于 %1，到 %2 仍然如此</translation>
    </message>
    <message>
        <source>still so at %1</source>
        <comment>moment</comment>
        <translation>到 %1 仍然如此</translation>
    </message>
    <message>
        <source>Sessions that are not drawn: %1.</source>
        <translation>未画出的会话：%1。</translation>
    </message>
    <message>
        <source>Contenders that are not drawn: %1.</source>
        <translation>未画出的竞争者：%1。</translation>
    </message>
    <message>
        <source>Locks that are not drawn: %1.</source>
        <translation>未画出的锁：%1。</translation>
    </message>
    <message>
        <source>Who waited for whom across locks, at %1.</source>
        <comment>moment</comment>
        <translation>各锁之间谁等待谁，%1。</translation>
    </message>
    <message>
        <source>Who waited for whom round %1, at %2.</source>
        <comment>lock, moment</comment>
        <translation>%1 周围谁等待谁，%2。</translation>
    </message>
    <message>
        <source>What is told of it is what was known shortly before %1.</source>
        <translation>此处所述为 %1 之前不久所知的情况。</translation>
    </message>
    <message>
        <source>What is told of it is what was known at %1.</source>
        <translation>此处所述为 %1 时所知的情况。</translation>
    </message>
    <message>
        <source>Suspected, and not verified.</source>
        <translation>仅为疑似，未经证实。</translation>
    </message>
    <message>
        <source>Verified at %1</source>
        <translation>于 %1 证实</translation>
    </message>
    <message>
        <source>From %1 to %2 there was no connection to the cluster, and nothing was seen.</source>
        <comment>moments</comment>
        <translation>从 %1 到 %2 没有与集群的连接，什么也没有看到。</translation>
    </message>
    <message>
        <source>From %1 to %2 there was no connection to the cluster, and nothing was seen: %3</source>
        <comment>moments, why</comment>
        <translation>从 %1 到 %2 没有与集群的连接，什么也没有看到：%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>when, what was not checked</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No lock, as far as is known: nowhere did anybody wait for %1 without somebody being granted the lock, and no finding says that one was stuck.</source>
        <comment>duration</comment>
        <translation>据所知没有锁卡住：没有任何地方有人等待达 %1 而其间无人获得锁，也没有发现表明有锁卡住。</translation>
    </message>
    <message>
        <source>A lock is stuck while somebody waits for it and nobody is granted it, for %1 at least, or for less where a finding says so. Where a moment was not seen, the two are told between which it lies. Holders and waiters are contenders: a client that has several, in one session or more, counts for each.</source>
        <comment>duration</comment>
        <translation>有人等待而无人获得锁，至少持续 %1，或虽更短但有发现表明如此，即为锁卡住。未看到确切时刻时，给出其所在的前后两个时刻。持有者和等待者按竞争者计：一个客户端有多个竞争者时，无论在一个还是多个会话中，每个都计入。</translation>
    </message>
    <message>
        <source>How long it has lasted is as of %1. What else is told of it is what was known at %2.</source>
        <comment>moments</comment>
        <translation>持续时间截至 %1。其余所述是 %2 时已知的情况。</translation>
    </message>
    <message>
        <source>Only the first of the list have pictures. Those without: %1.</source>
        <translation>仅列表中最前面的有图。没有图的：%1。</translation>
    </message>
    <message>
        <source>No lock, as far as is known: nowhere did anybody wait for %1 without somebody being granted the lock. What was found wrong is told below.</source>
        <comment>duration</comment>
        <translation>据所知没有锁卡住：没有任何地方有人等待了 %1 而锁一直未授予任何人。发现的问题见下文。</translation>
    </message>
    <message>
        <source>Found at %1, still so at %2, when the recorder ended</source>
        <comment>moments</comment>
        <translation>%1 发现，%2 录制程序结束时仍然如此</translation>
    </message>
    <message>
        <source>Outlined while it is not known whether they held or waited, or were there at all.</source>
        <translation>空心框表示不知道当时是持有、等待，还是已不在。</translation>
    </message>
    <message>
        <source>Grey while the lock was not seen: what is drawn over it is known by what was seen before and after.</source>
        <translation>灰色表示没有观察到该锁的时段：其上所画的内容由之前和之后的观察得知。</translation>
    </message>
    <message>
        <source>A triangle marks who was granted the lock past an earlier one.</source>
        <translation>三角形标出越过更早的竞争者而获得锁者。</translation>
    </message>
    <message>
        <source>The dashed line is at the end of the stretch.</source>
        <translation>虚线位于这段时间的结束处。</translation>
    </message>
</context>
<context>
    <name>lockscope::ReportProcess</name>
    <message>
        <source>The report was not written, and nothing says why (exit status %1).</source>
        <translation>报告未写入，也没有说明原因（退出状态 %1）。</translation>
    </message>
</context>
<context>
    <name>lockscope::ReportText</name>
    <message>
        <source>Nobody has compared the servers&apos; clock with this machine&apos;s: how long contenders have been queued is wrong by as much as these differ.</source>
        <translation>没有人把服务器的时钟与本机时钟比较过：竞争者已排队的时长会有两者之差那样大的误差。</translation>
    </message>
    <message>
        <source>Whether a client is there: %1. Sessions: %2</source>
        <comment>why not known, ids</comment>
        <translation>客户端是否在线：%1。会话：%2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <comment>ids, number</comment>
        <translation>%1 以及另外 %2 个</translation>
    </message>
    <message>
        <source>a permit</source>
        <translation>任一许可</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>静默</translation>
    </message>
    <message>
        <source>ghost</source>
        <translation>幽灵</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>推断</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>已核实</translation>
    </message>
    <message>
        <source>watches another one</source>
        <translation>监视另一个</translation>
    </message>
    <message>
        <source>none told</source>
        <translation>未告知任何监视</translation>
    </message>
    <message>
        <source>disconnected</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Dialect</source>
        <translation>锁协议</translation>
    </message>
    <message>
        <source>Holders</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Longest wait</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Queued for</source>
        <translation>排队时长</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Silent for</source>
        <translation>静默时长</translation>
    </message>
    <message>
        <source>Ends within</source>
        <translation>最迟结束</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Cluster %1, %2</source>
        <translation>集群 %1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n column(s) left out: %1. A wider terminal or --format csv shows all.</source>
        <translation>
            <numerusform>略去 %n 列：%1。更宽的终端或 --format csv 可显示全部。</numerusform>
        </translation>
    </message>
    <message>
        <source>No locks were found.</source>
        <translation>未找到锁。</translation>
    </message>
    <message>
        <source>Nobody holds it, and nobody waits.</source>
        <translation>没有持有者，也没有等待者。</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理方法</translation>
    </message>
    <message numerus="yes">
        <source>Nothing is known to be wrong. Locks checked: %n</source>
        <translation>
            <numerusform>未发现确定的问题。已检查的锁：%n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing is wrong. Locks checked: %n</source>
        <translation>
            <numerusform>没有问题。已检查的锁：%n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n locks: %1</source>
        <comment>paths</comment>
        <translation>
            <numerusform>%n 个锁：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Who holds it and who waits is not known: it could not be read (%1).</source>
        <translation>谁持有、谁在等待均未知：无法读取（%1）。</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>首次发现</translation>
    </message>
    <message>
        <source>There is no lock %1 at present.</source>
        <translation>目前没有锁 %1。</translation>
    </message>
    <message>
        <source>watches the directory</source>
        <translation>监视目录</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Nothing wrong was found in what could be checked. Locks: %1</source>
        <translation>在已检查的内容中未发现问题。锁：%1</translation>
    </message>
    <message>
        <source>Not checked, as accepted: %1.</source>
        <translation>按 --accept 未检查：%1。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Holder or leader</source>
        <translation>持有者或 leader</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>dialect, kind</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Nobody leads, and nobody stands by.</source>
        <translation>没有 leader，也没有候补者。</translation>
    </message>
    <message>
        <source>Nobody is there.</source>
        <translation>这里没有人。</translation>
    </message>
    <message>
        <source>Contenders of several libraries share this lock. Which of them hold it is not known: no server has shown whether they wait for each other.</source>
        <translation>多个库的竞争者共用此锁。其中谁持有它尚不可知：没有服务器表明它们是否互相等待。</translation>
    </message>
    <message>
        <source>This is the znode of a client, and no lock. By its name it is a contender of %1: show that.</source>
        <translation>这是某个客户端的 znode，而不是锁。就名称而言，它是 %1 的竞争者：请查看该锁。</translation>
    </message>
    <message>
        <source>%1, which was asked for, is one of its members.</source>
        <translation>所查询的 %1 是其成员之一。</translation>
    </message>
    <message>
        <source>%1, which was asked for, is one of its contenders.</source>
        <translation>所查询的 %1 是其竞争者之一。</translation>
    </message>
    <message>
        <source>Leads</source>
        <translation>领导</translation>
    </message>
    <message>
        <source>No locks are known, so nothing was checked.</source>
        <translation>不知道有任何锁，因此未作检查。</translation>
    </message>
    <message>
        <source>Stands by</source>
        <translation>候补</translation>
    </message>
    <message>
        <source>Member of</source>
        <translation>所属成员组</translation>
    </message>
    <message>
        <source>No session holds or waits, leads or is a member of anything.</source>
        <translation>没有会话持有、等待、领导，或是任何组的成员。</translation>
    </message>
    <message>
        <source>Who holds it and who waits is not known: it was not read in time.</source>
        <translation>谁持有、谁等待未知：未能及时读取。</translation>
    </message>
    <message>
        <source>Servers that did not answer: %1 (%2 of %3).</source>
        <comment>names, number, number</comment>
        <translation>没有应答的服务器：%1（%3 个中的 %2 个）。</translation>
    </message>
    <message>
        <source>Only the pinned paths were searched for locks.</source>
        <translation>仅在固定的路径中查找了锁。</translation>
    </message>
    <message>
        <source>Servers that were removed from the ensemble: %1.</source>
        <comment>names</comment>
        <translation>已从集群 (ensemble) 中移除的服务器：%1。</translation>
    </message>
    <message>
        <source>Servers that the ensemble&apos;s configuration does not name, and that did not answer: %1. They may have been removed from it, or be members by other names.</source>
        <comment>names</comment>
        <translation>集群 (ensemble) 的配置中没有、且没有应答的服务器：%1。它们可能已被移除，也可能是以其他名称存在的成员。</translation>
    </message>
    <message>
        <source>No locks were found, so there was nothing to check.</source>
        <translation>未找到锁，因此没有可检查的内容。</translation>
    </message>
    <message>
        <source>No locks were found, so there was nothing to check. A directory in which no session has a znode is found only where it is pinned (--pin).</source>
        <translation>未找到锁，因此没有可检查的内容。没有会话在其中持有 znode 的目录，只有固定后 (--pin) 才能找到。</translation>
    </message>
    <message>
        <source>Members whose clients are gone: %1 of %2</source>
        <comment>numbers</comment>
        <translation>客户端已消失的成员：%1 / %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>lock, note</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Members that no server has a client of, by one look: %1 of %2</source>
        <comment>numbers</comment>
        <translation>单次查看中没有服务器有其客户端连接的成员：%1 / %2</translation>
    </message>
    <message>
        <source>Which locks there are is not known: nothing could be searched.</source>
        <translation>不知道有哪些锁：没有可以搜索的地方。</translation>
    </message>
    <message>
        <source>Which sessions hold or wait is not known: nothing could be searched.</source>
        <translation>不知道哪些会话持有或等待：没有可以搜索的地方。</translation>
    </message>
    <message>
        <source>Contenders of several libraries share this lock: %1.</source>
        <comment>libraries</comment>
        <translation>多个库的竞争者共用此锁：%1。</translation>
    </message>
    <message>
        <source>Whether it is a lock, who holds it and who waits is not known.</source>
        <translation>它是否是锁、由谁持有、谁在等待，都不清楚。</translation>
    </message>
    <message>
        <source>Who held it and who waited is not known for sure.</source>
        <translation>谁曾持有它、谁曾等待，无法确定。</translation>
    </message>
</context>
<context>
    <name>lockscope::Reports</name>
    <message>
        <source>Save a report on this moment</source>
        <translation>保存关于此刻的报告</translation>
    </message>
    <message>
        <source>Save a report on the selected time</source>
        <translation>保存关于所选时间的报告</translation>
    </message>
    <message>
        <source>Save a report on the whole recording</source>
        <translation>保存关于整个记录的报告</translation>
    </message>
    <message>
        <source>Making the report %1</source>
        <translation>正在生成报告 %1</translation>
    </message>
    <message>
        <source>Saved to %1.</source>
        <translation>已保存到 %1。</translation>
    </message>
    <message>
        <source>The report was not written. Its file&apos;s name says what it is to be: it must end in .html, .pdf, .md or .csv.</source>
        <translation>报告没有写出。文件名决定报告的种类：必须以 .html、.pdf、.md 或 .csv 结尾。</translation>
    </message>
    <message>
        <source>The report was not written.</source>
        <translation>报告没有写出。</translation>
    </message>
    <message>
        <source>Making the report %1 was cancelled.</source>
        <translation>已取消生成报告 %1。</translation>
    </message>
    <message>
        <source>Saved to %1. Not all of that was seen: the report says what.</source>
        <translation>已保存到 %1。其中并非全部都看到：报告中说明了哪些没有。</translation>
    </message>
    <message>
        <source>Page for browsers (*.html)</source>
        <translation>浏览器页面 (*.html)</translation>
    </message>
    <message>
        <source>Pages for print (*.pdf)</source>
        <translation>打印页面 (*.pdf)</translation>
    </message>
    <message>
        <source>Text for a ticket (*.md)</source>
        <translation>工单文本 (*.md)</translation>
    </message>
    <message>
        <source>Turns and events (*.csv)</source>
        <translation>轮次与事件 (*.csv)</translation>
    </message>
</context>
<context>
    <name>lockscope::RoutePage</name>
    <message>
        <source>Empty: as kept, else asked for</source>
        <translation>留空：使用已保存的，否则询问</translation>
    </message>
    <message>
        <source>By ssh -W, with your own configuration, agent and known hosts. What it has to ask, such as a passphrase or a second factor, you are asked in a dialog: once for the session, and once for AdminServers and four-letter words, which go the same way.</source>
        <translation>使用 ssh -W 以及您自己的配置、代理程序 (agent) 和已知主机。它需要询问的内容（如口令或第二因素）会以对话框询问您：为会话问一次，为经由它访问的 AdminServer 和四字命令问一次。</translation>
    </message>
    <message>
        <source>&amp;Host:</source>
        <translation>主机(&amp;H)：</translation>
    </message>
    <message>
        <source>The proxy looks up the servers&apos; names, and leads to AdminServers, too. User and password go to it unencrypted.</source>
        <translation>由代理解析服务器名，AdminServer 也经由它访问。用户名和密码以未加密的形式发给它。</translation>
    </message>
    <message>
        <source>Pass&amp;word:</source>
        <translation>密码(&amp;W)：</translation>
    </message>
    <message>
        <source>User na&amp;me:</source>
        <translation>用户名(&amp;M)：</translation>
    </message>
    <message>
        <source>&amp;Proxy:</source>
        <translation>代理(&amp;P)：</translation>
    </message>
    <message>
        <source>As ssh takes it: host, user@host or an alias of its configuration</source>
        <translation>按 ssh 的写法：主机、user@host 或其配置中的别名</translation>
    </message>
    <message>
        <source>Through an SSH &amp;bastion</source>
        <translation>通过 SSH 跳板机(&amp;B)</translation>
    </message>
    <message>
        <source>Empty: nobody</source>
        <translation>留空：不登录</translation>
    </message>
    <message>
        <source>host:port; port 1080 where none is given</source>
        <translation>host:port；未给出端口时为 1080</translation>
    </message>
    <message>
        <source>Through a SOCKS5 pro&amp;xy</source>
        <translation>通过 SOCKS5 代理(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Directly</source>
        <translation>直接连接(&amp;D)</translation>
    </message>
</context>
<context>
    <name>lockscope::RouteText</name>
    <message>
        <source>as %1 (digest)</source>
        <comment>user</comment>
        <translation>身份：%1（digest）</translation>
    </message>
    <message>
        <source>as %1 (SASL, DIGEST-MD5)</source>
        <comment>user</comment>
        <translation>身份：%1（SASL，DIGEST-MD5）</translation>
    </message>
    <message>
        <source>by our Kerberos ticket</source>
        <translation>凭我们的 Kerberos 票据</translation>
    </message>
    <message>
        <source>as %1 (Kerberos)</source>
        <comment>principal</comment>
        <translation>身份：%1（Kerberos）</translation>
    </message>
    <message>
        <source>through the bastion %1</source>
        <translation>经由跳板机 %1</translation>
    </message>
    <message>
        <source>through the proxy %1</source>
        <translation>经由代理 %1</translation>
    </message>
    <message>
        <source>TLS, any name</source>
        <translation>TLS，任何名称</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>Write the SOCKS5 proxy as host:port.</source>
        <translation>请把 SOCKS5 代理写成 host:port。</translation>
    </message>
    <message>
        <source>A SOCKS5 proxy takes at most 255 bytes of a user name and of a password.</source>
        <translation>SOCKS5 代理的用户名和密码各最多 255 字节。</translation>
    </message>
    <message>
        <source>To sign in to the SOCKS5 proxy takes a user name.</source>
        <translation>登录 SOCKS5 代理需要用户名。</translation>
    </message>
    <message>
        <source>Name the SSH bastion, as ssh takes it.</source>
        <translation>请写明 SSH 跳板机，按 ssh 接受的写法。</translation>
    </message>
    <message>
        <source>An SSH bastion is one word, such as user@host, that does not begin with “-”.</source>
        <translation>SSH 跳板机是一个词，例如 user@host，并且不以“-”开头。</translation>
    </message>
</context>
<context>
    <name>lockscope::Rules</name>
    <message>
        <source>A snapshot is shown, not a live cluster.</source>
        <translation>显示的是快照，不是实时的集群。</translation>
    </message>
    <message>
        <source>There is no connection.</source>
        <translation>没有连接。</translation>
    </message>
    <message>
        <source>The session is over. Reconnect first.</source>
        <translation>会话已结束。请先重新连接。</translation>
    </message>
    <message>
        <source>No server answers at the moment.</source>
        <translation>目前没有服务器应答。</translation>
    </message>
    <message>
        <source>The connection is read-only. Allow actions first.</source>
        <translation>连接为只读。请先允许操作。</translation>
    </message>
    <message>
        <source>No lock is selected.</source>
        <translation>未选中锁。</translation>
    </message>
    <message>
        <source>No contender of this queue is selected.</source>
        <translation>未选中此队列的竞争者。</translation>
    </message>
    <message>
        <source>The contender could not be read, so it can&apos;t be told from another one.</source>
        <translation>无法读取该竞争者，因此无法将其与另一个区分。</translation>
    </message>
    <message>
        <source>Lockscope acquires the Curator way, which the clients of this lock (%1) would not see.</source>
        <translation>Lockscope 按 Curator 的方式获取锁，此锁的客户端（%1）看不到。</translation>
    </message>
    <message>
        <source>Only a holder can be asked to release.</source>
        <translation>只能请求持有者释放。</translation>
    </message>
    <message>
        <source>No client of this kind of lock (%1) listens to such a request.</source>
        <translation>此类锁（%1）的客户端不响应这样的请求。</translation>
    </message>
    <message>
        <source>There is nothing to close.</source>
        <translation>没有可关闭的内容。</translation>
    </message>
    <message>
        <source>The demo is starting already.</source>
        <translation>演示已在启动。</translation>
    </message>
    <message>
        <source>No lock is known.</source>
        <translation>没有已知的锁。</translation>
    </message>
    <message>
        <source>Nothing was said about the selected lock.</source>
        <translation>没有为选中的锁指定任何标记。</translation>
    </message>
    <message>
        <source>This program neither holds nor waits for this lock.</source>
        <translation>本程序既不持有也不等待此锁。</translation>
    </message>
    <message>
        <source>No contender is selected.</source>
        <translation>未选中竞争者。</translation>
    </message>
    <message>
        <source>No lock was selected before this one.</source>
        <translation>在此之前没有选中过锁。</translation>
    </message>
    <message>
        <source>There is nothing to go forward to.</source>
        <translation>没有可前进的内容。</translation>
    </message>
    <message>
        <source>There are no findings.</source>
        <translation>没有问题。</translation>
    </message>
    <message>
        <source>The selected lock is no directory without children.</source>
        <translation>选中的锁不是没有子节点的目录。</translation>
    </message>
    <message>
        <source>Its client does not listen: its server knows of no watch on its znode.</source>
        <translation>其客户端不会响应：其服务器表明没有对其 znode 的监视。</translation>
    </message>
    <message>
        <source>Whether its client listens is not known.</source>
        <translation>不知道其客户端是否会响应。</translation>
    </message>
    <message>
        <source>The profile of this connection is read-only.</source>
        <translation>此连接的配置为只读。</translation>
    </message>
    <message>
        <source>The profile of this connection is read-only: change the profile to allow actions.</source>
        <translation>此连接的配置为只读：要允许操作，请更改配置。</translation>
    </message>
    <message>
        <source>The timeline is not shown.</source>
        <translation>未显示时间线。</translation>
    </message>
    <message>
        <source>No span of time is selected: drag over the timeline.</source>
        <translation>未选中时间段：请在时间线上拖动。</translation>
    </message>
    <message>
        <source>Nothing was zoomed.</source>
        <translation>没有缩放。</translation>
    </message>
    <message>
        <source>Nothing is filtered.</source>
        <translation>没有筛选。</translation>
    </message>
    <message>
        <source>No bar of the timeline is chosen.</source>
        <translation>未选中时间线上的条形。</translation>
    </message>
    <message>
        <source>Neither the graph nor the timeline is shown.</source>
        <translation>关系图和时间线均未显示。</translation>
    </message>
    <message>
        <source>No list of ephemeral znodes was left out for its length.</source>
        <translation>没有因过长而未请求的临时 znode 列表。</translation>
    </message>
    <message>
        <source>Its client watches its own znode: it may listen, or only learn that its hold is lost.</source>
        <translation>其客户端监视着自己的 znode：它可能在等待此类请求，也可能只是为了得知持有已丢失。</translation>
    </message>
    <message>
        <source>The row is about no single lock.</source>
        <translation>该行不对应单独一个锁。</translation>
    </message>
    <message>
        <source>The row is about no single session that is known.</source>
        <translation>该行不对应单独一个已知的会话。</translation>
    </message>
    <message>
        <source>The row is about no single host that is known.</source>
        <translation>该行不对应单独一个已知的主机。</translation>
    </message>
    <message>
        <source>The row is about no single znode.</source>
        <translation>该行不对应单独一个 znode。</translation>
    </message>
    <message>
        <source>No server is known, or the path has characters that can&apos;t be seen: they would not be safe in a command.</source>
        <translation>不知道服务器，或者路径含有看不见的字符：放进命令里不安全。</translation>
    </message>
    <message>
        <source>A recording is shown, not a live cluster.</source>
        <translation>显示的是录制文件，而非实时集群。</translation>
    </message>
    <message>
        <source>This cluster is being recorded already.</source>
        <translation>此集群已在录制中。</translation>
    </message>
    <message>
        <source>Nothing is being recorded.</source>
        <translation>没有正在进行的录制。</translation>
    </message>
    <message>
        <source>Neither a snapshot nor a recording is shown.</source>
        <translation>显示的既不是快照，也不是录制文件。</translation>
    </message>
    <message>
        <source>No recording is shown.</source>
        <translation>没有显示录制文件。</translation>
    </message>
    <message>
        <source>No span of time is selected: drag over the recording&apos;s time bar.</source>
        <translation>未选中时间段：在录制文件的时间条上拖动。</translation>
    </message>
</context>
<context>
    <name>lockscope::SafetyPage</name>
    <message>
        <source>Rea&amp;d-only: actions can&apos;t be allowed on this connection</source>
        <translation>只读：此连接上不能允许操作(&amp;D)</translation>
    </message>
    <message>
        <source>Own t&amp;hresholds, instead of those of the settings</source>
        <translation>使用自己的阈值，而非设置中的阈值(&amp;H)</translation>
    </message>
    <message>
        <source>What the cluster is for</source>
        <translation>集群的用途</translation>
    </message>
    <message>
        <source>Shown as a banner. On production every action asks, removing for the lock&apos;s name, and without an action for ten minutes the connection is read-only again.</source>
        <translation>以横幅显示。在生产环境中，每个操作都会询问，移除时须输入锁的名称；十分钟没有操作后，连接恢复为只读。</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Environ&amp;ment:</source>
        <translation>环境(&amp;M)：</translation>
    </message>
    <message>
        <source>Record what happens while a window is connected</source>
        <translation>窗口连接期间录制所发生的事</translation>
    </message>
    <message>
        <source>All locks are watched, and written to a file a day in the folder of the settings: hosts and data of clients are in it</source>
        <translation>监视所有锁，并每天写入设置所定文件夹中的一个文件：其中含客户端的主机和数据</translation>
    </message>
    <message>
        <source>Scenarios make locks and load below /lockscope-lab, and remove them at the end: at most %1 sessions, %2 acquires a second, and %3 minutes.</source>
        <translation>场景在 /lockscope-lab 之下创建锁并产生负载，结束时移除：最多 %1 个会话、每秒 %2 次获取、%3 分钟。</translation>
    </message>
    <message>
        <source>The lab may run here</source>
        <translation>允许实验室在此运行</translation>
    </message>
    <message>
        <source>Not while the connection is read-only: the lab writes.</source>
        <translation>连接为只读时不可：实验室会写入。</translation>
    </message>
    <message>
        <source>%1 On production the name of the profile has to be typed before each run.</source>
        <translation>%1在生产环境中，每次运行前都须输入配置的名称。</translation>
    </message>
</context>
<context>
    <name>lockscope::SaslFields</name>
    <message>
        <source>Si&amp;gn in by SASL</source>
        <translation>通过 SASL 登录(&amp;G)</translation>
    </message>
    <message>
        <source>User name as the servers know it</source>
        <translation>服务器所知的用户名</translation>
    </message>
    <message>
        <source>First part of the servers&apos; principals</source>
        <translation>服务器主体的第一部分</translation>
    </message>
    <message>
        <source>Empty: where kinit puts tickets</source>
        <translation>留空：kinit 存放票据的位置</translation>
    </message>
    <message>
        <source>Empty: the ticket is in the cache</source>
        <translation>留空：票据在缓存中</translation>
    </message>
    <message>
        <source>Whose key is in the keytab</source>
        <translation>密钥表中密钥所属的主体</translation>
    </message>
    <message>
        <source>Look up the f&amp;ull names of the hosts for the KDC</source>
        <translation>为 KDC 查询主机的完整名称(&amp;U)</translation>
    </message>
    <message>
        <source>User and password (DIGEST-MD5)</source>
        <translation>用户名和密码（DIGEST-MD5）</translation>
    </message>
    <message>
        <source>Kerberos (GSSAPI)</source>
        <translation>Kerberos（GSSAPI）</translation>
    </message>
    <message>
        <source>&amp;Mechanism:</source>
        <translation>机制(&amp;M)：</translation>
    </message>
    <message>
        <source>A profile keeps it in the desktop&apos;s keychain.</source>
        <translation>配置会将其保存在桌面的密钥环中。</translation>
    </message>
    <message>
        <source>&amp;User name:</source>
        <translation>用户名(&amp;U)：</translation>
    </message>
    <message>
        <source>Passwor&amp;d:</source>
        <translation>密码(&amp;D)：</translation>
    </message>
    <message>
        <source>Else krb5.conf decides: Kerberos asks the name service all the same, unless it says dns_canonicalize_hostname = false. Whoever can forge the name service&apos;s answers chooses which server passes for the one that you have named.</source>
        <translation>否则由 krb5.conf 决定：除非其中写有 dns_canonicalize_hostname = false，Kerberos 仍会查询名称服务。能伪造名称服务应答的人可以决定哪台服务器冒充您所指定的服务器。</translation>
    </message>
    <message>
        <source>Service:</source>
        <translation>服务：</translation>
    </message>
    <message>
        <source>Ticket cache:</source>
        <translation>票据缓存：</translation>
    </message>
    <message>
        <source>Keyta&amp;b:</source>
        <translation>密钥表(&amp;B)：</translation>
    </message>
    <message>
        <source>Keytab</source>
        <translation>密钥表</translation>
    </message>
    <message>
        <source>Keytabs (*.keytab);;All files (*)</source>
        <translation>密钥表 (*.keytab);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Principal:</source>
        <translation>主体：</translation>
    </message>
    <message>
        <source>The KDC is asked directly, also where a proxy or bastion leads to the servers.</source>
        <translation>即使经代理或堡垒机到达服务器，也会直接询问 KDC。</translation>
    </message>
    <message>
        <source>Empty: as kept, else asked for</source>
        <translation>留空：使用已保存的，否则询问</translation>
    </message>
</context>
<context>
    <name>lockscope::ScenarioLanguage</name>
    <message>
        <source>en</source>
        <comment>locale of the language</comment>
        <translation>zh_CN</translation>
    </message>
</context>
<context>
    <name>lockscope::SearchNote</name>
    <message>
        <source>Pin a path…</source>
        <translation>固定路径…</translation>
    </message>
</context>
<context>
    <name>lockscope::SecretText</name>
    <message>
        <source>No password is kept for this profile.</source>
        <translation>此配置没有保存密码。</translation>
    </message>
    <message>
        <source>The keychain refused access.</source>
        <translation>密钥环拒绝访问。</translation>
    </message>
    <message>
        <source>No keychain service runs in this desktop session, so passwords are not kept.</source>
        <translation>此桌面会话中没有运行密钥环服务，因此不会保存密码。</translation>
    </message>
    <message>
        <source>No keychain could be used (%1), so passwords are not kept.</source>
        <translation>无法使用密钥环（%1），因此不会保存密码。</translation>
    </message>
    <message>
        <source>Only profiles can keep a password.</source>
        <translation>只有配置可以保存密码。</translation>
    </message>
</context>
<context>
    <name>lockscope::SecretVariables</name>
    <message>
        <source>Descriptor %1 of --secrets-fd can&apos;t be read.</source>
        <translation>无法读取 --secrets-fd 的描述符 %1。</translation>
    </message>
    <message>
        <source>What --secrets-fd leads to is larger than secrets are.</source>
        <translation>--secrets-fd 所指的内容过大，不像是密码。</translation>
    </message>
    <message>
        <source>Line %1 of --secrets-fd is none such as LOCKSCOPE_SASL_PASSWORD=…, with the name of one of the variables that hold passwords.</source>
        <translation>--secrets-fd 的第 %1 行不是 LOCKSCOPE_SASL_PASSWORD=… 这样的形式：名称须是保存密码的变量之一。</translation>
    </message>
</context>
<context>
    <name>lockscope::SecurityPage</name>
    <message>
        <source>Check the name</source>
        <translation>检查名称</translation>
    </message>
    <message>
        <source>Accept any name</source>
        <translation>接受任何名称</translation>
    </message>
    <message>
        <source>Then whoever has any certificate of the authority can pretend to be a server, read what you see and change what you do. Better: connect by a name that the certificate has, or have the certificate made anew.</source>
        <translation>这样，凡是持有该颁发机构任一证书的人都能冒充服务器，读取您看到的内容并更改您的操作。更好的办法：用证书中已有的名称连接，或重新签发证书。</translation>
    </message>
    <message>
        <source>Accept a certificate with any name?</source>
        <translation>接受任何名称的证书吗？</translation>
    </message>
    <message>
        <source>Empty: as kept, else asked for</source>
        <translation>留空：使用已保存的，否则询问</translation>
    </message>
    <message>
        <source>Password of the key</source>
        <translation>密钥的密码</translation>
    </message>
    <message>
        <source>A profile keeps it in the desktop&apos;s keychain.</source>
        <translation>配置会将其保存在桌面的密钥环中。</translation>
    </message>
    <message>
        <source>AdminServers are asked as the page Evidence says.</source>
        <translation>AdminServer 按“依据”页所述访问。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>&amp;Key:</source>
        <translation>密钥(&amp;K)：</translation>
    </message>
    <message>
        <source>Own certificate</source>
        <translation>自己的证书</translation>
    </message>
    <message>
        <source>O&amp;wn certificate:</source>
        <translation>自己的证书(&amp;W)：</translation>
    </message>
    <message>
        <source>Trusted authorities</source>
        <translation>信任的颁发机构</translation>
    </message>
    <message>
        <source>Trusted aut&amp;horities:</source>
        <translation>信任的颁发机构(&amp;H)：</translation>
    </message>
    <message>
        <source>Any name will do: whoever has any certificate of the authority may stand between you and the servers, read all and change it. The window says so all the time.</source>
        <translation>任何名称都可以：凡是持有该颁发机构任一证书的人都可能介于您和服务器之间，读取并更改一切。窗口会一直标明这一点。</translation>
    </message>
    <message>
        <source>The certificate must have the &amp;server&apos;s name</source>
        <translation>证书中必须有服务器的名称(&amp;S)</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>The key has a &amp;password:</source>
        <translation>密钥有密码(&amp;P)：</translation>
    </message>
    <message>
        <source>Empty: in the file of the certificate</source>
        <translation>留空：位于证书文件中</translation>
    </message>
    <message>
        <source>PEM or PKCS#12; empty: none</source>
        <translation>PEM 或 PKCS#12；留空：没有</translation>
    </message>
    <message>
        <source>A file or folder; empty: system certificate authorities</source>
        <translation>文件或文件夹；留空：使用系统的证书颁发机构</translation>
    </message>
    <message>
        <source>En&amp;crypted: connect by TLS, to the servers&apos; secureClientPort</source>
        <translation>加密：通过 TLS 连接服务器的 secureClientPort(&amp;C)</translation>
    </message>
    <message>
        <source>Certificates and keys (*.pem *.crt *.key *.p12 *.pfx);;All files (*)</source>
        <translation>证书和密钥 (*.pem *.crt *.key *.p12 *.pfx);;所有文件 (*)</translation>
    </message>
    <message>
        <source>From a &amp;Java client</source>
        <translation>取自 Java 客户端(&amp;J)</translation>
    </message>
    <message>
        <source>Fills these fields from the settings of ZooKeeper&apos;s Java client. What can be taken over is shown before.</source>
        <translation>用 ZooKeeper 的 Java 客户端的设置填写这些字段。填写之前会显示哪些可以采用。</translation>
    </message>
    <message>
        <source>Its &amp;file…</source>
        <translation>其文件(&amp;F)…</translation>
    </message>
    <message>
        <source>The &amp;environment: CLIENT_JVMFLAGS and JVMFLAGS…</source>
        <translation>环境变量 CLIENT_JVMFLAGS 和 JVMFLAGS(&amp;E)…</translation>
    </message>
    <message>
        <source>Settings of a Java client</source>
        <translation>Java 客户端的设置</translation>
    </message>
    <message>
        <source>Settings (*.cfg *.conf *.properties);;All files (*)</source>
        <translation>设置 (*.cfg *.conf *.properties);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Settings of a Java client in %1</source>
        <translation>%1 中 Java 客户端的设置</translation>
    </message>
    <message>
        <source>Settings of a Java client in the environment</source>
        <translation>环境变量中 Java 客户端的设置</translation>
    </message>
    <message>
        <source>It can&apos;t be read: %1</source>
        <comment>why</comment>
        <translation>无法读取：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ServerAnswersText</name>
    <message>
        <source>Server %1 does not answer any more; it answered last at %2.</source>
        <comment>server, time of day</comment>
        <translation>服务器 %1 不再应答；上次应答是在 %2。</translation>
    </message>
    <message>
        <source>Server %1 answers again.</source>
        <comment>server</comment>
        <translation>服务器 %1 又有应答了。</translation>
    </message>
</context>
<context>
    <name>lockscope::ServerText</name>
    <message>
        <source>of another cluster</source>
        <translation>属于其他集群</translation>
    </message>
    <message>
        <source>no member by this name</source>
        <translation>没有此名称的成员</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>This server was removed from the ensemble, and does not answer: it counts for nothing.</source>
        <translation>此服务器已从集群 (ensemble) 中移除，且没有应答：不计入。</translation>
    </message>
    <message>
        <source>The ensemble&apos;s configuration does not name this server, which does not answer: it may have been removed, or be a member by another name.</source>
        <translation>集群 (ensemble) 的配置中没有此服务器，它也没有应答：它可能已被移除，也可能是以其他名称存在的成员。</translation>
    </message>
    <message>
        <source>This server answers that it serves nobody now: it has no quorum with the others, or is still starting.</source>
        <translation>这台服务器回答说它现在不为任何客户端服务：它与其他服务器没有法定多数，或者仍在启动。</translation>
    </message>
    <message>
        <source>serves nobody</source>
        <translation>不提供服务</translation>
    </message>
    <message>
        <source>Told before: this server does not answer now.</source>
        <translation>这是以前得知的：该服务器现在没有应答。</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>没有应答</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>不允许</translation>
    </message>
    <message>
        <source>too slow</source>
        <translation>太慢</translation>
    </message>
    <message>
        <source>broken off</source>
        <translation>中断</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>太大</translation>
    </message>
    <message>
        <source>not serving</source>
        <translation>未提供服务</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Adds the server&apos;s role, version and last transaction.</source>
        <translation>补充服务器的角色、版本和最近的事务。</translation>
    </message>
    <message>
        <source>Adds the host of each client, and for how long it has been silent: whether the client of a holder is still there.</source>
        <translation>补充各客户端的主机及其静默时长：由此得知持有者的客户端是否还在。</translation>
    </message>
    <message>
        <source>Adds all ephemeral znodes of the cluster: where its locks are, and when a session expires.</source>
        <translation>补充集群的所有临时节点：由此得知锁在哪里，以及会话何时过期。</translation>
    </message>
    <message>
        <source>Adds which znodes each session watches: whether a waiter really watches the contender before it.</source>
        <translation>补充各会话监视哪些 znode：由此得知等待者是否真的监视着前一个竞争者。</translation>
    </message>
    <message>
        <source>Adds counters: watches, ephemerals, connections, and how many clients one change has woken at most.</source>
        <translation>补充计数器：监视、临时节点、连接，以及一次变更最多唤醒了多少客户端。</translation>
    </message>
    <message>
        <source>Without it Lockscope can&apos;t tell the server&apos;s role and version.</source>
        <translation>缺少此项，Lockscope 无法得知服务器的角色和版本。</translation>
    </message>
    <message>
        <source>Without it Lockscope can&apos;t tell whether a client of this server is there: the holder that crashed looks like one that works.</source>
        <translation>缺少此项，Lockscope 无法得知此服务器的客户端是否还在：已崩溃的持有者看起来与正常工作的一样。</translation>
    </message>
    <message>
        <source>Without it Lockscope can&apos;t tell when the session of a client that is gone expires, and finds locks only where another server lists them or where a path is pinned.</source>
        <translation>缺少此项，Lockscope 无法得知已消失的客户端的会话何时过期，并且只能在其他服务器列出或已固定路径之处找到锁。</translation>
    </message>
    <message>
        <source>Without it Lockscope can&apos;t tell what the clients of this server watch: their watch chains are inferred, and a waiter that will never wake is not found.</source>
        <translation>缺少此项，Lockscope 无法得知此服务器的客户端监视什么：其监视链只能推断，永远不会被唤醒的等待者也无法发现。</translation>
    </message>
    <message>
        <source>Without it Lockscope can&apos;t tell how many clients one change wakes, and may not ask by four-letter word for lists whose size it does not know.</source>
        <translation>缺少此项，Lockscope 无法得知一次变更会唤醒多少客户端，也不便用四字命令查询大小未知的列表。</translation>
    </message>
    <message>
        <source>A four-letter word leaves out the clients of other ports, such as one for TLS.</source>
        <translation>四字命令不包括其他端口（如 TLS 端口）的客户端。</translation>
    </message>
    <message>
        <source>A four-letter word does not tell when sessions expire; AdminServer does.</source>
        <translation>四字命令不告知会话何时过期；AdminServer 会告知。</translation>
    </message>
    <message>
        <source>Not asked: only a leader or standalone server knows when sessions expire, and all of them have the same ephemeral znodes.</source>
        <translation>未查询：只有 leader 或独立服务器知道会话何时过期，而所有服务器的临时节点都相同。</translation>
    </message>
    <message>
        <source>Not asked this time: watch tables cost the most and are asked for seldom.</source>
        <translation>此次未查询：监视表的开销最大，很少查询。</translation>
    </message>
    <message>
        <source>Not asked.</source>
        <translation>未查询。</translation>
    </message>
    <message>
        <source>– %1</source>
        <comment>evidence that was not asked for</comment>
        <translation>– %1</translation>
    </message>
    <message>
        <source>✖ %1: %2</source>
        <comment>evidence, why it failed</comment>
        <translation>✖ %1：%2</translation>
    </message>
    <message>
        <source>✔ %1: %2</source>
        <comment>evidence, its source</comment>
        <translation>✔ %1：%2</translation>
    </message>
    <message>
        <source>not asked</source>
        <translation>未查询</translation>
    </message>
    <message>
        <source>✖ %1</source>
        <comment>why a rung failed</comment>
        <translation>✖ %1</translation>
    </message>
    <message>
        <source>Why: %1.</source>
        <translation>原因：%1。</translation>
    </message>
    <message>
        <source>does not answer</source>
        <translation>没有应答</translation>
    </message>
    <message>
        <source>−%1 s</source>
        <translation>−%1 秒</translation>
    </message>
    <message>
        <source>+%1 s</source>
        <translation>+%1 秒</translation>
    </message>
    <message>
        <source>This server does not answer. What only it knows is missing: its clients count as unknown, not as gone.</source>
        <translation>此服务器没有应答。只有它知道的信息缺失：其客户端视为未知，而不是已消失。</translation>
    </message>
    <message>
        <source>version %1</source>
        <comment>of a server</comment>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>clock %1 against this machine, to about half a second</source>
        <translation>时钟相对本机 %1，误差约半秒</translation>
    </message>
    <message>
        <source>Would allow %1. Put it into the configuration of %2 (zoo.cfg) and restart that server:</source>
        <comment>kinds of evidence, server</comment>
        <translation>将允许%1。请将其写入 %2 的配置 (zoo.cfg)，并重启该服务器：</translation>
    </message>
    <message>
        <source>garbled</source>
        <translation>无法识别</translation>
    </message>
    <message>
        <source>✔ Admin</source>
        <comment>told by the AdminServer</comment>
        <translation>✔ Admin</translation>
    </message>
    <message>
        <source>✔ 4lw</source>
        <comment>told by a four-letter word</comment>
        <translation>✔ 4lw</translation>
    </message>
    <message>
        <source>no Admin</source>
        <comment>no AdminServer</comment>
        <translation>无 Admin</translation>
    </message>
    <message>
        <source>This server is of another cluster, or runs on alone: nothing that it tells counts here.</source>
        <translation>该服务器属于另一个集群，或者单独运行：它所说的在此均不算数。</translation>
    </message>
    <message>
        <source>– %1: told before</source>
        <comment>evidence of a server that is silent now</comment>
        <translation>– %1：以前告知</translation>
    </message>
    <message>
        <source>told before</source>
        <comment>by a server that is silent now</comment>
        <translation>以前告知</translation>
    </message>
</context>
<context>
    <name>lockscope::ServersModel</name>
    <message>
        <source>%1, %2</source>
        <comment>server, its role</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>By how much the server&apos;s clock is ahead of this machine&apos;s, to about half a second</source>
        <translation>服务器的时钟比本机快多少，误差约半秒</translation>
    </message>
    <message>
        <source>Connections of clients that the server has</source>
        <translation>服务器保持的客户端连接</translation>
    </message>
    <message>
        <source>How long ago the server was asked</source>
        <translation>距上次查询该服务器的时间</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Ephemerals</source>
        <translation>临时节点</translation>
    </message>
    <message>
        <source>Watches</source>
        <translation>监视</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
</context>
<context>
    <name>lockscope::ServersPage</name>
    <message>
        <source>host:port,host:port/chroot</source>
        <translation>host:port,host:port/chroot</translation>
    </message>
    <message>
        <source>One path a line, under the chroot: searched where no server may list its znodes</source>
        <translation>每行一个路径，相对于 chroot：在服务器不允许列出 znode 时查找这些路径</translation>
    </message>
    <message>
        <source>Chroot</source>
        <translation>Chroot</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Asked for; the server bounds it.</source>
        <translation>此为请求值，服务器会加以限制。</translation>
    </message>
    <message>
        <source>&amp;Servers:</source>
        <translation>服务器(&amp;S)：</translation>
    </message>
    <message>
        <source>Chroot:</source>
        <translation>Chroot：</translation>
    </message>
    <message>
        <source>Session ti&amp;meout:</source>
        <translation>会话超时(&amp;M)：</translation>
    </message>
    <message>
        <source>&amp;Pinned paths:</source>
        <translation>固定路径(&amp;P)：</translation>
    </message>
    <message>
        <source>none: all paths are those of the cluster</source>
        <translation>无：所有路径均为集群的路径</translation>
    </message>
    <message>
        <source>%1: /a here is %1/a on the cluster</source>
        <translation>%1：此处的 /a 即集群上的 %1/a</translation>
    </message>
</context>
<context>
    <name>lockscope::ServersPanel</name>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>What each server tells, and what it may not be asked, is shown here as soon as there is a connection.</source>
        <translation>有了连接之后，各服务器告知的内容以及不允许查询的内容会立即显示在这里。</translation>
    </message>
    <message>
        <source>Not asked yet</source>
        <translation>尚未查询</translation>
    </message>
    <message>
        <source>What each server tells, and what it may not be asked, is shown here after the first check of the cluster.</source>
        <translation>首次检查集群后，各服务器告知的内容以及不允许查询的内容会显示在这里。</translation>
    </message>
    <message>
        <source>No server can be asked</source>
        <translation>没有可查询的服务器</translation>
    </message>
    <message>
        <source>Own load</source>
        <translation>自身开销</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>What the server told, and how</source>
        <translation>服务器告知的内容及方式</translation>
    </message>
    <message>
        <source>Select a server to see what it told, and what it may not be asked.</source>
        <translation>选中一个服务器，查看它告知的内容以及不允许查询的内容。</translation>
    </message>
    <message>
        <source>Own load: %1</source>
        <comment>requests and watches</comment>
        <translation>自身开销：%1</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>A file is shown: all that is known is in it.</source>
        <translation>显示的是文件：已知的一切都在其中。</translation>
    </message>
</context>
<context>
    <name>lockscope::ServersStrip</name>
    <message>
        <source>Server %1: %2</source>
        <comment>number, state</comment>
        <translation>服务器 %1：%2</translation>
    </message>
    <message>
        <source>Process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>It has no process now</source>
        <translation>目前没有进程</translation>
    </message>
    <message>
        <source>Port %1. %2.
Log: %3</source>
        <comment>port, process, file</comment>
        <translation>端口 %1。%2。
日志：%3</translation>
    </message>
</context>
<context>
    <name>lockscope::SessionText</name>
    <message>
        <source>%1 · %2 ago</source>
        <comment>host, age</comment>
        <translation>%1 · %2前</translation>
    </message>
    <message>
        <source>No server has told where its client is.</source>
        <translation>没有服务器告知其客户端的位置。</translation>
    </message>
    <message>
        <source>Its client is at %1.</source>
        <comment>host</comment>
        <translation>其客户端位于 %1。</translation>
    </message>
    <message>
        <source>Its client was at %1, connected to %2, when a server told of it last, %3 before.</source>
        <comment>host, server, age</comment>
        <translation>服务器最后一次提到其客户端是在 %3之前，当时它位于 %1，连接到 %2。</translation>
    </message>
    <message>
        <source>unknown: %1 not readable</source>
        <comment>servers</comment>
        <translation>未知：无法读取 %1</translation>
    </message>
    <message>
        <source>unknown: not all servers were asked</source>
        <translation>未知：并未查询所有服务器</translation>
    </message>
    <message>
        <source>unknown: not found, looked once</source>
        <translation>未知：未找到，仅查找过一次</translation>
    </message>
    <message>
        <source>unknown: reconnected just now</source>
        <translation>未知：刚刚重新连接</translation>
    </message>
    <message>
        <source>unknown: %1 has just started to serve</source>
        <comment>server</comment>
        <translation>未知：%1 刚刚开始提供服务</translation>
    </message>
    <message>
        <source>has ended since</source>
        <translation>此后已结束</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Looks at the servers in a row that found no newer answer to its client: %1.</source>
        <translation>连续查看服务器而未发现对其客户端有更新应答的次数：%1。</translation>
    </message>
    <message>
        <source>Looks at all servers in a row that did not find its client: %1.</source>
        <translation>连续查看所有服务器而未找到其客户端的次数：%1。</translation>
    </message>
    <message>
        <source>unknown: not all servers were readable</source>
        <translation>未知：不是所有服务器都可读取</translation>
    </message>
</context>
<context>
    <name>lockscope::SessionsModel</name>
    <message>
        <source>%1 · %2</source>
        <comment>number of locks, path of the first one</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>silent</source>
        <translation>静默</translation>
    </message>
    <message>
        <source>No finding concerns this session</source>
        <translation>没有涉及此会话的问题</translation>
    </message>
    <message>
        <source>Findings that concern this session: %1. The worst: %2.</source>
        <translation>涉及此会话的问题：%1。最严重的：%2。</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>ghost</source>
        <translation>幽灵</translation>
    </message>
    <message>
        <source>ghost, ends in ≤ %1</source>
        <comment>duration</comment>
        <translation>幽灵，≤ %1 后结束</translation>
    </message>
    <message>
        <source>Not told. Server number %1 created the session.</source>
        <translation>未告知。会话由 %1 号服务器创建。</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Waits for</source>
        <translation>等待对象</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>state, sentence</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>leads %1</source>
        <comment>number</comment>
        <translation>领导 %1</translation>
    </message>
    <message>
        <source>stands by in %1</source>
        <comment>number</comment>
        <translation>候补 %1</translation>
    </message>
    <message>
        <source>member of %1</source>
        <comment>number</comment>
        <translation>%1 个组的成员</translation>
    </message>
    <message>
        <source>Elections, groups</source>
        <translation>选举与组</translation>
    </message>
    <message>
        <source>not known: %1</source>
        <comment>number of locks, path of the first one</comment>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>locks that it holds, others</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1
A session of this program</source>
        <comment>what is known of a host</comment>
        <translation>%1
本程序的会话</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>locks, why it is not known whether it holds them</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>unknown; at %1: %2</source>
        <comment>time of day, state</comment>
        <translation>未知；%1 时：%2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>silent ≥ %1</source>
        <comment>duration</comment>
        <translation>静默 ≥ %1</translation>
    </message>
    <message>
        <source>silent ≥ %1 of %2</source>
        <comment>duration, timeout</comment>
        <translation>静默 ≥ %1（超时 %2）</translation>
    </message>
    <message>
        <source>not known in %1</source>
        <comment>number</comment>
        <translation>%1 个未知</translation>
    </message>
</context>
<context>
    <name>lockscope::SessionsPanel</name>
    <message>
        <source>Filter sessions</source>
        <translation>筛选会话</translation>
    </message>
    <message>
        <source>Age of what is shown</source>
        <translation>显示内容的时长</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>As of %1.</source>
        <comment>moment</comment>
        <translation>截至%1。</translation>
    </message>
    <message>
        <source>Checked %1 ago.</source>
        <comment>age</comment>
        <translation>%1前检查。</translation>
    </message>
    <message>
        <source>Not checked yet</source>
        <translation>尚未检查</translation>
    </message>
    <message>
        <source>Whose the contenders are, and whether their clients are there, is shown after the first check of the cluster.</source>
        <translation>首次检查集群后，会显示竞争者属于谁，以及其客户端是否还在。</translation>
    </message>
    <message>
        <source>No session matches</source>
        <translation>没有匹配的会话</translation>
    </message>
    <message>
        <source>No session, host, server or lock has the text of the filter.</source>
        <translation>没有会话、主机、服务器或锁含有筛选文字。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>No session has a contender</source>
        <translation>没有拥有竞争者的会话</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Show in %1</source>
        <comment>lock</comment>
        <translation>在 %1 中显示</translation>
    </message>
    <message>
        <source>Sessions show up here as soon as they hold a lock or wait for one, take part in an election or are members of a group.</source>
        <translation>会话一旦持有锁或等待锁、参与选举或成为组的成员，就会显示在这里。</translation>
    </message>
</context>
<context>
    <name>lockscope::SettingsDialog</name>
    <message>
        <source>Suppressed findings</source>
        <translation>已忽略的问题</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>No finding is suppressed. A finding is suppressed by its context menu, or by the button beside it.</source>
        <translation>没有已忽略的问题。可用问题的右键菜单或旁边的按钮将其忽略。</translation>
    </message>
    <message>
        <source>Marked paths</source>
        <translation>已标记的路径</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Marked as</source>
        <translation>标记为</translation>
    </message>
    <message>
        <source>No path is marked. A lock is marked by its context menu, any other path by the menu Lock.</source>
        <translation>没有已标记的路径。可用锁的右键菜单标记锁，其他路径用“锁”菜单标记。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;Thresholds</source>
        <translation>阈值(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Suppressed findings</source>
        <translation>已忽略的问题(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Marked paths</source>
        <translation>已标记的路径(&amp;M)</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>all locks</source>
        <translation>所有锁</translation>
    </message>
    <message>
        <source>S&amp;hortcuts</source>
        <translation>快捷键(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Dialects</source>
        <translation>锁协议(&amp;D)</translation>
    </message>
    <message>
        <source>H&amp;osts</source>
        <translation>主机(&amp;O)</translation>
    </message>
    <message>
        <source>Recordin&amp;gs</source>
        <translation>录制(&amp;G)</translation>
    </message>
</context>
<context>
    <name>lockscope::Shapes</name>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message numerus="yes">
        <source>%n other(s)</source>
        <translation>
            <numerusform>其他 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::SharesChart</name>
    <message>
        <source>Grants</source>
        <translation>授予</translation>
    </message>
    <message>
        <source>Grants per host</source>
        <translation>各主机的授予次数</translation>
    </message>
    <message>
        <source>Grants per session</source>
        <translation>各会话的授予次数</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ShortcutsForm</name>
    <message>
        <source>Show or hide Locks (fixed)</source>
        <translation>显示或隐藏“锁”（固定）</translation>
    </message>
    <message>
        <source>Copy in tables and texts (fixed)</source>
        <translation>在表格和文本中复制（固定）</translation>
    </message>
    <message>
        <source>No short&amp;cut</source>
        <translation>无快捷键(&amp;C)</translation>
    </message>
    <message>
        <source>Sta&amp;ndard</source>
        <translation>标准(&amp;N)</translation>
    </message>
    <message>
        <source>Ta&amp;ke it from there</source>
        <translation>从那里取用(&amp;K)</translation>
    </message>
    <message>
        <source>Actions and their shortcuts</source>
        <translation>操作及其快捷键</translation>
    </message>
    <message>
        <source>&amp;All standard</source>
        <translation>全部恢复标准(&amp;A)</translation>
    </message>
    <message>
        <source>Shortcut of “%1”: click below, then press the keys</source>
        <translation>“%1”的快捷键：点击下方，然后按键</translation>
    </message>
    <message>
        <source>Shortcut of “%1”</source>
        <translation>“%1”的快捷键</translation>
    </message>
    <message>
        <source>The same key is used by: %1. None of them would work.</source>
        <translation>以下操作使用同一按键：%1。它们都将不起作用。</translation>
    </message>
</context>
<context>
    <name>lockscope::ShortcutsModel</name>
    <message>
        <source>%1 (conflict)</source>
        <comment>key</comment>
        <translation>%1（冲突）</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
</context>
<context>
    <name>lockscope::SignIn</name>
    <message>
        <source>Password of %1 on the SOCKS5 proxy of %2</source>
        <translation>%2 的 SOCKS5 代理上 %1 的密码</translation>
    </message>
    <message>
        <source>Password of the key of our certificate for %1</source>
        <translation>%1 所用证书的密钥密码</translation>
    </message>
    <message>
        <source>Sign in to the AdminServers of %1</source>
        <translation>登录 %1 的 AdminServer</translation>
    </message>
    <message>
        <source>Password of %1 on %2</source>
        <translation>%2 上 %1 的密码</translation>
    </message>
    <message>
        <source>User and password are sent only to hosts that you have named.</source>
        <translation>用户名和密码只发送到您指定的主机。</translation>
    </message>
    <message>
        <source>User and password are sent only to hosts that you have named, and by http without encryption.</source>
        <translation>用户名和密码只发送到您指定的主机，且经由 http，不加密。</translation>
    </message>
    <message>
        <source>Password of %1 by SASL on %2</source>
        <translation>%1 在 %2 上的 SASL 密码</translation>
    </message>
</context>
<context>
    <name>lockscope::SignInPage</name>
    <message>
        <source>No aut&amp;hentication</source>
        <translation>不认证(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;User and password (digest)</source>
        <translation>用户名和密码 (digest)(&amp;U)</translation>
    </message>
    <message>
        <source>User name as in the ACL</source>
        <translation>ACL 中的用户名</translation>
    </message>
    <message>
        <source>&amp;Keep the password in the desktop&apos;s keychain</source>
        <translation>将密码保存在桌面的密钥环中(&amp;K)</translation>
    </message>
    <message>
        <source>User na&amp;me:</source>
        <translation>用户名(&amp;M)：</translation>
    </message>
    <message>
        <source>Pass&amp;word:</source>
        <translation>密码(&amp;W)：</translation>
    </message>
    <message>
        <source>ZooKeeper never refuses a digest: a wrong password shows only as znodes that may not be read.</source>
        <translation>ZooKeeper 从不拒绝 digest：密码错误只表现为 znode 无权读取。</translation>
    </message>
    <message>
        <source>The password is asked for at each connecting; profiles can keep it.</source>
        <translation>每次连接时都会询问密码；配置可以保存密码。</translation>
    </message>
    <message>
        <source>SASL and a certificate of your own are chosen on the page Security, and may go with it.</source>
        <translation>SASL 和自己的证书在“安全”页选择，可与此处的登录同时使用。</translation>
    </message>
</context>
<context>
    <name>lockscope::Snapshots</name>
    <message>
        <source>Save all locks</source>
        <translation>保存所有锁</translation>
    </message>
    <message>
        <source>Save this lock</source>
        <translation>保存此锁</translation>
    </message>
    <message>
        <source>Reading all locks, to save them</source>
        <translation>正在读取所有锁以便保存</translation>
    </message>
    <message>
        <source>Saving %1</source>
        <translation>正在保存 %1</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Saving was cancelled. Nothing was written to %1.</source>
        <translation>保存已取消。%1 未被写入。</translation>
    </message>
    <message>
        <source>The connection ended before all locks were read. Nothing was written to %1.</source>
        <translation>尚未读完所有锁，连接就已结束。%1 未被写入。</translation>
    </message>
    <message>
        <source>Opening %1 was cancelled.</source>
        <translation>已取消打开 %1。</translation>
    </message>
    <message>
        <source>Saved to %1. Locks: %2.</source>
        <translation>已保存到 %1。锁：%2。</translation>
    </message>
    <message>
        <source>The snapshot was not saved.</source>
        <translation>快照未保存。</translation>
    </message>
    <message>
        <source>Export a picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Saved to %1.</source>
        <translation>已保存到 %1。</translation>
    </message>
    <message>
        <source>The picture was not saved.</source>
        <translation>图片未保存。</translation>
    </message>
    <message>
        <source>%1 was not opened.</source>
        <translation>%1 未打开。</translation>
    </message>
    <message>
        <source>The event log shows no event that could be saved.</source>
        <translation>事件日志没有显示任何可保存的事件。</translation>
    </message>
    <message>
        <source>Export events</source>
        <translation>导出事件</translation>
    </message>
    <message>
        <source>Events as CSV or JSON (*.csv *.json)</source>
        <translation>事件，CSV 或 JSON (*.csv *.json)</translation>
    </message>
    <message>
        <source>Saved to %1. Events: %2.</source>
        <translation>已保存到 %1。事件：%2。</translation>
    </message>
    <message>
        <source>The events were not saved.</source>
        <translation>事件未保存。</translation>
    </message>
    <message>
        <source>Lockscope snapshots (*.lockscope.json *.lockscope.json.gz *.json *.json.gz)</source>
        <translation>Lockscope 快照 (*.lockscope.json *.lockscope.json.gz *.json *.json.gz)</translation>
    </message>
    <message>
        <source>Snapshots and recordings (*.lockscope.json *.lockscope.json.gz *.json *.json.gz *.lockrec)</source>
        <translation>快照和录制文件 (*.lockscope.json *.lockscope.json.gz *.json *.json.gz *.lockrec)</translation>
    </message>
    <message>
        <source>Open a snapshot or a recording</source>
        <translation>打开快照或录制文件</translation>
    </message>
    <message>
        <source>Saved to %1, without what was to be hidden. Locks: %2.</source>
        <translation>已保存到 %1，其中不含要隐藏的内容。锁：%2。</translation>
    </message>
</context>
<context>
    <name>lockscope::SparklineDelegate</name>
    <message>
        <source>not seen</source>
        <translation>未观察到</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>least and most waiters</comment>
        <translation>%1 至 %2</translation>
    </message>
</context>
<context>
    <name>lockscope::SshQuestion</name>
    <message>
        <source>Allow</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Lockscope has started ssh to reach the servers. It gets the answer and nobody keeps it: an agent (ssh-add) answers for you.</source>
        <translation>Lockscope 为到达服务器启动了 ssh。回答只交给 ssh，不会保存：代理程序 (ssh-add) 可以替您回答。</translation>
    </message>
    <message>
        <source>ssh asks</source>
        <translation>ssh 询问</translation>
    </message>
    <message>
        <source>ssh to the bastion</source>
        <translation>通往跳板机的 ssh</translation>
    </message>
    <message>
        <source>ssh waits</source>
        <translation>ssh 正在等待</translation>
    </message>
</context>
<context>
    <name>lockscope::StartPage</name>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>Every lock on a ZooKeeper cluster as what it is: a queue.</source>
        <translation>让 ZooKeeper 集群上的每个锁显出本来面目：队列。</translation>
    </message>
    <message>
        <source>Look at the locks of an existing cluster, read-only at first.</source>
        <translation>查看现有集群的锁，起初为只读。</translation>
    </message>
    <message>
        <source>Look at what somebody saved, without any cluster.</source>
        <translation>查看他人保存的内容，无需任何集群。</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>connection, environment</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Recent connections</source>
        <translation>最近的连接</translation>
    </message>
    <message>
        <source>A real ZooKeeper starts on this machine, with contenders on four locks and a deadlock to find.</source>
        <translation>在本机启动一个真正的 ZooKeeper，让竞争者争用四个锁，其中有一个死锁可供查找。</translation>
    </message>
    <message>
        <source>Play a scenario on real servers: fairness, a herd, a pause of the garbage collector, a leader that is killed.</source>
        <translation>在真实服务器上演示场景：公平性、惊群、垃圾回收停顿、被杀死的领导者。</translation>
    </message>
    <message>
        <source>Five scenarios on servers of their own, one click each: what to look at, and what was seen.</source>
        <translation>五个场景，各有自己的服务器，一键开始：看什么，看到了什么。</translation>
    </message>
</context>
<context>
    <name>lockscope::StatisticsModel</name>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n left out: nobody saw the begin</source>
        <translation>
            <numerusform>%1；略去 %n 个：无人看到其开始</numerusform>
        </translation>
    </message>
    <message>
        <source>≥ %1</source>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>durations</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>times of day</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Rests on</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Watched for</source>
        <translation>观察时长</translation>
    </message>
    <message>
        <source>Every change was seen</source>
        <translation>看到了每次变更</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) happened between two reads</source>
        <translation>
            <numerusform>两次读取之间发生了 %n 次变更</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) at least happened between two reads</source>
        <translation>
            <numerusform>两次读取之间至少发生了 %n 次变更</numerusform>
        </translation>
    </message>
    <message>
        <source>There may be changes that were not seen</source>
        <translation>可能有变更未看到</translation>
    </message>
    <message>
        <source>This machine&apos;s clock was set back meanwhile: durations may be wrong</source>
        <translation>期间本机时钟被回拨：时长可能有误</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n earlier grant(s) not kept</source>
        <translation>
            <numerusform>%1；更早的 %n 次授予未保留</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; the %n oldest turn(s) had to make room</source>
        <translation>
            <numerusform>%1；最早的 %n 次已被清除以腾出空间</numerusform>
        </translation>
    </message>
    <message>
        <source>Not watched for</source>
        <translation>未观察时长</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>%1 by the directory&apos;s counter, %2</source>
        <translation>目录计数器为 %1，%2</translation>
    </message>
    <message>
        <source>The directory was not read twice</source>
        <translation>目录未被读取两次</translation>
    </message>
    <message>
        <source>Grants</source>
        <translation>授予</translation>
    </message>
    <message numerus="yes">
        <source>%n grant(s) seen</source>
        <translation>
            <numerusform>看到 %n 次授予</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) that ended in a grant</source>
        <translation>
            <numerusform>%n 次以获得锁结束的等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Wait, median</source>
        <translation>等待，中位数</translation>
    </message>
    <message>
        <source>Wait, 95 %</source>
        <translation>等待，95 %</translation>
    </message>
    <message>
        <source>Wait, longest</source>
        <translation>等待，最长</translation>
    </message>
    <message numerus="yes">
        <source>%n hold(s) that ended</source>
        <translation>
            <numerusform>%n 次已结束的持有</numerusform>
        </translation>
    </message>
    <message>
        <source>Hold, median</source>
        <translation>持有，中位数</translation>
    </message>
    <message>
        <source>Hold, 95 %</source>
        <translation>持有，95 %</translation>
    </message>
    <message>
        <source>Hold, longest</source>
        <translation>持有，最长</translation>
    </message>
    <message>
        <source>In the queue</source>
        <translation>队列中</translation>
    </message>
    <message>
        <source>%1 holding, %2 waiting at the end</source>
        <translation>最后 %1 个持有，%2 个等待</translation>
    </message>
    <message>
        <source>Longest queue</source>
        <translation>最长队列</translation>
    </message>
    <message>
        <source>Gave up</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Out of order</source>
        <translation>乱序</translation>
    </message>
    <message>
        <source>Grants past one that queued earlier and waited on</source>
        <translation>越过更早排队且仍在等待者的授予</translation>
    </message>
    <message>
        <source>Changes of holder</source>
        <translation>持有者更替</translation>
    </message>
    <message>
        <source>Grants to another session than the one before</source>
        <translation>授予给与前一次不同的会话</translation>
    </message>
    <message>
        <source>Jain index, sessions</source>
        <translation>Jain 指数，会话</translation>
    </message>
    <message numerus="yes">
        <source>1 where all of %n session(s) got the same</source>
        <translation>
            <numerusform>%n 个会话完全平均时为 1</numerusform>
        </translation>
    </message>
    <message>
        <source>Jain index, hosts</source>
        <translation>Jain 指数，主机</translation>
    </message>
    <message numerus="yes">
        <source>1 where all of %n host(s) got the same</source>
        <translation>
            <numerusform>%n 个主机完全平均时为 1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n grant(s) left out: no server told the host</source>
        <translation>
            <numerusform>略去 %n 次授予：没有服务器告知主机</numerusform>
        </translation>
    </message>
    <message>
        <source>Measured by the contenders of this program</source>
        <translation>由本程序的竞争者测得</translation>
    </message>
    <message>
        <source>Lab: grants</source>
        <translation>实验：授予</translation>
    </message>
    <message>
        <source>Lab: out of order</source>
        <translation>实验：乱序</translation>
    </message>
    <message>
        <source>Lab: wait, median</source>
        <translation>实验：等待，中位数</translation>
    </message>
    <message>
        <source>95 %: %1, longest: %2</source>
        <translation>95 %：%1，最长：%2</translation>
    </message>
    <message>
        <source>Lab: Jain index</source>
        <translation>实验：Jain 指数</translation>
    </message>
    <message>
        <source>Grants, %1 % of those seen</source>
        <translation>授予，占所见的 %1 %</translation>
    </message>
    <message>
        <source>%1 grants seen, and %2 more at most</source>
        <translation>看到 %1 次授予，至多还有 %2 次</translation>
    </message>
    <message>
        <source>Holds that expired</source>
        <translation>因过期结束的持有</translation>
    </message>
    <message>
        <source>%1 more went with their session, closed or expired; of %2 it is not known how they ended</source>
        <translation>另有 %1 次随会话结束（关闭或过期）；%2 次的结束方式未知</translation>
    </message>
    <message>
        <source>Holds removed by others</source>
        <translation>被他人移除的持有</translation>
    </message>
    <message>
        <source>While the holder&apos;s session lived; %1 more were removed by this program</source>
        <translation>持有者的会话当时仍然存活；另有 %1 次由本程序移除</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>counts</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Waiters that left without a grant</source>
        <translation>未获得锁即离开的等待者</translation>
    </message>
    <message>
        <source>%1 certainly left without a grant, %2 may have held</source>
        <translation>%1 个确定未获得锁即离开，%2 个可能曾持有锁</translation>
    </message>
    <message>
        <source>Order of grants</source>
        <translation>授予顺序</translation>
    </message>
    <message>
        <source>This machine&apos;s clock was set back meanwhile: the rate is not known</source>
        <translation>其间本机时钟被回拨：速率未知</translation>
    </message>
    <message>
        <source>%1 holding, %2 waiting, %3 of which it is not known, at the end</source>
        <translation>末尾时 %1 个持有，%2 个等待，%3 个未知</translation>
    </message>
    <message>
        <source>What changed meanwhile is not known</source>
        <translation>其间的变化不可知</translation>
    </message>
    <message>
        <source>Nothing was seen of it at the end</source>
        <translation>末尾没有观察到它</translation>
    </message>
    <message>
        <source>Most that waited at one time, while it was watched</source>
        <translation>观察期间同时等待的最多数量</translation>
    </message>
    <message>
        <source>Nothing was seen of it in all of that time</source>
        <translation>整段时间都没有观察到它</translation>
    </message>
</context>
<context>
    <name>lockscope::StatisticsPanel</name>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>What the numbers rest on</source>
        <translation>数值的依据</translation>
    </message>
    <message>
        <source>Whose grants are compared</source>
        <translation>比较谁的授予次数</translation>
    </message>
    <message>
        <source>Grants per host</source>
        <translation>各主机的授予次数</translation>
    </message>
    <message>
        <source>Grants per session</source>
        <translation>各会话的授予次数</translation>
    </message>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Statistics as a table</source>
        <translation>表格形式的统计</translation>
    </message>
    <message>
        <source>This machine&apos;s clock was set back meanwhile: durations may be wrong</source>
        <translation>期间本机时钟被回拨：时长可能有误</translation>
    </message>
    <message>
        <source>A snapshot has no statistics</source>
        <translation>快照没有统计</translation>
    </message>
    <message>
        <source>It is one moment. Statistics are of what happens while a lock is watched live: connect to the cluster to see them.</source>
        <translation>快照只是一个时刻。统计来自实时观察锁期间发生的情况：请连接到集群查看。</translation>
    </message>
    <message>
        <source>No lock is selected</source>
        <translation>未选中锁</translation>
    </message>
    <message>
        <source>Choose one in the list of locks.</source>
        <translation>请在锁列表中选择一个。</translation>
    </message>
    <message>
        <source>Nothing was seen of this lock yet</source>
        <translation>尚未观察到此锁的任何情况</translation>
    </message>
    <message>
        <source>Counting begins as soon as its queue has been read. It goes on while the lock is selected, or can be seen in the list.</source>
        <translation>读取其队列后立即开始计数。只要锁被选中或在列表中可见，计数就会继续。</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy rows as Markdown</source>
        <translation>将行复制为 Markdown</translation>
    </message>
    <message>
        <source>What the chosen number rests on</source>
        <translation>所选数值的依据</translation>
    </message>
    <message>
        <source>Select a number to see what it rests on.</source>
        <translation>选择一个数值，查看其依据。</translation>
    </message>
    <message>
        <source>By the order in which the server created the znodes. Readers that share the lock do not overtake each other.</source>
        <translation>按服务器创建 znode 的顺序。共享该锁的读者之间不算抢先。</translation>
    </message>
    <message>
        <source>Watched for %1, from %2 to %3</source>
        <comment>duration, moments</comment>
        <translation>已观察 %1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>Watched for %1 from %2 to %3, not watched for %4</source>
        <comment>duration, moments, duration</comment>
        <translation>从 %2 到 %3 已观察 %1，未观察 %4</translation>
    </message>
    <message>
        <source>Nothing was recorded of this lock by this moment</source>
        <translation>到此时刻为止没有录制到此锁的任何情况</translation>
    </message>
    <message>
        <source>What happened to it up to the moment that is shown is counted here, as far as it was recorded. A later moment may have more.</source>
        <translation>这里统计到所显示时刻为止已录制的情况。更晚的时刻可能有更多。</translation>
    </message>
</context>
<context>
    <name>lockscope::StatusStrip</name>
    <message>
        <source>Any certificate of the authority is accepted, whatever its name: somebody else may stand between. The page Security of the connection changes that.</source>
        <translation>接受该颁发机构的任何证书，不论名称：可能有人介于其间。可在连接的“安全”页更改。</translation>
    </message>
    <message>
        <source>Way to the servers</source>
        <translation>到服务器的通路</translation>
    </message>
    <message>
        <source>State of the connection</source>
        <translation>连接的状态</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Own session</source>
        <translation>自己的会话</translation>
    </message>
    <message>
        <source>Age of the data</source>
        <translation>数据的时长</translation>
    </message>
    <message>
        <source>Own load</source>
        <translation>自身开销</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Permission</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>%1, not live</source>
        <translation>%1，非实时</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Session %1 · %2</source>
        <comment>id, timeout</comment>
        <translation>会话 %1 · %2</translation>
    </message>
    <message>
        <source>Data %1 old</source>
        <translation>数据 %1前</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Actions allowed</source>
        <translation>已允许操作</translation>
    </message>
    <message>
        <source>%1 · no success yet</source>
        <comment>state</comment>
        <translation>%1 · 尚未成功</translation>
    </message>
    <message>
        <source>%1 · session may have expired</source>
        <comment>state</comment>
        <translation>%1 · 会话可能已过期</translation>
    </message>
    <message>
        <source>Current · unchanged for %1</source>
        <comment>time</comment>
        <translation>最新 · %1未变</translation>
    </message>
    <message>
        <source>The server tells of each change of the selected lock at once, and has told of none since it was read.</source>
        <translation>所选锁的每次变化，服务器都会立即告知；自读取以来没有任何变化。</translation>
    </message>
    <message>
        <source>%1 · when its session ends is not known</source>
        <comment>state</comment>
        <translation>%1 · 会话何时结束尚不清楚</translation>
    </message>
    <message>
        <source>%1 · session expires in ≤ %2, if the cluster serves</source>
        <comment>state, time</comment>
        <translation>%1 · 若集群在服务，会话在 ≤ %2 后过期</translation>
    </message>
</context>
<context>
    <name>lockscope::StepText</name>
    <message>
        <source>when connected %1</source>
        <translation>当 %1 已连接</translation>
    </message>
    <message>
        <source>when queued %1</source>
        <translation>当 %1 已排队</translation>
    </message>
    <message>
        <source>when granted %1</source>
        <translation>当 %1 获得锁</translation>
    </message>
    <message>
        <source>when written %1</source>
        <translation>当 %1 已写入</translation>
    </message>
    <message>
        <source>when refused %1</source>
        <translation>当 %1 的写入被拒绝</translation>
    </message>
    <message>
        <source>when answered %1</source>
        <translation>当 %1 得到应答</translation>
    </message>
    <message>
        <source>when released %1</source>
        <translation>当 %1 已释放</translation>
    </message>
    <message>
        <source>when lost %1</source>
        <translation>当 %1 失去锁</translation>
    </message>
    <message>
        <source>when expired %1</source>
        <translation>当 %1 的会话过期</translation>
    </message>
    <message>
        <source>start %1</source>
        <translation>启动 %1</translation>
    </message>
    <message>
        <source>stop %1</source>
        <translation>停止 %1</translation>
    </message>
    <message>
        <source>add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>freeze %1</source>
        <translation>冻结 %1</translation>
    </message>
    <message>
        <source>thaw %1</source>
        <translation>解冻 %1</translation>
    </message>
    <message>
        <source>cut %1</source>
        <translation>切断 %1 的链路</translation>
    </message>
    <message>
        <source>mend %1</source>
        <translation>恢复 %1 的链路</translation>
    </message>
    <message>
        <source>lose answers of %1</source>
        <translation>丢失给 %1 的应答</translation>
    </message>
    <message>
        <source>kill %1</source>
        <translation>杀死 %1</translation>
    </message>
    <message>
        <source>crash %1</source>
        <translation>令 %1 崩溃</translation>
    </message>
    <message>
        <source>write %1</source>
        <translation>令 %1 写入</translation>
    </message>
    <message>
        <source>release %1</source>
        <translation>令 %1 释放</translation>
    </message>
    <message>
        <source>start %1 again</source>
        <translation>重新启动%1</translation>
    </message>
    <message>
        <source>cut off %1</source>
        <translation>隔离%1</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>已杀死</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>thawed</source>
        <translation>已解冻</translation>
    </message>
    <message>
        <source>cut off</source>
        <translation>已隔离</translation>
    </message>
    <message>
        <source>started again</source>
        <translation>已重新启动</translation>
    </message>
    <message>
        <source>connected to the others again</source>
        <translation>已重新与其他服务器相连</translation>
    </message>
    <message>
        <source>the leader</source>
        <translation>领导者</translation>
    </message>
    <message>
        <source>a follower</source>
        <translation>一台跟随者</translation>
    </message>
    <message>
        <source>the same server</source>
        <translation>同一台服务器</translation>
    </message>
    <message>
        <source>the lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>the cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>server %1</source>
        <comment>number</comment>
        <translation>服务器 %1</translation>
    </message>
    <message>
        <source>when a leader is elected</source>
        <translation>当选出领导者</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>when, what is done</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::TestPage</name>
    <message>
        <source>✖ Not tried: a password is missing. Type it, and test again.</source>
        <translation>✖ 未尝试：缺少密码。请输入密码后再次测试。</translation>
    </message>
    <message>
        <source>✔ %1: %2 · %3</source>
        <comment>server, step, time</comment>
        <translation>✔ %1：%2 · %3</translation>
    </message>
    <message>
        <source>✖ %1: %2 · %3: %4</source>
        <comment>server, step, time, why</comment>
        <translation>✖ %1：%2 · %3：%4</translation>
    </message>
    <message>
        <source>ZooKeeper answers</source>
        <translation>ZooKeeper 应答</translation>
    </message>
    <message>
        <source>signed in by SASL</source>
        <translation>已通过 SASL 登录</translation>
    </message>
    <message>
        <source>TLS, certificate trusted</source>
        <translation>TLS，证书受信任</translation>
    </message>
    <message>
        <source>through proxy or bastion</source>
        <translation>经由代理或跳板机</translation>
    </message>
    <message>
        <source>TCP connection</source>
        <translation>TCP 连接</translation>
    </message>
    <message>
        <source>name looked up</source>
        <translation>名称已解析</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接到 %1…</translation>
    </message>
    <message>
        <source>The servers are asked when that is known.</source>
        <translation>得知之后再查询各服务器。</translation>
    </message>
    <message>
        <source>Test tries the connection, and asks each server what it would tell. Nothing is changed.</source>
        <translation>“测试”会尝试连接，并向各服务器查询其会告知的内容。不会有任何更改。</translation>
    </message>
    <message>
        <source>✖ Session: %1</source>
        <translation>✖ 会话：%1</translation>
    </message>
    <message>
        <source>✔ Session: connected to %1, session timeout %2; the root may be read.</source>
        <translation>✔ 会话：已连接到 %1，会话超时 %2；有权读取根节点。</translation>
    </message>
    <message>
        <source>Asking the servers…</source>
        <translation>正在查询各服务器…</translation>
    </message>
    <message numerus="yes">
        <source>✔ %n server(s) told everything.</source>
        <translation>
            <numerusform>✔ %n 个服务器告知了全部内容。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✖ %n server(s) did not tell everything. Select one to see what is missing and which line would allow it.</source>
        <translation>
            <numerusform>✖ %n 个服务器未告知全部内容。选中一个，查看缺少什么以及哪一行配置可以允许。</numerusform>
        </translation>
    </message>
    <message>
        <source>signed in by SASL, %1, as %2</source>
        <comment>mechanism, user</comment>
        <translation>已通过 SASL 登录，%1，身份为 %2</translation>
    </message>
    <message>
        <source>looking up the name</source>
        <translation>查找名称</translation>
    </message>
    <message>
        <source>way through proxy or bastion</source>
        <translation>经过代理或跳板机</translation>
    </message>
    <message>
        <source>TLS</source>
        <translation>TLS</translation>
    </message>
    <message>
        <source>signing in by SASL</source>
        <translation>通过 SASL 登录</translation>
    </message>
    <message>
        <source>answer of ZooKeeper</source>
        <translation>ZooKeeper 的应答</translation>
    </message>
</context>
<context>
    <name>lockscope::ThresholdText</name>
    <message>
        <source>Long wait</source>
        <translation>长时间等待</translation>
    </message>
    <message>
        <source>A contender that waits longer raises a finding.</source>
        <translation>等待超过此时长的竞争者会报告为问题。</translation>
    </message>
    <message>
        <source>Long queue</source>
        <translation>长队列</translation>
    </message>
    <message>
        <source>More waiters than this behind one lock raise a finding.</source>
        <translation>一个锁的等待者超过此数量时会报告为问题。</translation>
    </message>
    <message>
        <source>Sequence numbers left</source>
        <translation>剩余序号</translation>
    </message>
    <message>
        <source>Fewer numbers than this left in a lock&apos;s directory raise a finding.</source>
        <translation>锁目录在溢出前剩余的序号少于此数量时会报告为问题。</translation>
    </message>
    <message>
        <source>Herd</source>
        <translation>惊群</translation>
    </message>
    <message>
        <source>A change that wakes this many clients or more raises a finding.</source>
        <translation>一次变更唤醒的客户端达到或超过此数量时会报告为问题。</translation>
    </message>
    <message>
        <source>Empty lock directories</source>
        <translation>空的锁目录</translation>
    </message>
    <message>
        <source>This many lock directories without a contender, or more, raise a finding.</source>
        <translation>没有竞争者的锁目录达到或超过此数量时会报告为问题。</translation>
    </message>
    <message>
        <source>Own watches</source>
        <translation>自己的监视</translation>
    </message>
    <message>
        <source>More watches than this that Lockscope itself sets raise a finding.</source>
        <translation>Lockscope 自身设置的监视超过此数量时会报告为问题。</translation>
    </message>
    <message>
        <source>Clock skew</source>
        <translation>时钟偏差</translation>
    </message>
    <message>
        <source>A server whose clock is further off this machine&apos;s raises a finding.</source>
        <translation>服务器的时钟与本机时钟相差超过此值时会报告为问题。</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds, after a number</comment>
        <translation> 秒</translation>
    </message>
</context>
<context>
    <name>lockscope::ThresholdsForm</name>
    <message>
        <source>%1:</source>
        <comment>label of a field</comment>
        <translation>%1：</translation>
    </message>
    <message>
        <source>%1 Default: %2.</source>
        <comment>meaning, value</comment>
        <translation>%1默认值：%2。</translation>
    </message>
    <message>
        <source>Restore defa&amp;ults</source>
        <translation>恢复默认值(&amp;U)</translation>
    </message>
</context>
<context>
    <name>lockscope::TimeSpanNote</name>
    <message>
        <source>Show &amp;all</source>
        <translation>显示全部(&amp;A)</translation>
    </message>
    <message>
        <source>Show all of the time</source>
        <translation>显示全部时间</translation>
    </message>
    <message>
        <source>Only %1 – %2</source>
        <comment>times of day</comment>
        <translation>仅 %1 – %2</translation>
    </message>
</context>
<context>
    <name>lockscope::Timeline</name>
    <message>
        <source>%1 – %2</source>
        <comment>moments</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>duration</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>durations</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>contender, mode</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>Lock %1</source>
        <translation>锁 %1</translation>
    </message>
    <message>
        <source>Queued before %1</source>
        <translation>排队早于 %1</translation>
    </message>
    <message>
        <source>Queued at %1</source>
        <translation>排队于 %1</translation>
    </message>
    <message>
        <source>Granted %1</source>
        <translation>获得锁于 %1</translation>
    </message>
    <message>
        <source>Waited %1</source>
        <translation>已等待 %1</translation>
    </message>
    <message>
        <source>Held %1</source>
        <translation>已持有 %1</translation>
    </message>
    <message>
        <source>Granted before one that had queued earlier</source>
        <translation>先于更早排队者获得锁</translation>
    </message>
    <message>
        <source>Left %1: %2</source>
        <comment>moment, how</comment>
        <translation>%1 离开：%2</translation>
    </message>
    <message>
        <source>May have held between two readings: nobody was in its way in the second</source>
        <translation>两次读取之间可能曾持有锁：第二次读取时已无人挡在它前面</translation>
    </message>
    <message>
        <source>May have led between two readings: nobody was in its way in the second</source>
        <translation>两次读取之间可能曾领导：第二次读取时已无人挡在它前面</translation>
    </message>
    <message>
        <source>Stood by %1</source>
        <translation>候补 %1</translation>
    </message>
    <message>
        <source>Led %1</source>
        <translation>领导 %1</translation>
    </message>
    <message>
        <source>Whether it had its turn or waited for it never was known</source>
        <translation>它当时已轮到还是仍在等待，始终未知</translation>
    </message>
    <message>
        <source>Nothing was seen of this lock since %1</source>
        <comment>moment</comment>
        <translation>自 %1 起未看到该锁的任何情况</translation>
    </message>
</context>
<context>
    <name>lockscope::TimelineModel</name>
    <message>
        <source>before %1</source>
        <translation>早于 %1</translation>
    </message>
    <message>
        <source>Session or lock</source>
        <translation>会话或锁</translation>
    </message>
    <message>
        <source>Contender</source>
        <translation>竞争者</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>授予</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>离开</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>已等待</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>持有时长</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>lockscope::TimelinePanel</name>
    <message>
        <source>The timeline in words</source>
        <translation>文字形式的时间线</translation>
    </message>
    <message>
        <source>What a lane of the timeline is</source>
        <translation>时间线的每一行代表什么</translation>
    </message>
    <message>
        <source>Sessions of this lock</source>
        <translation>此锁的会话</translation>
    </message>
    <message>
        <source>All locks</source>
        <translation>所有锁</translation>
    </message>
    <message>
        <source>One lane for each session that queued for the selected lock</source>
        <translation>在选中的锁上排过队的每个会话占一行</translation>
    </message>
    <message>
        <source>One lane for each lock that was watched</source>
        <translation>观察过的每个锁占一行</translation>
    </message>
    <message>
        <source>How much is drawn</source>
        <translation>绘制的数量</translation>
    </message>
    <message>
        <source>What the marks mean</source>
        <translation>标记的含义</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s)</source>
        <translation>
            <numerusform>%n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out by the filter</source>
        <translation>
            <numerusform>筛选略去 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) not seen</source>
        <translation>
            <numerusform>%n 次变更未看到</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n older one(s) forgotten</source>
        <translation>
            <numerusform>较早的 %n 个已清除</numerusform>
        </translation>
    </message>
    <message>
        <source>Snapshots contain no history</source>
        <translation>快照不含历史</translation>
    </message>
    <message>
        <source>A snapshot holds one moment. Connect to a cluster, and what happens to the locks on screen is recorded from then on.</source>
        <translation>快照只保存一个时刻。连接到集群后，屏幕上各个锁发生的情况会从那时起记录下来。</translation>
    </message>
    <message>
        <source>The filter leaves no turn</source>
        <translation>筛选后没有内容</translation>
    </message>
    <message>
        <source>All turns that were seen are left out by it.</source>
        <translation>看到的全部内容都被筛选略去。</translation>
    </message>
    <message>
        <source>Undo filter</source>
        <translation>撤销筛选</translation>
    </message>
    <message>
        <source>No lock is selected</source>
        <translation>未选中锁</translation>
    </message>
    <message>
        <source>Choose one in the list of locks, or show all locks.</source>
        <translation>请在锁列表中选择一个，或显示所有锁。</translation>
    </message>
    <message>
        <source>Nobody has queued yet</source>
        <translation>尚无排队者</translation>
    </message>
    <message>
        <source>Recording begins when a lock is shown. Who comes, is granted and leaves from now on shows up here.</source>
        <translation>显示锁时开始记录。此后谁到达、获得锁和离开，都会显示在这里。</translation>
    </message>
    <message>
        <source>■ holds or leads   ▨ waits   □ waits or holds   ░ not seen   ▲ out of order</source>
        <translation>■ 持有或领导   ▨ 等待   □ 等待或持有   ░ 未看到   ▲ 乱序</translation>
    </message>
    <message numerus="yes">
        <source>at least %n change(s) not seen</source>
        <translation>
            <numerusform>至少 %n 次变更未看到</numerusform>
        </translation>
    </message>
    <message>
        <source>there may be changes that were not seen</source>
        <translation>可能有变更未看到</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <comment>moments</comment>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>Nobody was recorded to queue by this moment</source>
        <translation>到此时刻为止没有录制到任何排队者</translation>
    </message>
    <message>
        <source>Who came, was granted and left before the moment that is shown is drawn here, as far as it was recorded.</source>
        <translation>这里绘出在所显示时刻之前到来、获得和离开的竞争者，以已录制的为限。</translation>
    </message>
</context>
<context>
    <name>lockscope::TimelineView</name>
    <message>
        <source>Timeline of holds and waits</source>
        <translation>持有与等待的时间线</translation>
    </message>
    <message>
        <source>The table below tells the same in words.</source>
        <translation>下方的表格以文字说明同样的内容。</translation>
    </message>
    <message>
        <source>Time in view</source>
        <translation>显示的时间范围</translation>
    </message>
    <message>
        <source>Lanes in view</source>
        <translation>显示的行</translation>
    </message>
    <message>
        <source>Nothing was read here: what happened was not seen</source>
        <translation>此处没有读取：发生的情况未看到</translation>
    </message>
    <message>
        <source>ΔT %1</source>
        <translation>ΔT %1</translation>
    </message>
</context>
<context>
    <name>lockscope::TlsText</name>
    <message>
        <source>a time that can&apos;t be read</source>
        <translation>无法读取的时间</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <comment>version of TLS, cipher</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>The server&apos;s certificate: %1, issued by %2, valid until %3</source>
        <comment>subject, issuer, date</comment>
        <translation>服务器证书：%1，由 %2 签发，有效期至 %3</translation>
    </message>
    <message>
        <source>Its SHA-256 fingerprint: %1</source>
        <translation>其 SHA-256 指纹：%1</translation>
    </message>
    <message>
        <source>Our certificate, for a server that asks: %1, issued by %2, valid until %3</source>
        <comment>subject, issuer, date</comment>
        <translation>我们的证书（供要求出示的服务器）：%1，由 %2 签发，有效期至 %3</translation>
    </message>
</context>
<context>
    <name>lockscope::Tour</name>
    <message>
        <source>In vain: %1.</source>
        <translation>徒劳：%1。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>phase, sentence</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::TourGuide</name>
    <message>
        <source>%1#%2: %3</source>
        <comment>contenders&apos; group, number, what has happened to one</comment>
        <translation>%1#%2：%3</translation>
    </message>
    <message>
        <source>Guided tour</source>
        <translation>导览</translation>
    </message>
</context>
<context>
    <name>lockscope::TourPanel</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>上一个</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>Guided tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>Scenario %1 of %2</source>
        <translation>场景 %1 / %2</translation>
    </message>
    <message>
        <source>Once more</source>
        <translation>再来一次</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End the tour</source>
        <translation>结束导览</translation>
    </message>
    <message>
        <source>In numbers</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>outcome, promise</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>lockscope::TourText</name>
    <message>
        <source>It was ended before: nothing is said of what it shows.</source>
        <translation>提前结束：对其展示的内容不作结论。</translation>
    </message>
    <message>
        <source>Phase “%1”:</source>
        <translation>阶段“%1”：</translation>
    </message>
    <message>
        <source>Not measured: %1.</source>
        <translation>未测量：%1。</translation>
    </message>
    <message numerus="yes">
        <source>Starting %n ZooKeeper server(s) on this machine…</source>
        <translation>
            <numerusform>正在本机启动 %n 台 ZooKeeper 服务器…</numerusform>
        </translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>Playing: %1</source>
        <comment>phase</comment>
        <translation>正在演示：%1</translation>
    </message>
    <message>
        <source>Ending its clients and servers…</source>
        <translation>正在结束其客户端和服务器…</translation>
    </message>
    <message>
        <source>The scenario could not be played.</source>
        <translation>无法演示该场景。</translation>
    </message>
    <message>
        <source>%1 On Debian and Ubuntu: sudo apt install zookeeper default-jre-headless.</source>
        <translation>%1在 Debian 和 Ubuntu 上：sudo apt install zookeeper default-jre-headless。</translation>
    </message>
    <message>
        <source>Here each client of the lab has a row.</source>
        <translation>实验室的每个客户端在此各占一行。</translation>
    </message>
    <message>
        <source>Arrows lead from who waits to who holds.</source>
        <translation>箭头由等待者指向持有者。</translation>
    </message>
    <message>
        <source>This is the queue of the lock.</source>
        <translation>这是该锁的队列。</translation>
    </message>
    <message>
        <source>Who stands here holds the lock.</source>
        <translation>此行的客户端持有锁。</translation>
    </message>
    <message>
        <source>Who stands here is next.</source>
        <translation>此行的客户端是下一个。</translation>
    </message>
    <message>
        <source>Keep an eye on this client.</source>
        <translation>请留意此客户端。</translation>
    </message>
    <message>
        <source>Seen: all %1 promises were kept.</source>
        <translation>已看到：全部 %1 项承诺均成立。</translation>
    </message>
    <message>
        <source>Not seen: %1 of %2 promises were kept.</source>
        <translation>未看到：%2 项承诺中有 %1 项成立。</translation>
    </message>
    <message>
        <source>%1 of %2 promises were kept; the others could not be checked.</source>
        <translation>%2 项承诺中有 %1 项成立；其余无法检查。</translation>
    </message>
</context>
<context>
    <name>lockscope::TroubleCard</name>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show where it is (Enter)</source>
        <translation>显示它在哪里（Enter）</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>处理方法</translation>
    </message>
    <message>
        <source>Advice, and what it rests on (Space)</source>
        <translation>建议及其依据（空格）</translation>
    </message>
    <message>
        <source>Copy summary</source>
        <translation>复制摘要</translation>
    </message>
    <message>
        <source>Copy a Markdown summary for a ticket</source>
        <translation>复制 Markdown 摘要，用于工单</translation>
    </message>
    <message>
        <source>Show: %1</source>
        <comment>a sentence</comment>
        <translation>显示：%1</translation>
    </message>
    <message>
        <source>What to do: %1</source>
        <comment>a sentence</comment>
        <translation>处理方法：%1</translation>
    </message>
    <message>
        <source>Copy summary: %1</source>
        <comment>a sentence</comment>
        <translation>复制摘要：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::TroubleList</name>
    <message>
        <source>Troubles, worst first</source>
        <translation>存在的麻烦，最严重的在前</translation>
    </message>
</context>
<context>
    <name>lockscope::TroubleText</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <comment>names</comment>
        <translation>
            <numerusform>%1 以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown hosts</source>
        <translation>未知主机</translation>
    </message>
    <message>
        <source>a client of unknown session</source>
        <translation>会话未知的客户端</translation>
    </message>
    <message>
        <source>session %1</source>
        <translation>会话 %1</translation>
    </message>
    <message numerus="yes">
        <source>At least %n client(s) blocked.</source>
        <translation>
            <numerusform>至少 %n 个客户端被阻塞。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) blocked.</source>
        <translation>
            <numerusform>%n 个客户端被阻塞。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stand(s) by.</source>
        <translation>
            <numerusform>%n 个候补者。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody waits.</source>
        <translation>无人等待。</translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s).</source>
        <translation>
            <numerusform>%n 个在等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 reads %2 and waits for itself to write it.</source>
        <comment>client, lock</comment>
        <translation>%1 持有 %2 的读锁，又在等待自己以获得写锁。</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) deadlocked on %1: %2.</source>
        <comment>locks, clients</comment>
        <translation>
            <numerusform>%n 个会话在 %1 上死锁：%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Unless heard from, its session ends in %1.</source>
        <comment>“≤ 4 s”</comment>
        <translation>若不再有消息，其会话将在 %1 内结束。</translation>
    </message>
    <message>
        <source>The next one leads in %1.</source>
        <comment>“≤ 4 s”</comment>
        <translation>下一个将在 %1 内成为 leader。</translation>
    </message>
    <message>
        <source>Free in %1.</source>
        <comment>“≤ 4 s”</comment>
        <translation>将在 %1 内释放。</translation>
    </message>
    <message numerus="yes">
        <source>Clients on %1 are gone and still hold %n lock(s).</source>
        <comment>hosts</comment>
        <translation>
            <numerusform>%1 上的客户端已消失，仍持有 %n 个锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>Leader&apos;s client is gone: %1 still leads %2.</source>
        <comment>client, election</comment>
        <translation>leader 的客户端已消失：%1 仍是 %2 的 leader。</translation>
    </message>
    <message>
        <source>Holder&apos;s client is gone: %1 still holds %2.</source>
        <comment>client, lock</comment>
        <translation>持有者的客户端已消失：%1 仍持有 %2。</translation>
    </message>
    <message numerus="yes">
        <source>Clients on %1 have fallen silent and hold %n lock(s).</source>
        <comment>hosts</comment>
        <translation>
            <numerusform>%1 上的客户端已静默，持有 %n 个锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>Leader silent: %1 leads %2.</source>
        <comment>client, election</comment>
        <translation>leader 已静默：%1 是 %2 的 leader。</translation>
    </message>
    <message>
        <source>Holder silent: %1 holds %2.</source>
        <comment>client, lock</comment>
        <translation>持有者已静默：%1 持有 %2。</translation>
    </message>
    <message>
        <source>Nobody is seen to hold %1.</source>
        <comment>lock</comment>
        <translation>没有观察到谁持有 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%1 is held by %n client(s), first by %2.</source>
        <comment>lock, client</comment>
        <translation>
            <numerusform>%1 由 %n 个客户端持有，第一个是 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 holds %2.</source>
        <comment>client, lock</comment>
        <translation>%1 持有 %2。</translation>
    </message>
    <message>
        <source>%1 has held %2 for %3.</source>
        <comment>client, lock, duration</comment>
        <translation>%1 持有 %2 已 %3。</translation>
    </message>
    <message numerus="yes">
        <source>Clients on %1 hold %n lock(s) that others wait long for, up to %2.</source>
        <comment>hosts, duration</comment>
        <translation>
            <numerusform>%1 上的客户端持有 %n 个锁，其他客户端已为其久等，最长 %2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clients on %1 hold %n lock(s) that others wait long for.</source>
        <comment>hosts</comment>
        <translation>
            <numerusform>%1 上的客户端持有 %n 个锁，其他客户端已为其久等。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s), the longest for %1.</source>
        <comment>duration</comment>
        <translation>
            <numerusform>%n 个在等待，最长已 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <comment>what is wrong, on what</comment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1: %2 (%3).</source>
        <comment>what is wrong, on what, hosts</comment>
        <translation>%1：%2（%3）。</translation>
    </message>
    <message>
        <source>The session&apos;s expiry ends this; when that is, is not known.</source>
        <translation>会话过期后即告结束；何时过期，尚不清楚。</translation>
    </message>
    <message>
        <source>Its process may be paused or overloaded, or its network broken.</source>
        <translation>其进程可能被暂停或过载，或者网络中断。</translation>
    </message>
    <message>
        <source>ZooKeeper ends the session by itself, unless the client comes back before.</source>
        <translation>除非客户端在此之前恢复，否则 ZooKeeper 会自行结束该会话。</translation>
    </message>
    <message>
        <source>It does not end by itself: one of the clients has to stop or give up.</source>
        <translation>它不会自行结束：必须有一个客户端停止或放弃。</translation>
    </message>
    <message>
        <source>Follows from it: %1 (%2). %3</source>
        <comment>what is wrong, on what, evidence</comment>
        <translation>由此引起：%1（%2）。%3</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more like this</source>
        <translation>
            <numerusform>…以及另外 %n 个同类问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Suspected: %1</source>
        <comment>a sentence</comment>
        <translation>疑似：%1</translation>
    </message>
    <message numerus="yes">
        <source>It explains %n other finding(s).</source>
        <translation>
            <numerusform>它解释了另外 %n 个问题。</numerusform>
        </translation>
    </message>
    <message>
        <source>≤ %1</source>
        <comment>duration</comment>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>集群：%1</translation>
    </message>
    <message>
        <source>As of %1</source>
        <comment>moment</comment>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>Not checked: %1</source>
        <comment>a sentence</comment>
        <translation>未检查：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>severity, a sentence</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n session(s) wait for each other on %1: %2.</source>
        <comment>locks, clients</comment>
        <translation>
            <numerusform>%n 个会话在 %1 上互相等待：%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Their sessions end in %1.</source>
        <comment>“≤ 4 s”</comment>
        <translation>它们的会话将在 %1 内结束。</translation>
    </message>
    <message>
        <source>Its part of the lock ends in %1.</source>
        <comment>“≤ 4 s”</comment>
        <translation>它在该锁上的份额将在 %1 内结束。</translation>
    </message>
    <message>
        <source>Waiting for at least %1.</source>
        <comment>duration</comment>
        <translation>已等待至少 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) behind it.</source>
        <translation>
            <numerusform>其后有 %n 个客户端。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %n wait(s).</source>
        <translation>
            <numerusform>至少 %n 个在等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>Whether it holds or waits is not known.</source>
        <translation>不知道它是持有还是在等待。</translation>
    </message>
    <message>
        <source>Its session ends in %1.</source>
        <comment>“≤ 4 s”</comment>
        <translation>其会话在 %1 内结束。</translation>
    </message>
    <message>
        <source>Client is gone: %1, which is in line for %2. %3</source>
        <comment>client, lock, sentence</comment>
        <translation>客户端已消失：%1，它在排队等候 %2。%3</translation>
    </message>
    <message>
        <source>Client silent: %1, which is in line for %2. %3</source>
        <comment>client, lock, sentence</comment>
        <translation>客户端静默：%1，它在排队等候 %2。%3</translation>
    </message>
    <message numerus="yes">
        <source>Whether %n more hold(s) it too is not known.</source>
        <translation>
            <numerusform>另有 %n 个是否也持有它，尚不知道。</numerusform>
        </translation>
    </message>
    <message>
        <source>Leader silent for ≥ %3: %1 leads %2.</source>
        <comment>client, election, duration</comment>
        <translation>领导者已静默 ≥ %3：%1 领导 %2。</translation>
    </message>
    <message>
        <source>Holder silent for ≥ %3: %1 holds %2.</source>
        <comment>client, lock, duration</comment>
        <translation>持有者已静默 ≥ %3：%1 持有 %2。</translation>
    </message>
    <message>
        <source>The server that leads next gives each session its whole timeout again.</source>
        <translation>下一个 leader 会重新给予每个会话完整的超时时间。</translation>
    </message>
    <message>
        <source>When their sessions end is not known: servers have answered since that they serve nobody.</source>
        <translation>其会话何时结束尚不清楚：服务器此后答复称不为任何客户端服务。</translation>
    </message>
    <message>
        <source>When its session ends is not known: servers have answered since that they serve nobody.</source>
        <translation>其会话何时结束尚不清楚：服务器此后答复称不为任何客户端服务。</translation>
    </message>
    <message>
        <source>Nothing was seen of it from then on: who held and who waited is not known.</source>
        <translation>此后没有看到它的情况：谁持有、谁等待均未知。</translation>
    </message>
    <message>
        <source>When it was last seen, at %1: %2</source>
        <comment>moment, a sentence</comment>
        <translation>最后一次看到时（%1）：%2</translation>
    </message>
    <message>
        <source>The session should have ended by now: what is read next tells.</source>
        <translation>会话此时应已结束：下一次读取可见分晓。</translation>
    </message>
</context>
<context>
    <name>lockscope::UnrecordedText</name>
    <message>
        <source>Nothing was recorded from %1 to %2.</source>
        <comment>moments</comment>
        <translation>从 %1 到 %2 没有录制任何内容。</translation>
    </message>
</context>
<context>
    <name>lockscope::WaitsModel</name>
    <message>
        <source>possible deadlock</source>
        <translation>可能的死锁</translation>
    </message>
    <message>
        <source>root blocker</source>
        <translation>根阻塞者</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Does</source>
        <translation>行为</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>For</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>%1. Enter shows each of them.</source>
        <comment>sessions</comment>
        <translation>%1。按 Enter 可逐一显示。</translation>
    </message>
    <message>
        <source>not known which</source>
        <translation>不知道是哪一种</translation>
    </message>
</context>
<context>
    <name>lockscope::WatchText</name>
    <message>
        <source>Not read since %1.</source>
        <translation>自 %1 起未能读取。</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>This is old.</source>
        <translation>以下是旧数据。</translation>
    </message>
    <message>
        <source>The cluster is read again.</source>
        <translation>已恢复读取集群。</translation>
    </message>
    <message>
        <source>The cluster was not read.</source>
        <translation>未能读取集群。</translation>
    </message>
    <message>
        <source>The cluster gives no new answers.</source>
        <translation>集群没有给出新的应答。</translation>
    </message>
    <message>
        <source>Lockscope keeps asking.</source>
        <translation>Lockscope 会继续查询。</translation>
    </message>
    <message numerus="yes">
        <source>… %n more line(s)</source>
        <translation>
            <numerusform>… 另有 %n 行</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::WindowSettings</name>
    <message>
        <source>The settings file %1 can&apos;t be written: what you change is forgotten when the program ends.</source>
        <translation>无法写入设置文件 %1：所做的更改在程序结束后不会保留。</translation>
    </message>
    <message>
        <source>The settings file %1 is damaged: what could not be read of it is missing, such as profiles. A copy of it is kept as %2, with whatever secrets an older version has written: delete it when it is of no use.</source>
        <translation>设置文件 %1 已损坏：其中无法读取的内容（例如配置）已缺失。其副本保存为 %2，其中可能含有旧版本写入的机密信息：不再需要时请删除。</translation>
    </message>
</context>
<context>
    <name>lockscope::Wording</name>
    <message>
        <source>the way to the server does not lead there</source>
        <translation>通往服务器的途径到达不了那里</translation>
    </message>
    <message>
        <source>there is no TLS with the server</source>
        <translation>与服务器之间没有建立 TLS</translation>
    </message>
    <message>
        <source>the connection to the server broke</source>
        <translation>与服务器的连接已中断</translation>
    </message>
    <message>
        <source>the server did not answer in time</source>
        <translation>服务器未及时应答</translation>
    </message>
    <message>
        <source>the connection was refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>the session has expired</source>
        <translation>会话已过期</translation>
    </message>
    <message>
        <source>the server takes nobody who has not signed in</source>
        <translation>服务器不接受未登录的客户端</translation>
    </message>
    <message>
        <source>the server refused the credentials</source>
        <translation>服务器拒绝了凭据</translation>
    </message>
    <message>
        <source>the server has lost its quorum and only allows reading</source>
        <translation>服务器已失去法定多数 (quorum)，只允许读取</translation>
    </message>
    <message>
        <source>the session was closed</source>
        <translation>会话已关闭</translation>
    </message>
    <message>
        <source>no such host is known</source>
        <translation>没有已知的此名主机</translation>
    </message>
    <message>
        <source>what answers there is not a ZooKeeper server</source>
        <translation>应答者不是 ZooKeeper 服务器</translation>
    </message>
    <message>
        <source>the server runs but does not serve requests</source>
        <translation>服务器在运行，但不处理请求</translation>
    </message>
    <message>
        <source>one side does not trust the other&apos;s certificate</source>
        <translation>一方不信任另一方的证书</translation>
    </message>
    <message>
        <source>the server&apos;s configuration does not allow it</source>
        <translation>服务器的配置不允许</translation>
    </message>
    <message>
        <source>the znode&apos;s access control list forbids it</source>
        <translation>znode 的访问控制列表禁止此操作</translation>
    </message>
    <message>
        <source>the znode does not exist</source>
        <translation>znode 不存在</translation>
    </message>
    <message>
        <source>the znode exists already</source>
        <translation>znode 已存在</translation>
    </message>
    <message>
        <source>the znode has children</source>
        <translation>znode 有子节点</translation>
    </message>
    <message>
        <source>an ephemeral znode can&apos;t have children</source>
        <translation>临时节点不能有子节点</translation>
    </message>
    <message>
        <source>the znode has changed since it was read</source>
        <translation>znode 在读取之后已更改</translation>
    </message>
    <message>
        <source>the input is not valid</source>
        <translation>输入无效</translation>
    </message>
    <message>
        <source>it is not supported there</source>
        <translation>那里不支持</translation>
    </message>
    <message>
        <source>the quota is used up</source>
        <translation>配额已用尽</translation>
    </message>
    <message>
        <source>the request or its answer could not be encoded</source>
        <translation>请求或其应答无法编码</translation>
    </message>
    <message>
        <source>the time limit has passed</source>
        <translation>已超过时限</translation>
    </message>
    <message>
        <source>somebody else has the lock</source>
        <translation>锁由他人持有</translation>
    </message>
    <message>
        <source>a forked process can&apos;t use its parent&apos;s session</source>
        <translation>派生的进程不能使用父进程的会话</translation>
    </message>
    <message>
        <source>it was cancelled</source>
        <translation>已被取消</translation>
    </message>
    <message>
        <source>the lock is not held by this owner</source>
        <translation>锁不是由该所有者持有</translation>
    </message>
    <message>
        <source>the hold had been lost before</source>
        <translation>此前已失去持有</translation>
    </message>
    <message>
        <source>it would wait for itself for ever</source>
        <translation>它会永远等待自己</translation>
    </message>
    <message>
        <source>it would block the thread that it waits for</source>
        <translation>它会阻塞它所等待的线程</translation>
    </message>
    <message>
        <source>the directory&apos;s sequence numbers are nearly used up</source>
        <translation>目录的序号即将用尽</translation>
    </message>
    <message>
        <source>it is larger than allowed</source>
        <translation>超过允许的大小</translation>
    </message>
    <message>
        <source>it is not in the expected format</source>
        <translation>不是预期的格式</translation>
    </message>
    <message>
        <source>a program that is needed is not installed</source>
        <translation>未安装所需的程序</translation>
    </message>
    <message>
        <source>the operating system reported an error</source>
        <translation>操作系统报告了错误</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Waiter</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>No contender</source>
        <translation>没有竞争者</translation>
    </message>
    <message>
        <source>exclusive</source>
        <translation>独占</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写</translation>
    </message>
    <message>
        <source>not a lock</source>
        <translation>非锁</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>陈旧</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>不可读</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>thinking</source>
        <translation>间隔中</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>holding</source>
        <translation>持有中</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>连接中</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Suspended</source>
        <translation>已挂起</translation>
    </message>
    <message>
        <source>Reconnected</source>
        <translation>已重新连接</translation>
    </message>
    <message>
        <source>Expired</source>
        <translation>已过期</translation>
    </message>
    <message>
        <source>Refused</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>Closed</source>
        <translation>已关闭</translation>
    </message>
    <message>
        <source>AdminServer</source>
        <translation>AdminServer</translation>
    </message>
    <message>
        <source>four-letter word</source>
        <translation>四字命令</translation>
    </message>
    <message>
        <source>pinned paths</source>
        <translation>固定路径</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>server status</source>
        <translation>服务器状态</translation>
    </message>
    <message>
        <source>connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>ephemerals</source>
        <translation>临时节点</translation>
    </message>
    <message>
        <source>watch tables</source>
        <translation>监视表</translation>
    </message>
    <message>
        <source>counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>leader</source>
        <translation>leader</translation>
    </message>
    <message>
        <source>follower</source>
        <translation>follower</translation>
    </message>
    <message>
        <source>observer</source>
        <translation>observer</translation>
    </message>
    <message>
        <source>standalone</source>
        <translation>standalone</translation>
    </message>
    <message>
        <source>read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>an unknown error</source>
        <translation>未知错误</translation>
    </message>
    <message>
        <source>%1: %2 (%3, on %4)</source>
        <translation>%1：%2（%3，位于 %4）</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>%1 refused the connection</source>
        <comment>server</comment>
        <translation>%1 拒绝了连接</translation>
    </message>
    <message>
        <source>%1: %2 (on %3)</source>
        <translation>%1：%2（位于 %3）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>date, time of day</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2 UTC</source>
        <comment>date, time of day</comment>
        <translation>%1 %2 UTC</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>by names only</source>
        <translation>仅名称</translation>
    </message>
    <message>
        <source>Leader</source>
        <translation>leader</translation>
    </message>
    <message>
        <source>Standby</source>
        <translation>候补者</translation>
    </message>
    <message>
        <source>Member</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Read/write lock</source>
        <translation>读写锁</translation>
    </message>
    <message>
        <source>Semaphore</source>
        <translation>信号量</translation>
    </message>
    <message>
        <source>Barrier</source>
        <translation>屏障</translation>
    </message>
    <message>
        <source>Election</source>
        <translation>选举</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Work queue</source>
        <translation>工作队列</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Holders %1 · Waiters %2</source>
        <translation>持有者 %1 · 等待者 %2</translation>
    </message>
    <message>
        <source>Leaders %1 · Standbys %2</source>
        <translation>leader %1 · 候补者 %2</translation>
    </message>
    <message>
        <source>Items %1</source>
        <translation>项目 %1</translation>
    </message>
    <message>
        <source>Members %1</source>
        <translation>成员 %1</translation>
    </message>
    <message>
        <source>what answers there is, or may be, another server&apos;s</source>
        <translation>在那里应答的是或可能是另一台服务器</translation>
    </message>
    <message>
        <source>Snapshot from %1</source>
        <translation>%1 的快照</translation>
    </message>
    <message>
        <source>You · %1</source>
        <comment>host or session</comment>
        <translation>您 · %1</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>%1 (you)</source>
        <comment>host or session</comment>
        <translation>%1（您）</translation>
    </message>
    <message>
        <source>%1 · Gone %2</source>
        <comment>numbers, of the members&apos; clients</comment>
        <translation>%1 · 已消失 %2</translation>
    </message>
    <message>
        <source>there is no SASL with the server</source>
        <translation>无法与服务器进行 SASL 登录</translation>
    </message>
    <message>
        <source>Contenders %1 · how many hold is not known</source>
        <translation>竞争者 %1 · 不知道有多少持有</translation>
    </message>
    <message>
        <source>Not known. By the names alone it would hold; but contenders of another library stand before it, and no server has shown whether it waits for them.</source>
        <translation>未知。仅凭名称它应持有；但在它之前有另一个库的竞争者，没有服务器表明它是否在等待它们。</translation>
    </message>
    <message>
        <source>servers&apos; files</source>
        <translation>服务器的文件</translation>
    </message>
    <message>
        <source>Recording, %1</source>
        <comment>moment</comment>
        <translation>录制，%1</translation>
    </message>
    <message>
        <source>not recorded</source>
        <comment>lock</comment>
        <translation>未录制</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>contender, its host</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Unknown</source>
        <comment>a library&apos;s naming</comment>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>lockscope::WorkStrip</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
</context>
</TS>
