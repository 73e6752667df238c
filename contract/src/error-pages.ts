import { type ErrorCode, type ErrorSide, errors, errorWords } from './errors.ts'
import type { Locale } from './vocabulary/account.ts'

/** The parts of the dictionary, in the order of its index. */
export const errorGroups = ['request', 'sender', 'content', 'recipient', 'limit', 'delivery', 'service'] as const
export type ErrorGroup = (typeof errorGroups)[number]

/**
 * The places in which a customer meets a code: the reply that refuses a request, the entry of one number in the reply to
 * an accepted request, the log of messages.
 */
export const errorStages = ['request', 'number', 'message'] as const
export type ErrorStage = (typeof errorStages)[number]

/** Sentences about money, by what happened to it (semantics D5). */
const charges = {
  free: {
    en: 'No. The message was never accepted, so it costs nothing.',
    'zh-CN': '不收费。短信未被受理，不产生费用。',
  },
  released: {
    en: 'No. The price on hold was released.',
    'zh-CN': '不收费。冻结的费用已解冻。',
  },
  none: {
    en: 'No. If the price was on hold, it was released.',
    'zh-CN': '不收费。如费用已冻结，会全部解冻。',
  },
  charged: {
    en: 'Yes, because the carrier accepted it. Accounts that pay for delivered messages only aren’t charged.',
    'zh-CN': '收费，因为运营商已接收。按送达计费的账户不收费。',
  },
  evidence: {
    en: 'Only if the carrier had accepted it. The message’s timeline in the log shows it.',
    'zh-CN': '仅当运营商已接收时收费，可在发送记录的处理过程中查看。',
  },
  held: {
    en: 'Not yet. The price stays on hold until the outcome is known.',
    'zh-CN': '暂未收费。费用已冻结，结果确定后扣费或解冻。',
  },
} as const

/** Sentences about a repeat of the same message. Only `now`, `wait` and `later` help without a change. */
const retries = {
  now: {
    en: 'Yes, with the same Idempotency-Key, so that nothing is sent twice. Wait for the Retry-After time if there is one.',
    'zh-CN': '可以。请使用相同的 Idempotency-Key，避免重复发送；响应带有 Retry-After 时，请先等待。',
  },
  wait: {
    en: 'Yes, once the limit or the condition no longer applies. An earlier attempt gets the same reply.',
    'zh-CN': '可以，但须等限制解除。提前重试会得到同样的结果。',
  },
  later: {
    en: 'Yes, as a new message. After a failed delivery, wait a few minutes first.',
    'zh-CN': '可以，作为新短信发送。投递失败的，请等待几分钟。',
  },
  fix: {
    en: 'Not unchanged. Correct the cause first.',
    'zh-CN': '不要原样重试，请先排除原因。',
  },
  choice: {
    en: 'Only if it’s still needed, as a new message.',
    'zh-CN': '仅在仍有需要时，作为新短信发送。',
  },
  settle: {
    en: 'Not yet. It may have arrived, and a repeat could reach the recipient twice.',
    'zh-CN': '暂不要重试。短信可能已送达，重发会让对方收到两次。',
  },
} as const

interface PageWords {
  /** The cause in full. This and each step are Markdown with code and links alone. */
  readonly why: string
  readonly steps: readonly string[]
}

export interface ErrorPage extends Readonly<Record<Locale, PageWords>> {
  readonly group: ErrorGroup
  readonly stages: readonly ErrorStage[]
  readonly charge: keyof typeof charges
  readonly retry: keyof typeof retries
  readonly related: readonly ErrorCode[]
}

type Facts = readonly [ErrorGroup, readonly ErrorStage[], ErrorPage['charge'], ErrorPage['retry'], readonly ErrorCode[]]
type Words = readonly [why: string, ...steps: string[]]

const page = ([group, stages, charge, retry, related]: Facts, en: Words, zh: Words): ErrorPage => {
  const words = ([why, ...steps]: Words): PageWords => ({ why, steps })
  return { group, stages, charge, retry, related, en: words(en), 'zh-CN': words(zh) }
}

const inRequest: readonly ErrorStage[] = ['request']
const inEntry: readonly ErrorStage[] = ['request', 'number']
const inNumber: readonly ErrorStage[] = [...inEntry, 'message']
const inLog: readonly ErrorStage[] = ['message']

