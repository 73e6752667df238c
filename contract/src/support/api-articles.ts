import { SECOND } from '../durations.ts'
import { sending, sendApi } from '../limits/messaging.ts'
import { webhooks } from '../limits/webhooks.ts'
import { type Article, articlesOf } from './article.ts'

const article = articlesOf('api')

const answerSeconds = webhooks.answerFor / SECOND

export const apiArticles: readonly Article[] = [
  article(
    'signature-errors',
    '/docs#hmac',
    [
      'Signature errors (401)',
      [
        '104201: the signature doesn’t match, or its `nonce` was used before. Compare your code with the [test vector](/docs#hmac): all query parameters but `signature`, sorted by name, as `name=value` joined by `&`, signed by HMAC-SHA256 with the AccessKey Secret. Sign the decoded values, and generate a new `nonce` for each request, also for retries.',
        '104202: the `timestamp` is more than ten minutes off. Synchronise your server’s clock, and sign right before sending.',
        '104110 and 104111: `accessKeyId` is missing or unknown. Put it into the query, and copy it from [Credentials](/credentials), where the request log of each credential shows its last errors.',
      ],
      [
        'signature',
        '401',
        'invalid signature',
        'signature mismatch',
        'unauthorized',
        'nonce',
        'timestamp',
        'hmac sha256',
        '104201',
        '104202',
        '104110',
        '104111',
        'access key',
      ],
    ],
    [
      '签名错误（401）',
      [
        '104201：签名不匹配，或 `nonce` 已被使用。请用[测试数据](/docs#hmac)核对代码：取除 `signature` 外的全部查询参数，按名称排序，以 `name=value` 用 `&` 连接，再以 AccessKey Secret 计算 HMAC-SHA256。请使用解码后的值签名，每次请求（包括重试）都生成新的 `nonce`。',
        '104202：`timestamp` 与服务器时间相差超过十分钟。请校准服务器时间，并在发送前再签名。',
        '104110、104111：`accessKeyId` 缺失或不存在。请放在查询参数中，并从[访问凭证](/credentials)复制；每个凭证的请求记录会显示最近的错误。',
      ],
      ['签名错误', '签名不对', '签名不匹配', '401', '鉴权失败', '验签失败', '时间戳', '随机数', '104201', '104202'],
    ],
  ),
  article(
    'hmac-mode',
    '/credentials',
    [
      'Simple mode and HMAC mode',
      [
        'In simple mode, the AccessKey ID alone can send: use it for a first try, or behind [IP restriction](/extensions/ip-restriction). In HMAC mode, each request is signed with the secret, so a copied request or a leaked ID is useless.',
        'Update your code first: signed requests work in both modes, so nothing breaks. Then edit the credential under [Credentials](/credentials) and switch it; the dialog shows which clients still call without a signature. From then on, unsigned requests get 104201.',
      ],
      ['hmac', 'auth mode', 'simple mode', 'switch mode', 'sign requests', 'unsigned request', 'authentication mode'],
    ],
    [
      '简易模式与 HMAC 模式',
      [
        '简易模式下，持有 AccessKey ID 即可发送，仅适合初次试用或配合 [IP 限制](/extensions/ip-restriction)使用。HMAC 模式下，每个请求都用 Secret 签名，复制请求或泄露 ID 都无法冒用。',
        '请先升级代码：带签名的请求在两种模式下都能使用，不会中断。然后在[访问凭证](/credentials)中编辑并切换，对话框会列出仍未签名的调用方。切换后，未签名的请求返回 104201。',
      ],
      ['HMAC', '鉴权模式', '简易模式', '切换模式', '请求签名', '未签名'],
    ],
  ),
  article(
    'rate-limits',
    '/extensions/sms-rate-limiting?tab=limits',
    [
      'Rate limits and status 429',
      [
        '105300 with HTTP 429 means that a limit is reached; `details.error` names it, and `Retry-After` says how long to wait. Yours: the rules and caps that you set under [Rate limiting](/extensions/sms-rate-limiting), for example one code a minute to a number. Ours: the daily limits of a new account, and a full queue.',
        `We send ${sending.accountRate} parts a second for an account unless we agreed on more; faster requests wait in the queue, up to four hours of it. A request has up to ${sendApi.recipients} numbers. 503 means that the service is busy: retry with the same Idempotency-Key.`,
        '[Limits in force](/extensions/sms-rate-limiting?tab=limits) lists every limit beside today’s use. For a higher rate, write to us with your volume.',
      ],
      [
        'rate limit',
        'rate limiting',
        '429',
        'too many requests',
        '105300',
        'limit exceeded',
        'tps',
        'throughput',
        'messages per second',
        'retry-after',
        'throttled',
        'higher rate',
        'quota',
        '503',
      ],
    ],
    [
      '频率限制与 429',
      [
        'HTTP 429 和 105300 表示达到限额，`details.error` 说明是哪一项，`Retry-After` 说明等待多久。您设置的：[频率限制](/extensions/sms-rate-limiting)中的规则和上限，例如每个号码每分钟一条验证码。平台的：新账户的每日限额，以及发送队列已满。',
        `未另行约定时，账户每秒发送 ${sending.accountRate} 条，超出部分排队，最多排队四小时的发送量。每个请求最多 ${sendApi.recipients} 个号码。503 表示系统繁忙，请用相同的 Idempotency-Key 重试。`,
        '[生效中的限制](/extensions/sms-rate-limiting?tab=limits)列出全部限额和今日用量。如需更高速率，请提交工单并说明发送量。',
      ],
      ['频率限制', '限流', '429', '105300', '请求过多', '超过限额', '并发', '每秒多少条', 'QPS', 'TPS', '提速', '503'],
    ],
  ),
  article(
    'webhooks-not-arriving',
    '/extensions/sms-dlr',
    [
      'Webhooks don’t arrive',
      [
        'Open the endpoint under [Delivery receipts](/extensions/sms-dlr): its deliveries show each try with status code, time and answer. Is it switched on, and are the events chosen? A test request from there, or to a temporary receiver, tells your server’s problems from others.',
        `Your server must answer any 2xx within ${answerSeconds} seconds, without a redirect, over a valid certificate and at a public address. Do the work after you answered. Each delivery is tried up to ${webhooks.tries.standard} times over about 28 hours.`,
        `An endpoint that fails for five days, or answers 410, is disabled, and its events are kept for ${webhooks.keptDays} days: repair the server, enable it, and they’re delivered. Finished deliveries can be replayed.`,
      ],
      [
        'webhook',
        'callback',
        'delivery receipt',
        'dlr',
        'no callback',
        'endpoint disabled',
        'retries',
        'webhook failing',
        'status report',
        'push',
        'events missing',
      ],
    ],
    [
      '收不到 Webhook 推送',
      [
        '请在[状态回执](/extensions/sms-dlr)中打开该端点，推送记录会显示每次推送的状态码、时间和响应。请确认端点已开启并勾选了相应事件。发送测试请求，或使用临时接收地址，可判断问题是否在您的服务器。',
        `服务器须在 ${answerSeconds} 秒内返回任意 2xx 状态码，不能重定向，证书须有效，且可从公网访问；请先返回响应再处理。每次推送最多尝试 ${webhooks.tries.standard} 次，约 28 小时内。`,
        `连续失败五天或返回 410 的端点会被停用，事件保留 ${webhooks.keptDays} 天：修复服务器并启用后会继续推送，已结束的推送也可重新推送。`,
      ],
      ['回调', 'Webhook', '状态回执', '状态报告', '收不到回执', '没有回调', '推送失败', '端点停用', '回执推送', '重试'],
    ],
  ),
  article(
    'webhook-signature',
    '/extensions/sms-dlr',
    [
      'Verify the signature of a webhook',
      [
        'Requests follow Standard Webhooks: compute HMAC-SHA256 over `webhook-id`, `webhook-timestamp` and the raw body, joined by dots, with the bytes of the secret behind `whsec_` (Base64) as key, and compare the Base64 result with `webhook-signature` behind `v1,`.',
        'Read the raw body before you parse it: a changed space breaks the signature. Refuse a `webhook-timestamp` that is more than five minutes off, and ignore a `webhook-id` that you have already handled. After a rotation, both secrets sign for a day, so the header holds two values.',
        'The tab Docs of each endpoint under [Delivery receipts](/extensions/sms-dlr) has code for your language.',
      ],
      [
        'webhook signature',
        'whsec',
        'verify webhook',
        'webhook-signature',
        'webhook secret',
        'standard webhooks',
        'validate callback',
      ],
    ],
    [
      '验证 Webhook 签名',
      [
        '请求遵循 Standard Webhooks：将 `webhook-id`、`webhook-timestamp` 和原始正文用点连接，以 `whsec_` 之后的密钥（Base64 解码）计算 HMAC-SHA256 并转为 Base64，与 `webhook-signature` 中 `v1,` 之后的值比较。',
        '请先读取原始正文再解析：多一个空格签名就会不同。请拒绝 `webhook-timestamp` 偏差超过五分钟的请求，并忽略已处理的 `webhook-id`。轮换密钥后的一天内，新旧密钥同时签名，请求头中会有两个值。',
        '[状态回执](/extensions/sms-dlr)中每个端点的“文档”标签页提供各语言的代码。',
      ],
      ['Webhook 签名', '回调签名', '验证回调', '验签', 'whsec', '回调密钥'],
    ],
  ),
  article(
    'ip-lock-out',
    '/extensions/ip-restriction',
    [
      'My server is refused by IP restriction',
      [
        '105100 means that your [IP restriction](/extensions/ip-restriction) refuses the address that the request came from; `details.more.ip` names it. Behind NAT, a proxy or a cloud, that is the public address of the way out. Add it, or the network it belongs to: it works within 5 seconds.',
        'The console is never restricted, so you can always edit the rules. A change that would refuse recent callers is reverted after ten minutes unless you keep it. To try rules first, let them only report.',
        'Don’t know the refused address? It may be someone with your key: replace the credential under [Credentials](/credentials).',
      ],
      [
        'ip',
        'ip restriction',
        'ip allowlist',
        'whitelist',
        '105100',
        'ip not allowed',
        'locked out',
        '403',
        'new server',
        'ip address changed',
      ],
    ],
    [
      '服务器被 IP 限制拦截',
      [
        '105100 表示来源 IP 被您的 [IP 限制](/extensions/ip-restriction)拦截，`details.more.ip` 为该 IP。经 NAT、代理或云网络出网时，该 IP 是出口公网 IP。请添加该 IP 或所属网段，5 秒内生效。',
        '控制台不受限制，您随时可以修改规则。会拦截近期调用方的修改，如不点击保留，十分钟后自动恢复。可先选择“仅记录”试运行。',
        '如果不认识被拦截的 IP，可能有人持有您的密钥，请在[访问凭证](/credentials)中更换凭证。',
      ],
      ['IP 限制', 'IP 白名单', '105100', 'IP 被拦截', '白名单', '403', '换服务器', 'IP 变了', '锁在外面'],
    ],
  ),
]
