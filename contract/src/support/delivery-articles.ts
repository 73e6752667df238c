import { MINUTE } from '../durations.ts'
import { broadcasts, phonebooks } from '../limits/broadcasts.ts'
import { logs, sending, validity } from '../limits/messaging.ts'
import { type Article, articlesOf } from './article.ts'

const article = articlesOf('delivery')

const codeMinutes = validity[1] / MINUTE
const millions = phonebooks.contacts.toLocaleString('en')

export const deliveryArticles: readonly Article[] = [
  article(
    'codes-not-arriving',
    '/sms/logs',
    [
      'Verification codes don’t arrive',
      [
        'Find the message in the [log](/sms/logs) by its number or ID. Its status and cause say where it stopped. If it isn’t there, your request was refused: the credential’s request log under [Credentials](/credentials) has the error.',
        `Rejected means that it never left: often the number is on your list under [Protection](/protection), a [rate limit](/extensions/sms-rate-limiting) stopped it, or its [country isn’t enabled](/account/settings?tab=countries). Undelivered means that the carrier couldn’t reach the phone: it may be off, out of coverage or full. Codes expire after ${codeMinutes} minutes unless you set another validity.`,
        'Many numbers of one country? See the [network status](/support/status). On a sandbox server, nothing is sent to real phones: read your messages in the [sandbox inbox](/sandbox/inbox).',
      ],
      [
        'otp',
        'code not received',
        'verification code',
        'sms not arriving',
        'message not received',
        'no sms',
        'passcode',
        '2fa code',
        'users do not get codes',
      ],
    ],
    [
      '收不到验证码',
      [
        '请在[发送记录](/sms/logs)中按号码或短信 ID 查找该短信，状态和原因会说明停在哪一步。如果没有记录，说明请求已被拒绝，可在[访问凭证](/credentials)的请求记录中查看错误。',
        `“已拒绝”表示短信没有发出：常见原因是号码在[安全防护](/protection)的名单中、触发了[频率限制](/extensions/sms-rate-limiting)，或[未开通该国家或地区](/account/settings?tab=countries)。“未送达”表示运营商无法送达：手机可能关机、不在服务区或存储已满。未另行设置有效期时，验证码 ${codeMinutes} 分钟后过期。`,
        '如果同一国家或地区的许多号码都收不到，请查看[网络状态](/support/status)。沙箱不会向真实手机发送短信，请在[沙箱收件箱](/sandbox/inbox)中查看。',
      ],
      ['验证码收不到', '没有收到验证码', '没收到短信', '短信没到', '接收不到验证码', '用户收不到', '动态码', 'OTP'],
    ],
  ),
  article(
    'delivered-not-received',
    '/sms/logs',
    [
      'Delivered, but the recipient didn’t get it',
      [
        'Delivered means that we have a delivery receipt. In some countries only the network confirms, not the handset; the log then says “Delivered (network)”, and the phone may not have shown the message.',
        'Ask the recipient to look in the spam or filtered folder, to check blocked senders, and to restart the phone. Also compare the number: a transposed digit delivers to someone else.',
        'If several recipients miss delivered messages, write to us with their message IDs and we’ll ask the carrier.',
      ],
      [
        'says delivered but not received',
        'status delivered',
        'false delivery receipt',
        'customer says they did not receive',
        'delivered network',
      ],
    ],
    [
      '显示已送达，但对方没有收到',
      [
        '“已送达”表示我们收到了送达回执。部分国家或地区只有网络回执，没有手机回执，发送记录会显示“已送达（网络回执）”，手机上不一定已显示该短信。',
        '请对方检查垃圾短信或拦截列表，并重启手机；同时请核对号码，错一位就会发给别人。',
        '如果多个已送达的号码都没有收到，请提交工单并附上短信 ID，我们会向运营商核实。',
      ],
      ['已送达未收到', '状态已送达', '显示成功但没收到', '用户说没收到', '虚假回执', '网络回执'],
    ],
  ),
  article(
    'delivery-delays',
    '/support/status',
    [
      'Messages arrive late',
      [
        'Open the message in the [log](/sms/logs): its timeline shows where the time went. Queued: it waits for your account’s turn. Sent: the carrier has it and hasn’t delivered it yet, for example because the phone is off.',
        `An account sends ${sending.accountRate} parts a second unless we agreed on another rate, so a large batch takes time. Codes have priority over notifications, and notifications over marketing. Marketing also waits for the recipient’s daytime.`,
        'See the median delivery time of each country in the [network status](/support/status).',
      ],
      [
        'delay',
        'delayed',
        'slow',
        'latency',
        'takes too long',
        'queued',
        'stuck',
        'pending',
        'late codes',
        'throughput',
      ],
    ],
    [
      '短信延迟到达',
      [
        '请在[发送记录](/sms/logs)中打开该短信，处理过程会显示时间花在哪里。“排队中”：等待您账户的发送次序；“已发送”：运营商已接收但尚未送达，例如对方关机。',
        `未另行约定时，账户每秒发送 ${sending.accountRate} 条，大批量发送需要时间。验证码优先于通知，通知优先于营销。营销短信还会等待收件人当地的可发送时段。`,
        '各国家和地区的送达时间中位数见[网络状态](/support/status)。',
      ],
      ['延迟', '慢', '很久才到', '一直排队', '排队中', '卡住', '速度慢', '到达慢'],
    ],
  ),
  article(
    'message-failed',
    '/docs/errors',
    [
      'Why a message failed',
      [
        'Open the message in the [log](/sms/logs). “Why it did not arrive” names the cause, who can resolve it, and the next step; the error code leads to its page in the [error dictionary](/docs/errors), which also says what it cost and whether a retry helps.',
        'Rejected (8): it didn’t leave, and costs nothing. Undelivered (5), failed (9) and expired (11): it didn’t reach the phone. Unknown (13): the carrier never confirmed an outcome.',
        'To see all failures of a day, filter the log by status or error, or group them under [Analytics](/analytics).',
      ],
      [
        'failed',
        'undelivered',
        'rejected',
        'message status',
        'error code meaning',
        'status meaning',
        'not delivered',
        'unknown status',
        'what does the status mean',
      ],
    ],
    [
      '短信为什么失败',
      [
        '请在[发送记录](/sms/logs)中打开该短信。“未送达原因”说明原因、由谁解决和处理建议；点击错误码可查看[错误码](/docs/errors)说明，包括是否收费、能否重试。',
        '已拒绝（8）：没有发出，不收费。未送达（5）、失败（9）、已过期（11）：没有到达手机。状态未知（13）：运营商始终没有确认结果。',
        '如需查看一天内的全部失败短信，可按状态或错误筛选发送记录，或在[数据分析](/analytics)中按原因汇总。',
      ],
      ['发送失败', '未送达', '被拒绝', '失败原因', '错误码含义', '状态含义', '状态未知', '发不出去'],
    ],
  ),
  article(
    'cancel-or-resend',
    '/sms/logs',
    [
      'Cancel a message or send it again',
      [
        'A message that still waits can be cancelled free of charge: open it in the [log](/sms/logs) and choose “Cancel message”. Once it is being handed to the carrier, it can’t be cancelled.',
        'To repeat a message, choose “Send again” there; you see its price first. Verification codes are stored masked, so they can’t be repeated: let your system send a new one.',
      ],
      ['cancel sms', 'stop a message', 'recall', 'undo', 'resend', 'send again', 'retry', 'sent by mistake'],
    ],
    [
      '取消短信或重新发送',
      [
        '仍在等待的短信可以免费取消：在[发送记录](/sms/logs)中打开该短信并选择“取消短信”。已开始提交给运营商的短信无法撤回。',
        '如需重发，请选择“重新发送”，发送前会显示价格。验证码仅以掩码保存，无法重发，请由您的系统发送新的验证码。',
      ],
      ['撤回', '取消', '发错了', '重发', '重新发送', '补发', '停止发送'],
    ],
  ),
  article(
    'quiet-hours',
    '/docs#request',
    [
      'Quiet hours of marketing messages',
      [
        'Marketing (scene 3) is only sent during the recipient’s daytime, by the rules of the country and, in the United States, of the state. Outside these hours we accept the message and send it when they open. Verification codes and notifications have no quiet hours.',
        'A waiting message is queued in the [log](/sms/logs), which shows the time it waits for. You can cancel it until then. Where no hours open within two weeks, the number is refused with 107203.',
        'A broadcast can also keep hours of your own: choose them under [Broadcast](/broadcast) when you plan it.',
      ],
      [
        'quiet hours',
        'night',
        'marketing not sent',
        'waits until morning',
        'sending hours',
        '107203',
        'do not disturb',
        'tcpa',
        'weekend',
      ],
    ],
    [
      '营销短信的免打扰时段',
      [
        '营销短信（scene 3）只在收件人当地白天发送，时段取决于所在国家或地区（美国还取决于所在州）的规定。时段外的请求会被受理，到时段开始时发送。验证码和通知没有免打扰时段。',
        '等待中的短信在[发送记录](/sms/logs)中显示为“排队中”并注明等待到何时，在此之前可以取消。14 天内没有可发送时段的号码会被拒绝，返回 107203。',
        '群发还可以设置自己的发送时段，在[群发任务](/broadcast)的计划中选择。',
      ],
      ['免打扰', '夜间', '营销短信没发', '发送时段', '晚上不发', '107203', '几点可以发'],
    ],
  ),
  article(
    'opt-outs',
    '/protection',
    [
      'Opt-outs and blocked numbers',
      [
        'Numbers that must not get your messages are listed under [Protection](/protection). An opt-out stops marketing unless you chose other scenes; a block stops everything, codes included. Both work within 5 seconds, and a refused message costs nothing.',
        'Add or import the opt-outs that reach you: replies such as STOP aren’t added automatically yet.',
        'Remove an opt-out only if the person agreed again, and keep a record of it.',
      ],
      [
        'unsubscribe',
        'stop',
        'opt out',
        'opted out',
        'blacklist',
        'blocklist',
        'block a number',
        'suppression list',
        'unblock',
        '107200',
      ],
    ],
    [
      '退订与屏蔽号码',
      [
        '不应接收短信的号码列在[安全防护](/protection)中。退订默认只停发营销短信，也可选择其他场景；屏蔽会停发全部短信，包括验证码。两者 5 秒内生效，被拒绝的短信不收费。',
        '请自行添加或导入收到的退订请求：对方回复的退订暂不会自动加入名单。',
        '只有在对方再次同意后才能移除退订，并请保留同意记录。',
      ],
      ['退订', '黑名单', '屏蔽号码', '拒收', '取消屏蔽', 'TD', '拉黑', '恢复发送', '107200'],
    ],
  ),
  article(
    'sending-countries',
    '/account/settings?tab=countries',
    [
      'Send to another country',
      [
        'An account sends to its home country and to those that its owner enables under [Settings, Sending countries](/account/settings?tab=countries), which also shows the price of each. Others are refused with 107201, so that a leaked key can’t send to expensive destinations.',
        'Each country shows the sender in its own way, and some require registration: the form of a [template](/sms/templates) shows this. Numbers need + and the calling code; without a plus, your account’s own code is used.',
      ],
      [
        'international sms',
        'enable country',
        'abroad',
        'geo restricted',
        'country not enabled',
        '107201',
        'overseas',
        'foreign number',
      ],
    ],
    [
      '发送到其他国家和地区',
      [
        '账户可发送到所在国家或地区，以及您在[设置中的“可发送的国家和地区”](/account/settings?tab=countries)开通的国家和地区，页面上有各自的价格。其他地区返回 107201，以防密钥泄露后被用于高价地区。',
        '各地显示发送方的方式不同，[短信模板](/sms/templates)的表单会说明显示效果和是否需要登记。号码请使用 + 加国际区号；没有加号时使用账户所在国家或地区的国际区号。',
      ],
      ['国际短信', '开通国家', '境外', '海外', '国外号码', '107201', '未开通', '港澳台'],
    ],
  ),
  article(
    'new-account-limits',
    '/verification',
    [
      'Limits of a new account',
      [
        'Before the first top-up, an account sends to its owner’s verified phone only, at most 20 messages a day. After it: free text without links or phone numbers to the home country, 1,000 a day, and approved templates to the countries that you enabled.',
        'Once your account is [verified](/verification), these limits no longer apply. Marketing needs the verification of an enterprise, a business or a sole trader.',
      ],
      [
        'trial',
        'daily limit',
        'daily cap',
        '20 messages',
        '1000 messages',
        'own number only',
        'links not allowed',
        'raise limit',
        'increase limit',
        'trust level',
      ],
    ],
    [
      '新账户的发送限制',
      [
        '首次充值前，账户只能发送到本人已验证的手机号，每天最多 20 条。充值后可向所在国家或地区发送不含链接和电话号码的自定义内容，每天最多 1,000 条；审核通过的模板可发送到已开通的国家和地区。',
        '完成[实名认证](/verification)后，不再受这些限制。营销短信需完成企业或个体经营者认证，个人认证的账户不能发送。',
      ],
      ['每日上限', '限额', '试用', '只能发给自己', '不能带链接', '提高限额', '提升额度', '20 条', '1000 条'],
    ],
  ),
  article(
    'phonebook-files',
    '/phonebooks',
    [
      'A file with contacts can’t be read',
      [
        `[Phonebooks](/phonebooks) and broadcasts read CSV, TXT and XLSX files of up to 12 MB, ${millions} rows and ${broadcasts.columns} columns, one with the phone numbers and headings in the first row. If the column isn’t recognised, choose it in the dialog.`,
        'Rows that can’t be used are skipped, and you can download them with the reason. “Scientific notation” such as 1.38E+10 comes from Excel: format the column as text and enter the numbers again, because their last digits are lost.',
        'Numbers without + need the right country: choose it before you import. Repeated numbers are merged.',
      ],
      [
        'csv',
        'excel',
        'xlsx',
        'import contacts',
        'upload numbers',
        'parse file failed',
        'no valid phone numbers',
        'scientific notation',
        'invalid numbers',
        'file error',
        'phonebook',
      ],
    ],
    [
      '联系人文件无法读取',
      [
        `[通讯录](/phonebooks)和群发支持 CSV、TXT、XLSX 文件，最大 12 MB、${millions} 行、${broadcasts.columns} 列，首行为标题，其中一列为手机号。未能识别号码列时，请在对话框中选择。`,
        '无法使用的行会被跳过，可下载查看原因。1.38E+10 这类“科学计数法”由 Excel 产生：末几位已丢失，请将该列设为文本格式后重新填写。',
        '没有 + 的号码需要选择正确的国家或地区。重复的号码会合并。',
      ],
      [
        '导入失败',
        '表格',
        'Excel',
        '导入联系人',
        '上传号码',
        '文件解析失败',
        '科学计数法',
        '号码无效',
        '通讯录',
        '名单',
      ],
    ],
  ),
  article(
    'broadcast-paused',
    '/broadcast',
    [
      'A broadcast was paused or stopped',
      [
        'Open it under [Broadcast](/broadcast): its page names the reason. Balance: top up, then resume. First messages or failures: too few arrived, so it waits for you; look at the errors before you resume. Cap: a limit of your account is reached. Sender ID or template: its approval ended.',
        'Resuming continues with the remaining recipients; no one gets the message twice. A stopped or finished broadcast can’t be resumed. Its list is kept for 30 days, and recipients that failed for a temporary reason can be sent to again.',
      ],
      [
        'campaign stopped',
        'broadcast on hold',
        'paused',
        'resume broadcast',
        'bulk sms',
        'interrupted',
        'canary',
        'bulk sending stopped',
      ],
    ],
    [
      '群发任务被暂停或停止',
      [
        '请在[群发任务](/broadcast)中打开该任务查看原因。余额不足：充值后继续。试发送达率过低或失败率过高：请先查看错误原因，再决定是否继续。达到账户上限：请调整上限或稍后继续。签名或模板：审核已失效。',
        '继续后只发送剩余的收件人，不会重复发送。已停止或已完成的任务无法继续。名单保留 30 天，因临时原因失败的收件人可以再次发送。',
      ],
      ['群发停了', '群发暂停', '任务中断', '继续群发', '批量发送', '试发', '群发失败'],
    ],
  ),
  article(
    'exports',
    '/sms/exports',
    [
      'Export messages and other records',
      [
        'Under [Exports](/sms/exports), create a file of messages, recipients, transactions or webhook tries as CSV, Excel or JSON Lines. Large files are written in the background; you get a notice, and the link works for 15 minutes each time you open it.',
        `Files are kept for 7 days; messages stay in the log for ${logs.keptMonths} months. Three exports run at once, and an export can repeat daily, weekly or monthly. Numbers are masked unless you choose otherwise.`,
      ],
      ['download', 'report', 'csv', 'delivery report', 'export logs', 'excel', 'file expired', 'scheduled report'],
    ],
    [
      '导出短信和其他记录',
      [
        '在[导出任务](/sms/exports)中，可将短信、收件人、收支或 Webhook 推送记录导出为 CSV、Excel 或 JSON Lines。大文件在后台生成，完成后会通知您；每次打开的下载链接 15 分钟内有效。',
        `文件保留 7 天；短信记录保留 ${logs.keptMonths} 个月。最多同时进行 3 个导出，可设为每天、每周或每月自动导出。号码默认脱敏，可选择显示完整号码。`,
      ],
      ['下载', '报表', '导出记录', '导出 Excel', '发送明细', '文件过期', '定期导出'],
    ],
  ),
  article(
    'own-channels',
    '/upstreams?tab=routing',
    [
      'Route messages over your own channels',
      [
        'Under [Upstreams](/upstreams), add a channel on your own account at a provider, test it and activate it. [Routing](/upstreams?tab=routing) chooses the channel of each message: rules are tried in order, and the first that matches decides.',
        'Edit the draft, simulate a number, then activate. If a channel fails, the next one of the rule takes over. A message that was refused for good, or may have been sent, goes over no other one.',
        'A message’s timeline in the [log](/sms/logs) names its rule and channel, and why others were skipped.',
      ],
      [
        'routing rule',
        'upstream',
        'twilio',
        'own provider',
        'channel',
        'failover',
        'failing channel',
        'mapping',
        'carrier account',
      ],
    ],
    [
      '使用自有通道和路由规则',
      [
        '在[上游通道](/upstreams)中添加您在服务商处的通道，测试后启用。[路由](/upstreams?tab=routing)决定每条短信使用的通道：规则按顺序匹配，首条命中的规则生效。',
        '请修改草稿，用号码模拟，确认后启用。通道异常时，由规则中的下一条通道接替；已被明确拒绝或可能已发出的短信不会改走其他通道。',
        '[发送记录](/sms/logs)中短信的处理过程会显示命中的规则、使用的通道和跳过其他通道的原因。',
      ],
      ['自有通道', '路由规则', '通道切换', '上游', '故障切换', '映射', '服务商', '通道异常'],
    ],
  ),
]