/** The dictionary: a page for each error that a message or a request to the send API can get. */
const rows = {
  missing_params: page(
    ['request', inRequest, 'free', 'fix', ['invalid_request', 'restricted_params']],
    [
      'A field that the action needs is missing or empty. `details.field` names it.',
      'Add the field. A message needs `to` and exactly one of `text`, `content` and `templateId`.',
      'Check that your code doesn’t drop empty values before it writes the JSON.',
    ],
    [
      '缺少该操作必需的字段，或字段为空。`details.field` 给出字段名。',
      '请补充该字段。发送短信需要 `to`，以及 `text`、`content`、`templateId` 三者之一。',
      '请检查代码是否在生成 JSON 前丢弃了空值。',
    ],
  ),
  invalid_request: page(
    ['request', inRequest, 'free', 'fix', ['missing_params', 'restricted_params', 'malformed_json']],
    [
      'A field has the wrong type, length or form. `details.field` names it, with the place in a list, as in `to[3]`.',
      'Compare the field with the [table of fields](/docs#request).',
      'Name only one of `text`, `content` and `templateId`.',
    ],
    [
      '某个字段的类型、长度或格式不正确。`details.field` 给出字段名；列表中的字段会给出位置，例如 `to[3]`。',
      '请对照[字段说明](/docs#request)检查该字段。',
      '`text`、`content`、`templateId` 只能填写一个。',
    ],
  ),
  malformed_json: page(
    ['request', inRequest, 'free', 'fix', ['not_an_object', 'unreadable']],
    [
      'The body can’t be parsed: the JSON is broken, isn’t UTF-8, or is nested more than 32 levels deep.',
      'Build the body with a JSON library, not by joining strings: quotes and line breaks in texts need escaping.',
      'Log the exact bytes that you send and check them with a JSON validator.',
    ],
    [
      '请求正文无法解析：JSON 语法有误、不是 UTF-8 编码，或嵌套超过 32 层。',
      '请用 JSON 库生成正文，不要拼接字符串：内容中的引号和换行需要转义。',
      '请记录实际发送的字节，并用 JSON 校验工具检查。',
    ],
  ),
  not_an_object: page(
    ['request', inRequest, 'free', 'fix', ['malformed_json', 'invalid_request']],
    [
      'The body is valid JSON, but a list, a string or a number.',
      'Send one object with named fields, for example `{"to":"+12065550100","text":"Hello"}`.',
      'For several recipients, put the list into `to`.',
    ],
    [
      '请求正文是有效的 JSON，但不是对象，而是数组、字符串或数字。',
      '请发送一个包含各字段的对象，例如 `{"to":"+8613800138000","text":"您好"}`。',
      '向多个号码发送时，请把号码列表放在 `to` 中。',
    ],
  ),
  unreadable: page(
    ['request', inRequest, 'free', 'fix', ['malformed_json', 'too_large']],
    [
      'The server couldn’t read the HTTP request: its address or headers are broken, or the connection ended early.',
      'Check that the address and the query are percent-encoded.',
      'Check proxies in between for time limits that cut connections.',
    ],
    [
      '服务器无法读取该 HTTP 请求：地址或请求头有误，或连接提前中断。',
      '请检查地址和查询参数是否正确编码。',
      '请检查中间的代理是否因超时断开连接。',
    ],
  ),
  too_large: page(
    ['request', inRequest, 'free', 'fix', ['too_many_parts', 'invalid_request']],
    [
      'The body has more than 1 MB, or the headers exceed what a request may have.',
      'Send at most 100 numbers in one request.',
      'Move long data out of the text, for example behind a link.',
    ],
    [
      '请求正文超过 1 MB，或请求头超出允许的大小。',
      '每个请求最多包含 100 个号码。',
      '请将过长的内容移出短信，例如改用链接。',
    ],
  ),
  restricted_params: page(
    ['request', inRequest, 'free', 'fix', ['missing_params', 'invalid_request']],
    [
      'The request has a field or a query parameter that the action doesn’t know. Typos are refused, so that they never change what you send.',
      'Correct the name in `details.field`. Names are case-sensitive.',
      'Remove `templateData` from requests without `templateId`.',
      'Add parameters to the query only if they are signed.',
    ],
    [
      '请求包含该操作不支持的字段或查询参数。拼写错误会被拒绝，以免改变您要发送的内容。',
      '请更正 `details.field` 中的名称，名称区分大小写。',
      '没有 `templateId` 时，请勿填写 `templateData`。',
      '查询参数只能包含参与签名的参数。',
    ],
  ),
  unknown_action: page(
    ['request', inRequest, 'free', 'fix', ['not_found', 'restricted_params']],
    [
      'The `action` in the query is missing or isn’t one of ours.',
      'Use `action=sms.message.send` to send a message.',
      'Check the spelling: actions are written in lowercase with dots.',
    ],
    [
      '查询参数中的 `action` 缺失或不存在。',
      '发送短信请使用 `action=sms.message.send`。',
      '请检查拼写：action 由小写字母和点组成。',
    ],
  ),
  not_found: page(
    ['request', inRequest, 'free', 'fix', ['unknown_action']],
    [
      'There’s nothing at the address of the request.',
      'Send requests by POST to `/` or `/v1` of the API host, with the action in the query.',
      'Check the base address in your configuration for a path that doesn’t belong there.',
    ],
    [
      '请求的地址不存在。',
      '请以 POST 请求 API 主机的 `/` 或 `/v1`，并在查询参数中填写 action。',
      '请检查配置中的接口地址是否带有多余的路径。',
    ],
  ),
  idempotency_mismatch: page(
    ['request', inRequest, 'free', 'fix', ['invalid_signature']],
    [
      'The `Idempotency-Key` was used in the last 24 hours with another body, so the repeat isn’t the same request.',
      'Use a new key for each new message, and the same key only to repeat it unchanged.',
      'Build the body once and keep it for repeats: another order of fields or other spaces count as another body.',
    ],
    [
      '该 `Idempotency-Key` 在过去 24 小时内已用于正文不同的请求，因此不是同一请求的重试。',
      '每条新短信请使用新的 key，仅在原样重试时使用相同的 key。',
      '请保留首次生成的正文用于重试：字段顺序或空格不同，都视为不同的正文。',
    ],
  ),
  missing_access_key: page(
    ['request', inRequest, 'free', 'fix', ['invalid_access_key', 'unsigned_request']],
    [
      'The query has no `accessKeyId`, so the request belongs to no account.',
      'Add `accessKeyId` to the query, not to the body or a header.',
      'Check that the variable with your key isn’t empty.',
    ],
    [
      '查询参数中没有 `accessKeyId`，无法确定请求所属的账户。',
      '请在查询参数中添加 `accessKeyId`，不要放在正文或请求头中。',
      '请检查存放密钥的变量是否为空。',
    ],
  ),
  invalid_access_key: page(
    ['request', inRequest, 'free', 'fix', ['missing_access_key', 'unauthorized']],
    [
      'No credential has this AccessKey ID: it’s misspelt, deleted, or belongs to another region.',
      'Copy the AccessKey ID from [Credentials](/credentials).',
      'Check that you call the host on which the account was opened.',
    ],
    [
      '没有使用该 AccessKey ID 的凭证：可能拼写有误、已被删除，或属于其他区域。',
      '请从[访问凭证](/credentials)页面复制 AccessKey ID。',
      '请确认调用的是开户区域的主机地址。',
    ],
  ),
  unsigned_request: page(
    ['request', inRequest, 'free', 'fix', ['invalid_signature', 'missing_access_key']],
    [
      'The credential is in HMAC mode, but the request has no signature.',
      '[Sign the query](/docs#hmac) with your AccessKey Secret.',
      'For a first try, switch the credential to simple mode under [Credentials](/credentials).',
    ],
    [
      '该凭证为 HMAC 模式，但请求没有签名。',
      '请使用 AccessKey Secret [对查询参数签名](/docs#hmac)。',
      '初次试用时，可在[访问凭证](/credentials)页面将凭证切换为简易模式。',
    ],
  ),
  invalid_signature: page(
    ['request', inRequest, 'free', 'fix', ['invalid_signature_timestamp', 'unsigned_request', 'idempotency_mismatch']],
    [
      'The signature isn’t the one that we compute, the `nonce` was used before, or `bodySha256` doesn’t match the body.',
      '`details.field` names the parameter at fault. Compare your code with the [test vector](/docs#hmac): parameters sorted by name, without `signature`, joined by `&`.',
      'Generate a new `nonce` for each request, also for repeats.',
      'Check that the secret belongs to the AccessKey ID and has no spaces around it.',
    ],
    [
      '签名与我们计算的不一致、`nonce` 已被使用，或 `bodySha256` 与正文不符。',
      '`details.field` 为出错的参数。请用[测试数据](/docs#hmac)核对代码：参数按名称排序，不含 `signature`，以 `&` 连接。',
      '每次请求（包括重试）都要生成新的 `nonce`。',
      '请确认 Secret 与 AccessKey ID 对应，且首尾没有空格。',
    ],
  ),
  invalid_signature_timestamp: page(
    ['request', inRequest, 'free', 'fix', ['invalid_signature']],
    [
      'The `timestamp` of the signature is more than ten minutes away from our clock.',
      'Synchronise the clock of your server by NTP.',
      'Sign right before sending. Don’t sign requests that wait in a queue.',
      'Send seconds or milliseconds since 1970 in UTC.',
    ],
    [
      '签名中的 `timestamp` 与服务器时间相差超过十分钟。',
      '请通过 NTP 校准服务器时间。',
      '请在发送前再签名，不要提前为排队中的请求签名。',
      '请使用自 1970 年起的 UTC 秒数或毫秒数。',
    ],
  ),
  unauthorized: page(
    ['request', inRequest, 'free', 'fix', ['invalid_access_key', 'account_suspended']],
    [
      'The credential is of a type that can’t use the send API.',
      'Create an ordinary credential under [Credentials](/credentials) and use its key.',
    ],
    ['该凭证的类型不能用于发送接口。', '请在[访问凭证](/credentials)页面创建普通凭证，并使用其密钥。'],
  ),
  ip_not_allowed: page(
    ['request', inRequest, 'free', 'fix', ['unauthorized', 'invalid_access_key']],
    [
      'The IP restriction of the account doesn’t let this address use the credential. `details.more.ip` is the address that we see.',
      'If the address is one of your servers, add it under [IP restriction](/extensions/ip-restriction). Changes take effect within 5 seconds.',
      'If it isn’t, replace the credential under [Credentials](/credentials): someone else has its key.',
      'Behind NAT, a proxy or a cloud, we see the public address of the way out, not that of the server.',
    ],
    [
      '账户的 IP 限制不允许该 IP 使用此凭证。`details.more.ip` 为我们看到的来源 IP。',
      '如果是您的服务器，请在 [IP 限制](/extensions/ip-restriction)中添加，5 秒内生效。',
      '如果不是，请在[访问凭证](/credentials)中更换凭证，密钥可能已泄露。',
      '服务器经 NAT、代理或云网络出网时，我们看到的是出口公网 IP，而不是服务器本机 IP。',
    ],
  ),
  account_suspended: page(
    ['request', ['request', 'message'], 'none', 'fix', ['unauthorized', 'insufficient_funds']],
    [
      'Your account is suspended. New requests are refused, and messages that were waiting are rejected free of charge.',
      'It stays suspended until usage is confirmed non-fraudulent. [Submit an appeal](/support/new?category=appeal), or contact support.',
      'Once the suspension is lifted, send the rejected messages again from the [log](/sms/logs).',
    ],
    [
      '您的账户已被暂停。新的请求会被拒绝，排队中的短信也会被拒绝，且不收费。',
      '账户在确认不存在欺诈行为前暂停使用。请[提交申诉](/support/new?category=appeal)或联系客服。',
      '解除暂停后，可从[发送记录](/sms/logs)重新发送被拒绝的短信。',
    ],
  ),
  missing_signature: page(
    ['sender', inRequest, 'free', 'fix', ['signature_not_found', 'signature_not_approved', 'no_template']],
    [
      'Mainland China accounts send under an approved sender ID, and the request names none.',
      'Apply for a sender ID under [Sender IDs](/sms/signatures) and wait for its approval.',
      'Name it in `signature`, or choose a default sender ID.',
    ],
    [
      '中国大陆账户须使用审核通过的签名发送，而请求中没有签名。',
      '请在[短信签名](/sms/signatures)页面申请签名，并等待审核通过。',
      '请在 `signature` 中填写签名，或设置默认签名。',
    ],
  ),
  signature_not_found: page(
    ['sender', inRequest, 'free', 'fix', ['signature_not_approved', 'missing_signature']],
    [
      'Your account has no sender ID with the name in `signature`.',
      'Copy the name from [Sender IDs](/sms/signatures), without brackets.',
      'Omit the field to send under your default sender.',
    ],
    [
      '您的账户中没有名称与 `signature` 相同的签名。',
      '请从[短信签名](/sms/signatures)页面复制名称，不要带括号。',
      '不填写该字段时，使用默认签名发送。',
    ],
  ),
  signature_not_approved: page(
    ['sender', inRequest, 'free', 'fix', ['pre_approved_numbers', 'signature_restricted', 'carrier_filing_pending']],
    [
      'The sender ID is still under review, was rejected, or isn’t approved for marketing yet.',
      'See its state and the reason under [Sender IDs](/sms/signatures).',
      'Correct a rejected one and submit it again, or use another sender ID meanwhile.',
    ],
    [
      '签名正在审核、已被驳回，或尚未审核通过用于营销短信。',
      '请在[短信签名](/sms/signatures)页面查看状态和原因。',
      '被驳回的签名请修改后重新提交，其间可使用其他签名。',
    ],
  ),
  sender_unverified: page(
    ['sender', inRequest, 'free', 'fix', ['signature_restricted', 'content_restricted', 'home_country_only']],
    [
      'Until an account is verified, its messages go out under our shared sender.',
      'Complete your [verification](/verification).',
      'Or omit `signature`, and use a template that is bound to no sender ID.',
    ],
    [
      '账户认证前，短信只能以共享发送方发送。',
      '请完成[实名认证](/verification)。',
      '也可以不填写 `signature`，并使用未绑定签名的模板。',
    ],
  ),
  signature_restricted: page(
    ['sender', inNumber, 'free', 'fix', ['signature_not_approved', 'template_restricted']],
    [
      'The sender ID doesn’t cover this message: its scene, its country, or the template’s own sender ID differs.',
      'Check the scenes and regions of the sender ID under [Sender IDs](/sms/signatures).',
      'Use the sender ID that the template was approved with.',
      'If the text begins with a name in brackets, name the same one in `signature`, or none.',
    ],
    [
      '该签名不适用于这条短信：场景、国家或地区不符，或模板绑定了其他签名。',
      '请在[短信签名](/sms/signatures)页面查看签名适用的场景和地区。',
      '请使用模板审核时绑定的签名。',
      '内容以括号中的名称开头时，`signature` 须与其一致，或不填写。',
    ],
  ),
  third_party_authorisation_expired: page(
    ['sender', inRequest, 'free', 'fix', ['signature_not_approved']],
    [
      'A third party lent you this sender ID, and its letter of authorisation has expired.',
      'Ask the third party for a new letter and upload it under [Sender IDs](/sms/signatures).',
      'Send under another sender ID until the renewal is approved.',
    ],
    [
      '该签名由第三方授权使用，其授权书已过期。',
      '请向第三方取得新的授权书，并在[短信签名](/sms/signatures)页面上传。',
      '续期通过前，请使用其他签名发送。',
    ],
  ),
  pre_approved_numbers: page(
    ['sender', inNumber, 'free', 'wait', ['pre_approved_cap', 'signature_not_approved', 'template_not_approved']],
    [
      'The sender ID or the template was submitted less than an hour ago and hasn’t been reviewed by a person. Until then it reaches your own verified phone only.',
      'Test it with your own number.',
      'Try again an hour after submitting, or once it’s approved.',
    ],
    [
      '签名或模板提交未满一小时，尚未经过人工审核，期间只能发送到您已验证的手机号。',
      '请用自己的号码测试。',
      '请在提交满一小时后或审核通过后重试。',
    ],
  ),
  carrier_filing_pending: page(
    ['sender', inNumber, 'free', 'wait', ['signature_not_approved', 'blocked_by_carrier']],
    [
      'To mainland China, each sender ID and template is filed with the carriers after our approval. This filing isn’t finished.',
      'See the filing of each carrier on the page of the [sender ID](/sms/signatures) or [template](/sms/templates).',
      'Wait for it, or send under a sender ID whose filing is complete.',
    ],
    [
      '发往中国大陆的签名和模板，在我们审核通过后还须在运营商报备，目前报备尚未完成。',
      '请在[签名](/sms/signatures)或[模板](/sms/templates)详情中查看各运营商的报备进度。',
      '请等待报备完成，或使用已完成报备的签名发送。',
    ],
  ),
  template_not_found: page(
    ['content', inRequest, 'free', 'fix', ['no_template', 'template_not_approved']],
    [
      'Your account has no template with the ID or code in `templateId`.',
      'Copy the code or the ID from [Templates](/sms/templates).',
      'Check that your application uses the templates of the same account as the key.',
    ],
    [
      '您的账户中没有与 `templateId` 对应的模板。',
      '请从[短信模板](/sms/templates)页面复制模板代码或 ID。',
      '请确认应用使用的模板与密钥属于同一账户。',
    ],
  ),
  no_template: page(
    ['content', inRequest, 'free', 'fix', ['template_not_found', 'template_not_approved', 'missing_signature']],
    [
      'Mainland China accounts send texts of approved templates only, and this text fits none. `details` names the nearest template and the first difference.',
      'Change the text to fit the template, down to punctuation and spaces.',
      'Better, send `templateId` with `templateData`, so that the words always fit.',
      'Or submit the text as a new template under [Templates](/sms/templates).',
    ],
    [
      '中国大陆账户只能发送与审核通过的模板一致的内容，而该内容与任何模板都不符。`details` 给出最接近的模板和第一处差异。',
      '请按模板修改内容，标点和空格也须一致。',
      '建议改用 `templateId` 和 `templateData` 发送，内容始终与模板一致。',
      '也可在[短信模板](/sms/templates)页面将该内容提交为新模板。',
    ],
  ),
  template_not_approved: page(
    ['content', inRequest, 'free', 'fix', ['template_not_found', 'pre_approved_cap', 'pre_approved_numbers']],
    [
      'The template is under review, was rejected or withdrawn, or is for marketing and waits for a person’s review.',
      'See its state and the reason under [Templates](/sms/templates).',
      'Use an approved template, or a public one, whose code begins with `pub_`.',
    ],
    [
      '模板正在审核、已被驳回或撤回，或属于营销模板而尚未经过人工审核。',
      '请在[短信模板](/sms/templates)页面查看状态和原因。',
      '请使用审核通过的模板，或代码以 `pub_` 开头的公共模板。',
    ],
  ),
  template_restricted: page(
    ['content', inRequest, 'free', 'fix', ['template_not_approved', 'signature_restricted', 'scene_restricted']],
    [
      'The request names another scene than the one that the template was approved for.',
      'Omit `scene`: the template’s own applies.',
      'For another scene, submit a template of its own.',
    ],
    [
      '请求中的场景与模板审核通过的场景不同。',
      '请不要填写 `scene`，系统会使用模板的场景。',
      '其他场景请另行提交模板。',
    ],
  ),
  missing_template_data: page(
    ['content', inRequest, 'free', 'fix', ['invalid_template_data']],
    [
      'A variable of the template has no value in `templateData`. `details.field` names it.',
      'Give a value for every variable that the template’s page lists.',
      'Check the spelling of the names: each is written as in the template, without braces.',
    ],
    [
      '模板中的某个变量在 `templateData` 中没有值。`details.field` 给出变量名。',
      '请为模板中的每个变量填写值。',
      '请检查变量名的拼写，须与模板中一致，不带花括号。',
    ],
  ),
  invalid_template_data: page(
    ['content', inRequest, 'free', 'fix', ['missing_template_data']],
    [
      'A value doesn’t fit the type of its variable, for example letters where the template declares a number or a code.',
      'Compare the value with the variable’s type and length on the page of the [template](/sms/templates).',
      'If the type is too narrow, submit a new version of the template.',
    ],
    [
      '某个变量的值与其类型不符，例如声明为数字或验证码的变量包含了文字。',
      '请对照[模板](/sms/templates)详情中变量的类型和长度检查该值。',
      '如类型过窄，请提交模板的新版本。',
    ],
  ),
  too_many_parts: page(
    ['content', inRequest, 'free', 'fix', ['too_large']],
    [
      'The text needs more than ten parts, or more than its template shows. One part has up to 160 characters, or 70 as soon as one of them isn’t in the GSM alphabet.',
      'Shorten the text, or split it into several messages.',
      'Replace typographic quotes, dashes and emoji, which force Unicode.',
      'Check the number of parts beforehand with [a dry run](/docs#dry-run).',
    ],
    [
      '内容超过 10 条，或超过模板显示的最大条数。每条最多 160 个字符；只要有一个字符不在 GSM 字符集中（例如汉字），每条最多 70 个字符。',
      '请缩短内容，或拆分为多条短信。',
      '请替换弯引号、破折号和表情符号，它们会使整条短信按 Unicode 计费。',
      '可通过[试算](/docs#dry-run)提前查看计费条数。',
    ],
  ),
  content_restricted: page(
    ['content', inRequest, 'free', 'fix', ['home_country_only', 'daily_cap_paid']],
    [
      'Until an account is verified, free texts may contain neither links nor phone numbers.',
      'Complete your [verification](/verification).',
      'Or send an approved template, which may contain them.',
    ],
    [
      '账户认证前，自定义内容不能包含链接或电话号码。',
      '请完成[实名认证](/verification)。',
      '也可使用包含链接或电话号码的已审核模板。',
    ],
  ),
  scene_restricted: page(
    ['content', inRequest, 'free', 'fix', ['template_restricted']],
    [
      'Your account isn’t verified, or it’s verified as an individual. Neither can send marketing.',
      'Verify an enterprise, a business or a sole trader under [Verification](/verification).',
      'Send as a notification only what is one: a text that advertises is marketing.',
    ],
    [
      '您的账户未认证或为个人认证，不能发送营销短信。',
      '请在[实名认证](/verification)页面完成企业认证。',
      '只有确属通知的内容才能按通知发送，含推广的内容属于营销短信。',
    ],
  ),
  invalid_phone_number: page(
    ['recipient', inEntry, 'free', 'fix', ['no_route', 'geo_restricted']],
    [
      'The number can’t exist: it’s too short or too long for its country, or has no valid calling code.',
      'Write numbers with `+` and the calling code, for example `+12065550100`.',
      'A number without `+` is read as one of your home country. Drop the leading zero of national numbers.',
      'Check numbers when they are entered, not when you send.',
    ],
    [
      '该号码不可能存在：长度与所属国家或地区不符，或区号无效。',
      '请使用 `+` 加国际区号的格式，例如 `+8613800138000`。',
      '不带 `+` 的号码按您所在国家或地区处理。其他国家的本地号码请去掉开头的 0。',
      '建议在录入号码时校验，而不是在发送时。',
    ],
  ),
  no_route: page(
    ['recipient', inNumber, 'free', 'fix', ['geo_restricted', 'no_upstream_available']],
    [
      'We have no route and no price for the country of this number.',
      'Look up the countries that we reach under [Prices](/prices).',
      'Remove the number, or ask support whether a route is planned.',
    ],
    [
      '该号码所属的国家或地区暂无路由和价格。',
      '可在[价格](/prices)页面查询支持的国家和地区。',
      '请移除该号码，或向客服咨询开通计划。',
    ],
  ),
  opted_out: page(
    ['recipient', inNumber, 'free', 'fix', ['recipient_blocked', 'geo_restricted']],
    [
      'The recipient list of your account has an opt-out of this number for the scene of the message. Messages of other scenes still go out.',
      'Stop sending these messages to the number, also from your own systems.',
      'Send as a notification only what is one: a text that advertises is marketing.',
      'Remove the opt-out from the [recipient list](/protection) only if the person agreed to get messages again.',
    ],
    [
      '您的号码名单中有该号码对此场景的退订记录。其他场景的短信不受影响。',
      '请停止向该号码发送此类短信，并同步更新您自己的系统。',
      '只有确属通知的内容才能按通知发送，含推广的内容属于营销短信。',
      '只有在对方重新同意接收后，才能在[号码名单](/protection)中移除退订记录。',
    ],
  ),
  recipient_blocked: page(
    ['recipient', inNumber, 'free', 'fix', ['opted_out', 'geo_restricted']],
    [
      'The recipient list of your account blocks this number, so it gets no message of any scene, codes included.',
      'Look the number up in the [recipient list](/protection): its entry shows when and why it was blocked.',
      'Remove the entry to send to the number again.',
    ],
    [
      '该号码在您的号码名单中被屏蔽，任何场景的短信都不会发送，包括验证码。',
      '请在[号码名单](/protection)中查找该号码，查看屏蔽的时间和原因。',
      '移除该记录后即可恢复发送。',
    ],
  ),
  geo_restricted: page(
    ['recipient', inNumber, 'free', 'fix', ['home_country_only', 'own_numbers_only', 'no_route']],
    [
      'Your account hasn’t enabled sending to the country of this number. Accounts enable countries one by one, so that a leaked key can’t send to expensive ones.',
      'Enable the country under [Settings, Sending countries](/account/settings?tab=countries).',
      'If you don’t serve this country, check where the number came from: it may be an attempt at fraud.',
    ],
    [
      '您的账户尚未开通该号码所属的国家或地区。国家和地区须逐个开通，以防密钥泄露后被用于高价地区。',
      '请在[设置中的“可发送的国家和地区”](/account/settings?tab=countries)开通。',
      '如您的业务不涉及该地区，请核查号码来源，谨防盗刷。',
    ],
  ),
  quiet_hours: page(
    ['recipient', inNumber, 'free', 'later', ['opted_out', 'geo_restricted']],
    [
      'Marketing is only sent during the recipient’s daytime, by the rules of the country. It waits for the next allowed hours automatically, but this number has none within 14 days.',
      'If the country needs its public holidays, they may not be known for that year yet. Try again later.',
      'If you set hours of your own for a broadcast, widen them so that they meet those of the country.',
    ],
    [
      '营销短信只能在收件人当地白天发送，具体时段取决于所在国家或地区的规定。通常会自动等到下一个可发送时段，但该号码在 14 天内没有可发送的时段。',
      '如当地规定节假日不可发送，可能尚未收录该年度的节假日，请稍后重试。',
      '如群发设置了自定义时段，请放宽时段，使其与当地可发送时段重合。',
    ],
  ),
  own_numbers_only: page(
    ['recipient', inNumber, 'free', 'fix', ['daily_cap_new', 'home_country_only']],
    [
      'Before the first top-up, an account sends only to the phone number that its owner has verified.',
      'Verify your phone under [Settings](/account/settings) and test with it.',
      '[Top up](/topup) to send to other numbers.',
    ],
    [
      '首次充值前，账户只能发送到已验证的本人手机号。',
      '请在[设置](/account/settings)中验证手机号，并用该号码测试。',
      '[充值](/topup)后即可发送到其他号码。',
    ],
  ),
  home_country_only: page(
    ['recipient', inNumber, 'free', 'fix', ['content_restricted', 'geo_restricted']],
    [
      'Until an account is verified, free texts go to its home country only.',
      'Complete your [verification](/verification).',
      'Or send an approved template, which reaches every country that you enabled.',
    ],
    [
      '账户认证前，自定义内容只能发送到您所在的国家或地区。',
      '请完成[实名认证](/verification)。',
      '也可使用审核通过的模板，模板可发送到您开通的所有国家和地区。',
    ],
  ),
  daily_cap_new: page(
    ['limit', inRequest, 'free', 'wait', ['daily_cap_paid', 'own_numbers_only']],
    [
      'Before the first top-up, an account sends at most 20 messages a day. Days are those of your account’s time zone.',
      '[Top up](/topup): the limit rises immediately.',
      'Or continue tomorrow.',
    ],
    [
      '首次充值前，账户每天最多发送 20 条短信，按账户所在时区的自然日计算。',
      '[充值](/topup)后立即提高限额。',
      '也可明天继续发送。',
    ],
  ),
  daily_cap_paid: page(
    ['limit', inRequest, 'free', 'wait', ['daily_cap_new', 'content_restricted']],
    [
      'Until an account is verified, it sends at most 1,000 messages a day. Days are those of your account’s time zone.',
      'Complete your [verification](/verification): the limit no longer applies.',
      'Or continue tomorrow.',
    ],
    [
      '认证前，账户每天最多发送 1,000 条短信，按账户所在时区的自然日计算。',
      '请完成[实名认证](/verification)，认证后不再受此限制。',
      '也可明天继续发送。',
    ],
  ),
  pre_approved_cap: page(
    ['limit', inRequest, 'free', 'wait', ['pre_approved_numbers', 'template_not_approved', 'signature_not_approved']],
    [
      'A sender ID or template that only the automatic check has passed sends at most 100 messages a day.',
      'Wait for its review, which you can follow under [Sender IDs](/sms/signatures) and [Templates](/sms/templates).',
      'Use an approved one for more today.',
    ],
    [
      '仅通过自动审核的签名或模板，每天最多发送 100 条。',
      '请等待人工审核，可在[短信签名](/sms/signatures)和[短信模板](/sms/templates)页面查看进度。',
      '今天如需发送更多，请使用审核通过的签名和模板。',
    ],
  ),
  recipient_rate_limited: page(
    ['limit', inNumber, 'free', 'wait', ['day_cap_reached', 'country_cap_reached']],
    [
      'A rule of your account allows fewer messages to one recipient in a minute, an hour or a day. `details` names the rule’s scope, the limit and the end of its window.',
      'Wait for the time in `Retry-After`.',
      'Change the rule under [Rate limiting](/extensions/sms-rate-limiting), or exempt the number there.',
    ],
    [
      '您的账户设置了规则，限制每分钟、每小时或每天发给同一号码的短信条数。`details` 中包含规则范围、上限和周期结束时间。',
      '请按 `Retry-After` 等待。',
      '可在[频率限制](/extensions/sms-rate-limiting)中调整规则，或将该号码设为豁免号码。',
    ],
  ),
  day_cap_reached: page(
    ['limit', inNumber, 'free', 'wait', ['recipient_rate_limited', 'country_cap_reached']],
    [
      'You set a cap on the messages that your account sends in a day. Days are those of your account’s time zone.',
      'Raise the cap under [Rate limiting](/extensions/sms-rate-limiting). It holds within 5 seconds.',
      'Or continue tomorrow.',
    ],
    [
      '您设置了账户每天的发送上限，按账户所在时区的自然日计算。',
      '可在[频率限制](/extensions/sms-rate-limiting)中提高上限，5 秒内生效。',
      '也可明天继续发送。',
    ],
  ),
  country_cap_reached: page(
    ['limit', inNumber, 'free', 'wait', ['day_cap_reached', 'geo_restricted']],
    [
      'You set a cap on the messages that your account sends to this country in an hour.',
      'Raise the cap under [Rate limiting](/extensions/sms-rate-limiting). It holds within 5 seconds.',
      'Or wait for the time in `Retry-After`.',
    ],
    [
      '您设置了账户每小时发往该国家或地区的上限。',
      '可在[频率限制](/extensions/sms-rate-limiting)中提高上限，5 秒内生效。',
      '也可按 `Retry-After` 等待后再发送。',
    ],
  ),
  queue_full: page(
    ['limit', inRequest, 'free', 'wait', ['busy', 'daily_cap_paid']],
    [
      'Four hours of your account’s rate are waiting already, so a new message would arrive too late.',
      'Wait for the time in `Retry-After`, then send more slowly.',
      'Ask support for a higher rate.',
    ],
    [
      '账户中等待发送的短信已达四小时的发送量，新的短信会严重延迟。',
      '请按 `Retry-After` 等待，并放慢发送速度。',
      '可向客服申请提高发送速率。',
    ],
  ),
  insufficient_funds: page(
    ['limit', inRequest, 'free', 'fix', ['account_suspended', 'queue_full']],
    [
      'The available balance is lower than the price of the whole request. Amounts on hold for messages in progress don’t count as available.',
      '[Top up](/topup), then repeat the request.',
      'Turn on auto-recharge and a low-balance alert, so that it doesn’t happen again.',
      'Send smaller requests: all numbers of one are refused together.',
    ],
    [
      '可用余额低于整个请求的费用。发送中短信冻结的金额不计入可用余额。',
      '请[充值](/topup)后重试。',
      '建议开启自动充值和余额提醒，避免再次发生。',
      '可减少每个请求的号码数量：余额不足时，同一请求中的所有号码都会被拒绝。',
    ],
  ),
  upstream_refused: page(
    ['delivery', inLog, 'released', 'fix', ['blocked_by_carrier', 'undelivered']],
    [
      'The carrier answered that it won’t take the message: for example because the number isn’t in service, or the sender isn’t allowed there.',
      'Check the number, and remove it if it’s refused again.',
      'Compare sender and text with the rules of the country. The carrier’s own code is in the timeline of the message.',
    ],
    [
      '运营商明确拒收了这条短信，例如号码未启用，或当地不允许该发送方。',
      '请核对号码；如再次被拒，请移除。',
      '请对照当地规则检查签名和内容，运营商返回的原始代码见短信的处理过程。',
    ],
  ),
  blocked_by_carrier: page(
    ['delivery', inLog, 'charged', 'fix', ['upstream_refused', 'carrier_filing_pending', 'undelivered']],
    [
      'The carrier accepted the message and its filter then stopped it. Filters look at the sender, links, wording and complaints.',
      'Avoid short links of public services, and words that look like fraud.',
      'Use a sender that is registered in the country.',
      'Don’t repeat it unchanged: repeats make a filter stricter.',
    ],
    [
      '运营商接收后，短信被其过滤系统拦截。过滤依据包括发送方、链接、措辞和投诉。',
      '请避免使用公共短链接和容易被误判为诈骗的措辞。',
      '请使用在当地完成登记的签名。',
      '请勿原样重发：重复发送会使过滤更加严格。',
    ],
  ),
  undelivered: page(
    ['delivery', inLog, 'charged', 'later', ['expired', 'upstream_refused', 'blocked_by_carrier']],
    [
      'The carrier tried and reported that the message didn’t reach the phone: it may be off, out of coverage, full or unable to receive messages.',
      'Try again later, and for codes offer another channel.',
      'Remove a number that fails again and again.',
    ],
    [
      '运营商尝试投递后报告未送达：手机可能关机、不在服务区、存储已满，或无法接收短信。',
      '请稍后重试；验证码可提供其他验证方式。',
      '多次失败的号码请移除。',
    ],
  ),
  expired: page(
    ['delivery', inLog, 'evidence', 'later', ['undelivered', 'not_handed_over']],
    [
      'The message wasn’t delivered within its validity: either it waited too long for its turn, or the phone stayed unreachable.',
      'Codes are valid for five minutes, notifications for a day, marketing for three days, unless your account has a validity of its own.',
      'If many messages expire before they are sent, send more slowly or ask for a higher rate.',
    ],
    [
      '短信在有效期内未能送达：可能排队时间过长，或手机一直无法接通。',
      '默认有效期：验证码 5 分钟，通知 1 天，营销 3 天；账户单独设置过有效期的除外。',
      '如大量短信在发出前过期，请放慢发送，或申请提高速率。',
    ],
  ),
  upstream_auth_failed: page(
    ['delivery', inLog, 'released', 'fix', ['no_upstream_available', 'mapping_missing']],
    [
      'The provider of your channel rejected its credentials, and no other channel of the rule took the message.',
      'Enter the current credentials under [Upstreams](/upstreams), send a test, and activate the channel.',
      'Send the message again from the [log](/sms/logs).',
    ],
    [
      '您的通道所属服务商拒绝了该凭据，规则中也没有其他通道接收这条短信。',
      '请在[上游通道](/upstreams)中更新凭据，发送测试短信后启用该通道。',
      '然后从[发送记录](/sms/logs)重新发送。',
    ],
  ),
  mapping_missing: page(
    ['delivery', inLog, 'released', 'fix', ['no_upstream_available', 'upstream_auth_failed']],
    [
      'The provider of your channel sends its own templates alone. It doesn’t know the template or the sender ID of this message, or hasn’t approved it.',
      'Add the ID that the provider gave it under [Upstreams, Mappings](/upstreams?tab=mappings), or let a rule send such messages over another channel.',
    ],
    [
      '您的通道所属服务商只发送在其平台报备的模板，而这条短信的模板或签名未在该服务商报备，或尚未通过审核。',
      '请在[上游通道的“映射”](/upstreams?tab=mappings)中填写服务商侧的 ID，或设置规则改走其他通道。',
    ],
  ),
  no_upstream_available: page(
    ['delivery', inNumber, 'none', 'later', ['not_handed_over', 'no_route']],
    [
      'No channel can take the message now. A request or a number is refused where every channel of your routing rule is paused, over its daily spend cap or otherwise unavailable. An accepted message is tried three times within seconds by every suitable route, then fails.',
      'Send it again in a minute from the [log](/sms/logs) or with your code.',
      'If you use your own channels, check their states and daily spend caps under [Upstreams](/upstreams).',
      'If it lasts, contact support with the ID of a request or a message.',
    ],
    [
      '当前没有通道可以接收这条短信。如路由规则中的通道均已暂停、达到每日消费上限或因其他原因不可用，请求或其中的号码会被拒绝；已受理的短信会在数秒内通过所有合适的路由尝试三次，仍失败则发送失败。',
      '请一分钟后从[发送记录](/sms/logs)或通过代码重新发送。',
      '如使用自有通道，请在[上游通道](/upstreams)中检查通道状态和每日消费上限。',
      '如持续出现，请提供请求 ID 或短信 ID 联系客服。',
    ],
  ),
  not_handed_over: page(
    ['delivery', inLog, 'released', 'later', ['outcome_unknown', 'no_upstream_available']],
    [
      'The connection to the carrier broke while the message was sent, and the carrier confirmed twice that it doesn’t have it. We don’t repeat such a message on our own.',
      'Send it again from the [log](/sms/logs) if it’s still needed.',
    ],
    [
      '发送时与运营商的连接中断，经两次查询，运营商确认没有收到。我们不会自动重发这类短信。',
      '如仍需发送，请从[发送记录](/sms/logs)重新发送。',
    ],
  ),
  outcome_unknown: page(
    ['delivery', inLog, 'held', 'settle', ['not_handed_over', 'undelivered']],
    [
      'The carrier’s answer was lost, so it’s open whether it has the message. We ask the carrier and never send it twice.',
      'Wait for the result: mostly a few seconds, and seven days at most.',
      'For urgent codes, send a new code: the recipient can tell two codes apart.',
    ],
    [
      '运营商的响应丢失，尚不确定短信是否已被接收。我们会向运营商查询，绝不重复发送。',
      '请等待结果：通常只需数秒，最长七天。',
      '紧急的验证码请发送新的验证码，对方可以区分。',
    ],
  ),
  cancelled: page(
    ['delivery', inLog, 'released', 'choice', ['expired']],
    [
      'You cancelled the message while it was waiting, so it never left.',
      'Send it again from the [log](/sms/logs) if it’s still needed.',
      'The audit log in your [settings](/account/settings?tab=audit) shows when it was cancelled.',
    ],
    [
      '您在短信等待发送时取消了它，短信没有发出。',
      '如仍需发送，请从[发送记录](/sms/logs)重新发送。',
      '取消的时间可在[设置](/account/settings?tab=audit)的操作日志中查看。',
    ],
  ),
  internal: page(
    ['service', inRequest, 'free', 'now', ['unavailable', 'busy']],
    [
      'Something failed on our side. The request wasn’t accepted unless the log shows its messages.',
      'Repeat it with the same `Idempotency-Key`: if it was accepted after all, you get the first reply.',
      'If it lasts, contact support with the `X-Request-Id` of the reply.',
    ],
    [
      '我方系统出现异常。除非发送记录中能查到，否则请求未被受理。',
      '请使用相同的 `Idempotency-Key` 重试：如首次请求其实已受理，会返回首次的响应。',
      '如持续出现，请提供响应中的 `X-Request-Id` 联系客服。',
    ],
  ),
  unavailable: page(
    ['service', inRequest, 'free', 'now', ['internal', 'busy']],
    [
      'The service is restarting or its database can’t be reached for a moment.',
      'Repeat the request after the time in `Retry-After`, with the same `Idempotency-Key`.',
      'Let your code wait longer after each failed attempt.',
    ],
    [
      '服务正在重启，或数据库暂时无法访问。',
      '请按 `Retry-After` 等待后，使用相同的 `Idempotency-Key` 重试。',
      '每次失败后，请逐步延长等待时间。',
    ],
  ),
  busy: page(
    ['service', inRequest, 'free', 'now', ['unavailable', 'queue_full']],
    [
      'More requests arrive at this moment than the service can admit.',
      'Repeat the request after the time in `Retry-After`, with the same `Idempotency-Key`.',
      'Open fewer connections at once, and put several numbers into one request.',
    ],
    [
      '当前到达的请求超过服务的受理能力。',
      '请按 `Retry-After` 等待后，使用相同的 `Idempotency-Key` 重试。',
      '请减少并发连接，并将多个号码合并到一个请求中。',
    ],
  ),
} as const satisfies Partial<Record<ErrorCode, ErrorPage>>

/** A code that has a page. */
export type PagedError = keyof typeof rows

export const errorPages: Readonly<Record<PagedError, ErrorPage>> = rows

export const hasPage = (code: string): code is PagedError => Object.hasOwn(errorPages, code)

/** Codes in the order of the dictionary. */
export const pagedErrors: readonly PagedError[] = Object.keys(errorPages).filter(hasPage)

/** A page in one language. */
export interface ShownErrorPage extends PageWords {
  readonly code: PagedError
  readonly what: string
  readonly todo: string
  readonly side: ErrorSide
  readonly group: ErrorGroup
  readonly stages: readonly ErrorStage[]
  readonly charge: string
  readonly retry: string
  readonly retryable: boolean
  readonly http: number
  readonly number: string
  readonly word: string
  readonly related: readonly ErrorCode[]
}

/** The page of a code in one language, with its row of the table of errors. */
export function errorPage(code: PagedError, locale: Locale): ShownErrorPage {
  const { group, stages, charge, retry, related, [locale]: words } = errorPages[code]
  const { side, retryable, http, number, word } = errors[code]
  return {
    code,
    ...errorWords(code, locale),
    ...words,
    side,
    group,
    stages,
    retryable,
    http,
    number,
    word,
    related,
    charge: charges[charge][locale],
    retry: retries[retry][locale],
  }
}
