import { broadcasts } from './limits/broadcasts.ts'
import { trust } from './limits/messaging.ts'

/** The part of a message's life that an error belongs to. */
export type ErrorClass =
  | 'api'
  | 'content'
  | 'sender'
  | 'recipient'
  | 'limit'
  | 'fraud'
  | 'route'
  | 'carrier'
  | 'expired'
  | 'unknown'

/** The party that can resolve the error. */
export type ErrorSide = 'customer' | 'us' | 'carrier' | 'recipient'

/** The cause and the next step, in one or two plain sentences. */
export interface ErrorWords {
  readonly what: string
  readonly todo: string
}

export interface ErrorRow {
  readonly class: ErrorClass
  readonly side: ErrorSide
  readonly retryable: boolean
  readonly http: number
  /** The error's number and name in the send API. */
  readonly number: string
  readonly word: string
  /** The SMPP command_status of the response (SMPP 3.4, section 5.1.3). */
  readonly smpp: number
  readonly en: ErrorWords
  readonly zh: ErrorWords
}

type Columns = readonly [
  ErrorClass,
  ErrorSide,
  retryable: 'again' | 'final',
  http: number,
  number: string,
  word: string,
  smpp: number,
]
type Sentence = readonly [what: string, todo: string]

const row = ([kind, side, again, http, number, word, smpp]: Columns, en: Sentence, zh: Sentence): ErrorRow => ({
  class: kind,
  side,
  retryable: again === 'again',
  http,
  number,
  word,
  smpp,
  en: { what: en[0], todo: en[1] },
  zh: { what: zh[0], todo: zh[1] },
})

/** Every expected refusal of the product. The console's calls, the send API and SMPP all answer from this table. */
export const errors = {
  internal: row(
    ['unknown', 'us', 'again', 500, '101000', 'Internal', 0x08],
    ['Something went wrong.', 'Try again, or send us the request ID.'],
    ['系统异常。', '请稍后重试；如未恢复，请提供请求 ID 联系客服。'],
  ),
  unavailable: row(
    ['unknown', 'us', 'again', 503, '101000', 'Internal', 0x08],
    ['Temporarily unavailable.', 'Try again in a second.'],
    ['系统繁忙。', '请稍后重试。'],
  ),
  busy: row(
    ['limit', 'us', 'again', 503, '105300', 'LimitExceed', 0x14],
    ['The service is busy.', 'Try again in a second.'],
    ['系统繁忙。', '请稍后重试。'],
  ),
  no_route: row(
    ['route', 'us', 'final', 400, '101301', 'NoUpstreamConfigured', 0x0b],
    ['No route to this country.', 'Remove the number or contact support.'],
    ['暂不支持发往该国家或地区。', '请移除该号码，或联系客服。'],
  ),
  no_upstream_available: row(
    ['route', 'us', 'again', 503, '101303', 'NoUpstreamAvailable', 0x08],
    ['No channel is available right now.', 'Try again in a minute.'],
    ['当前没有可用的通道。', '请一分钟后重试。'],
  ),
  missing_params: row(
    ['api', 'customer', 'final', 400, '104001', 'MissingParams', 0x08],
    ['“{field}” is required.', 'Add it to the request.'],
    ['缺少参数“{field}”。', '请补充后重试。'],
  ),
  invalid_request: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['“{field}” is invalid.', 'Correct it and try again.'],
    ['参数“{field}”不合法。', '请修改后重试。'],
  ),
  malformed_json: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The body isn’t valid JSON.', 'Send one JSON object in UTF-8.'],
    ['请求正文不是有效的 JSON。', '请发送一个 UTF-8 编码的 JSON 对象。'],
  ),
  not_an_object: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The body isn’t a JSON object.', 'Send one object with named fields.'],
    ['请求正文不是 JSON 对象。', '请发送一个包含各字段的 JSON 对象。'],
  ),
  unreadable: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The request can’t be read.', 'Check its address, headers and body.'],
    ['无法解析该请求。', '请检查地址、请求头和正文。'],
  ),
  too_large: row(
    ['api', 'customer', 'final', 413, '104002', 'InvalidParams', 0x01],
    ['The body exceeds 1 MB.', 'Send fewer numbers or a shorter text.'],
    ['请求正文超过 1 MB。', '请减少号码或缩短内容。'],
  ),
  unsupported_media: row(
    ['api', 'customer', 'final', 415, '104002', 'InvalidParams', 0x08],
    ['The body isn’t JSON.', 'Set Content-Type to application/json.'],
    ['请求正文不是 JSON。', '请将 Content-Type 设为 application/json。'],
  ),
  restricted_params: row(
    ['api', 'customer', 'final', 400, '104003', 'RestrictedParams', 0x08],
    ['“{field}” isn’t allowed here.', 'Remove it from the request.'],
    ['包含不支持的参数“{field}”。', '请移除后重试。'],
  ),
  unknown_action: row(
    ['api', 'customer', 'final', 400, '104004', 'UnknownAction', 0x03],
    ['Unknown action.', 'Check the action parameter, for example sms.message.send.'],
    ['action 参数无效。', '请检查后重试，例如 sms.message.send。'],
  ),
  not_found: row(
    ['api', 'customer', 'final', 404, '104004', 'UnknownAction', 0x0c],
    ['Not found.', 'Check the address or ID.'],
    ['资源不存在。', '请检查地址或 ID。'],
  ),
  idempotency_mismatch: row(
    ['api', 'customer', 'final', 409, '104090', 'IdempotencyMismatch', 0x08],
    ['This Idempotency-Key was used with another request.', 'Use a new key.'],
    ['该 Idempotency-Key 已用于其他请求。', '请使用新的 Idempotency-Key。'],
  ),
  missing_access_key: row(
    ['api', 'customer', 'final', 401, '104110', 'MissingAccessKeyId', 0x0f],
    ['AccessKey ID missing.', 'Add accessKeyId to the query.'],
    ['缺少 AccessKey ID。', '请在查询参数中添加 accessKeyId。'],
  ),
  invalid_access_key: row(
    ['api', 'customer', 'final', 401, '104111', 'InvalidAccessKeyId', 0x0f],
    ['Unknown AccessKey ID.', 'Copy it from the Credentials page.'],
    ['AccessKey ID 不存在。', '请从“访问凭证”页面复制。'],
  ),
  unsigned_request: row(
    ['api', 'customer', 'final', 401, '104201', 'InvalidSignature', 0x0e],
    ['This HMAC-mode key needs a signed request.', 'Sign it, or switch to simple mode.'],
    ['该密钥为 HMAC 模式，但请求未签名。', '请对查询参数签名，或将密钥改为简易模式。'],
  ),
  invalid_signature: row(
    ['api', 'customer', 'final', 401, '104201', 'InvalidSignature', 0x0e],
    ['The signature doesn’t match.', 'Sign the sorted query; use each nonce once.'],
    ['签名不匹配。', '请用 AccessKey Secret 对排序后的查询参数签名，且每个 nonce 只用一次。'],
  ),
  invalid_signature_timestamp: row(
    ['api', 'customer', 'final', 401, '104202', 'InvalidSignatureTimestamp', 0x0e],
    ['The timestamp is over ten minutes off.', 'Sync your clock.'],
    ['时间戳与服务器时间相差超过十分钟。', '请校准时间后重新签名。'],
  ),
  account_suspended: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['Your account is suspended.', 'Check your email or contact support.'],
    ['您的账户已被暂停。', '请查看邮箱或联系客服。'],
  ),
  payments_blocked: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['Payments are blocked on your account.', 'Contact support for help.'],
    ['您的账户支付功能受限。', '请联系客服处理。'],
  ),
  channel_blocked: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['This payment method is blocked on your account.', 'Use another one.'],
    ['您的账户暂不能使用该支付方式。', '请更换支付方式或联系客服。'],
  ),
  channel_unavailable: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['This payment method isn’t available for your account.', 'Choose another.'],
    ['您的账户暂不支持该支付方式。', '请选择充值页面上的支付方式。'],
  ),
  amount_out_of_range: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Out of range.', 'Enter $20 to $3,000, or ¥0.01 to ¥20,000.'],
    ['金额超出单笔充值范围。', '请输入 $20 至 $3,000，或 ¥0.01 至 ¥20,000。'],
  ),
  not_verified: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['Refunds require real-name verification.', 'Verify your account, then try again.'],
    ['退款需要先完成实名认证。', '请完成认证后重试。'],
  ),
  refund_not_allowed: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This payment can’t be refunded now.', 'Choose another or wait.'],
    ['该笔款项当前无法退款。', '请选择其他充值记录，或等待进行中的退款完成。'],
  ),
  too_many_refunds: row(
    ['limit', 'customer', 'final', 409, '105300', 'LimitExceed', 0x58],
    ['Too many refunds.', 'The limit is 10 for a payment and 20 a day.'],
    ['退款次数过多。', '每笔充值最多退款 10 次，每个账户每天最多 20 次。'],
  ),
  refund_out_of_range: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['This amount can’t be refunded.', 'Enter 0.01 up to the refundable amount.'],
    ['退款金额超出范围。', '请输入 0.01 至可退金额之间的数额，最多两位小数。'],
  ),
  card_declined: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Card declined.', 'Check the details, use another card or contact your bank.'],
    ['银行卡被拒绝。', '请检查填写的信息，更换银行卡或联系发卡行。'],
  ),
  card_token_required: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Raw card numbers aren’t accepted.', 'Send the payment provider’s card token.'],
    ['不支持直接提交银行卡号。', '请提交支付服务商生成的卡片令牌。'],
  ),
  too_many_cards: row(
    ['limit', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Card limit reached.', 'Remove a card you no longer use.'],
    ['银行卡数量已达上限。', '请先移除不再使用的银行卡。'],
  ),
  too_many_card_tries: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many card attempts.', 'Try again in an hour.'],
    ['添加银行卡的尝试次数过多。', '请一小时后重试。'],
  ),
  card_in_use: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Auto-recharge uses this card.', 'Change its card or turn it off.'],
    ['自动充值正在使用该银行卡。', '请先更换自动充值的银行卡或将其关闭。'],
  ),
  agreement_required: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Auto-recharge needs your consent to store the card.', 'Tick the agreement.'],
    ['开启自动充值须同意保存银行卡。', '请勾选同意后重新保存。'],
  ),
  recharge_out_of_range: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Out of range.', 'Threshold: 10 to 2,000. Top-up: $100 to $5,000, or ¥500 to ¥5,000.'],
    ['金额超出自动充值范围。', '触发余额为 10 至 2,000；充值金额为 $100 至 $5,000，或 ¥500 至 ¥5,000。'],
  ),
  too_many_orders: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many top-ups started.', 'Finish one or wait ten minutes.'],
    ['短时间内发起的充值过多。', '请先完成已发起的充值，或十分钟后重试。'],
  ),
  payment_unreachable: row(
    ['api', 'us', 'again', 503, '101000', 'Internal', 0x08],
    ['The payment service isn’t responding.', 'Try again in a minute.'],
    ['支付服务暂无响应。', '请一分钟后重试。'],
  ),
  unauthorized: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['This credential can’t do that.', 'Use one of the right type.'],
    ['该访问凭证无权执行此操作。', '请使用类型相符的访问凭证。'],
  ),
  ip_not_allowed: row(
    ['api', 'customer', 'final', 403, '105100', 'IpRestricted', 0x0d],
    ['Your IP address isn’t allowed to call.', 'Change it under IP restriction.'],
    ['来源 IP 被 IP 限制拦截。', '请在“IP 限制”中调整。'],
  ),
  ip_lock_out: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This change cuts off current callers.', 'Confirm it, or add their addresses.'],
    ['该修改会拦截正在调用的来源。', '请确认修改，或先添加这些 IP。'],
  ),
  limit_exceeded: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Limit reached.', 'Wait for the Retry-After time, then try again.'],
    ['已达到账户限额。', '请按 Retry-After 的时间等待后重试。'],
  ),
  daily_cap_new: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    [`${trust.newPerDay} messages a day before your first top-up.`, 'Top up, or wait until tomorrow.'],
    [`首次充值前，每天最多发送 ${trust.newPerDay} 条短信。`, '请充值，或明天再试。'],
  ),
  daily_cap_paid: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    [`${trust.paidPerDay} messages a day until your account is verified.`, 'Verify it, or wait until tomorrow.'],
    [`认证前，每天最多发送 ${trust.paidPerDay} 条短信。`, '请完成认证，或明天再试。'],
  ),
  recipient_rate_limited: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['One of your rate limits stopped this message.', 'Wait until it resets, or change it.'],
    ['触发了您设置的频率限制。', '请等待本周期结束，或调整规则。'],
  ),
  day_cap_reached: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['The daily cap of your account is reached.', 'Raise the cap, or continue tomorrow.'],
    ['已达到您设置的每日发送上限。', '请提高上限，或明天继续发送。'],
  ),
  country_cap_reached: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Your hourly cap for this country is reached.', 'Raise it, or continue next hour.'],
    ['已达到您为该国家或地区设置的每小时上限。', '请提高上限，或等待下一小时。'],
  ),
  queue_full: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x14],
    ['Your queue is full (4 hours of traffic).', 'Send more slowly.'],
    ['发送队列已满（4 小时的发送量）。', '请放慢发送，或申请提高速率。'],
  ),
  insufficient_funds: row(
    ['limit', 'customer', 'final', 402, '105400', 'InsufficientFunds', 0x58],
    ['Insufficient balance.', 'Top up, then try again.'],
    ['账户余额不足。', '请充值后重试。'],
  ),
  invalid_phone_number: row(
    ['recipient', 'customer', 'final', 400, '107111', 'InvalidPhoneNumbers', 0x0b],
    ['Invalid phone number.', 'Use + and the calling code, for example +12065550100.'],
    ['手机号码无效。', '请使用 + 加国际区号的格式，例如 +8613800138000。'],
  ),
  missing_signature: row(
    ['sender', 'customer', 'final', 400, '107120', 'MissingSmsSignature', 0x0a],
    ['An approved sender ID is required.', 'Add it to the request.'],
    ['需要审核通过的签名。', '请先创建签名并通过审核，再在请求中填写。'],
  ),
  signature_not_found: row(
    ['sender', 'customer', 'final', 400, '107121', 'SmsSignatureNotExists', 0x0a],
    ['Sender ID not found.', 'Use one of yours or omit the field.'],
    ['签名不存在。', '请使用本账户的签名，或不填该字段。'],
  ),
  signature_not_approved: row(
    ['sender', 'customer', 'final', 400, '107122', 'InvalidSmsSignature', 0x0a],
    ['The sender ID isn’t approved.', 'Wait for its review or use another.'],
    ['签名尚未审核通过。', '请等待审核，或使用其他签名。'],
  ),
  signature_restricted: row(
    ['sender', 'customer', 'final', 403, '107123', 'RestrictedSmsSignature', 0x0a],
    ['The sender ID isn’t allowed for this message.', 'Use another one.'],
    ['该签名不能用于这条短信。', '请使用适用于该国家或地区和场景的签名。'],
  ),
  sender_unverified: row(
    ['sender', 'customer', 'final', 403, '107123', 'RestrictedSmsSignature', 0x0a],
    ['Only verified accounts use their own sender IDs.', 'Verify yours, or send without one.'],
    ['账户认证后才能使用自己的签名。', '请完成认证，或不指定签名发送。'],
  ),
  template_not_found: row(
    ['content', 'customer', 'final', 400, '107141', 'SmsTemplateNotExists', 0x08],
    ['Template not found.', 'Check its code or ID, or create one first.'],
    ['模板不存在。', '请核对模板代码或 ID，或先创建模板。'],
  ),
  missing_template_data: row(
    ['content', 'customer', 'final', 400, '107143', 'MissingSmsTemplateData', 0x08],
    ['Template variable “{field}” is required.', 'Add it to the request.'],
    ['缺少模板变量“{field}”。', '请补充后重试。'],
  ),
  invalid_template_data: row(
    ['content', 'customer', 'final', 400, '107144', 'InvalidSmsTemplateData', 0x08],
    ['Template variable “{field}” is invalid.', 'Correct it and try again.'],
    ['模板变量“{field}”不合法。', '请修改后重试。'],
  ),
  template_restricted: row(
    ['content', 'customer', 'final', 403, '107145', 'RestrictedSmsTemplate', 0x08],
    ['The template isn’t allowed for this message.', 'Use an approved one.'],
    ['该模板不能用于这条短信。', '请使用已审核通过的相应模板。'],
  ),
  too_many_parts: row(
    ['content', 'customer', 'final', 400, '104002', 'InvalidParams', 0x01],
    ['The text exceeds ten parts or its template’s maximum.', 'Shorten or split it.'],
    ['短信内容超过 10 条，或超过模板的最大条数。', '请缩短内容，或拆分发送。'],
  ),
  content_restricted: row(
    ['content', 'customer', 'final', 403, '104003', 'RestrictedParams', 0x08],
    ['Links and phone numbers aren’t allowed yet.', 'Verify your account, or use a template.'],
    ['认证前，短信内容不能包含链接或电话号码。', '请完成认证，或使用模板。'],
  ),
  scene_restricted: row(
    ['content', 'customer', 'final', 403, '104003', 'RestrictedParams', 0x08],
    ['Unverified accounts and individuals can’t send marketing.', 'Verify a business first.'],
    ['未认证或个人认证的账户不能发送营销短信。', '请先完成企业认证。'],
  ),
  opted_out: row(
    ['recipient', 'recipient', 'final', 403, '107200', 'OptedOut', 0x0b],
    ['This number has opted out of these messages.', 'Remove the number from your list.'],
    ['该号码已退订此类短信。', '请勿继续向其发送。'],
  ),
  recipient_blocked: row(
    ['recipient', 'customer', 'final', 403, '107200', 'OptedOut', 0x0b],
    ['You blocked this number.', 'Remove it from your recipient list to send again.'],
    ['该号码已被您屏蔽。', '如需恢复发送，请将其移出号码名单。'],
  ),
  recipient_unreached: row(
    ['recipient', 'recipient', 'final', 422, '104002', 'InvalidParams', 0x0b],
    ['Your last three messages to this number weren’t delivered.', 'Check it, or send anyway.'],
    ['最近三条短信均未送达该号码。', '请核对号码，或选择仍向其发送。'],
  ),
  recipient_listed: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This number is already on the list.', 'Change its entry instead.'],
    ['该号码已在名单中。', '请修改已有记录。'],
  ),
  list_full: row(
    ['limit', 'customer', 'final', 409, '105300', 'LimitExceed', 0x58],
    ['The recipient list is full.', 'It holds 1,000,000 entries; remove some first.'],
    ['号码名单已满。', '最多 1,000,000 条记录，请先移除部分记录。'],
  ),
  geo_restricted: row(
    ['recipient', 'customer', 'final', 403, '107201', 'GeoRestricted', 0x0b],
    ['This country isn’t enabled.', 'Enable it in Settings, under Sending countries.'],
    ['该国家或地区尚未开通。', '请在“设置 > 可发送的国家和地区”中开通。'],
  ),
  own_numbers_only: row(
    ['recipient', 'customer', 'final', 403, '107201', 'GeoRestricted', 0x0b],
    ['You can send only to your own verified phone.', 'Top up to send elsewhere.'],
    ['首次充值前，只能发送到您已验证的手机号。', '充值后即可发送到其他号码。'],
  ),
  home_country_only: row(
    ['recipient', 'customer', 'final', 403, '107201', 'GeoRestricted', 0x0b],
    ['Free text goes only to your home country.', 'Verify your account, or use a template.'],
    ['认证前，自定义内容只能发送到您所在的国家或地区。', '请完成认证，或使用模板。'],
  ),
  high_risk_country: row(
    ['api', 'customer', 'final', 400, '104003', 'RestrictedParams', 0x08],
    ['A high-risk country must be enabled on its own.', 'Confirm it with “confirm_high_risk”.'],
    ['高风险国家或地区须单独开通。', '请单独提交，并用 confirm_high_risk 确认。'],
  ),
  fraud_blocked: row(
    ['fraud', 'us', 'final', 403, '107202', 'FraudBlocked', 0x0b],
    ['Blocked by fraud protection.', 'Nothing was charged; see the protection page.'],
    ['短信被防欺诈系统拦截。', '未产生费用，详情见安全防护页面。'],
  ),
  quiet_hours: row(
    ['recipient', 'customer', 'again', 403, '107203', 'QuietHours', 0x08],
    ['It’s quiet hours for this number.', 'Send marketing in its daytime.'],
    ['该号码当地处于免打扰时段。', '请在当地白天发送营销短信。'],
  ),
  otp_too_many_sends: row(
    ['limit', 'customer', 'again', 429, '107300', 'OtpTooManySends', 0x58],
    ['Too many codes requested.', 'Wait for the Retry-After time, then try again.'],
    ['验证码发送过于频繁。', '请按 Retry-After 的时间等待后重试。'],
  ),
  codes_not_by_text: row(
    ['recipient', 'us', 'final', 403, '107201', 'GeoRestricted', 0x0b],
    ['We don’t text codes to this country.', 'Use your email address instead.'],
    ['暂不向该国家或地区发送短信验证码。', '请改用邮箱。'],
  ),
  code_texts_paused: row(
    ['limit', 'us', 'again', 429, '107300', 'OtpTooManySends', 0x58],
    ['Text-message codes are paused for today.', 'Use your email address instead.'],
    ['今日短信验证码已暂停发送。', '请改用邮箱。'],
  ),
  upstream_refused: row(
    ['carrier', 'carrier', 'final', 400, '101303', 'NoUpstreamAvailable', 0x45],
    ['The carrier rejected the message.', 'Not charged; check the number and text.'],
    ['运营商拒收了这条短信。', '未产生费用，请检查号码和内容。'],
  ),
  blocked_by_carrier: row(
    ['carrier', 'carrier', 'final', 400, '101303', 'NoUpstreamAvailable', 0x45],
    ['The carrier blocked the message.', 'Check its sender ID and text.'],
    ['短信被运营商拦截。', '请按运营商规范检查签名和内容。'],
  ),
  code_not_kept: row(
    ['content', 'customer', 'final', 409, '104003', 'RestrictedParams', 0x08],
    ['Codes are stored masked and can’t be sent again.', 'Send a new code.'],
    ['验证码仅以掩码保存，无法重新发送。', '请发送新的验证码。'],
  ),
  cancelled: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['You cancelled this message.', 'Send it again if it is still needed.'],
    ['您已取消这条短信。', '如仍需发送，请重新发送。'],
  ),
  undelivered: row(
    ['carrier', 'recipient', 'again', 400, '101303', 'NoUpstreamAvailable', 0x45],
    ['The carrier couldn’t deliver the message.', 'Try again later.'],
    ['运营商未能送达。', '对方可能关机或不在服务区，请稍后重试。'],
  ),
  expired: row(
    ['expired', 'carrier', 'again', 400, '101303', 'NoUpstreamAvailable', 0x45],
    ['The message expired before delivery.', 'Send it again with a longer validity.'],
    ['短信在有效期内未能送达。', '请延长有效期后重新发送。'],
  ),
  not_handed_over: row(
    ['route', 'us', 'again', 400, '101303', 'NoUpstreamAvailable', 0x08],
    ['The message never reached the carrier.', 'Nothing was charged; send it again.'],
    ['短信未到达运营商。', '未产生费用，请重新发送。'],
  ),
  outcome_unknown: row(
    ['unknown', 'carrier', 'final', 400, '101303', 'NoUpstreamAvailable', 0x08],
    ['The carrier hasn’t confirmed the message.', 'Wait for the receipt before resending.'],
    ['尚未确认运营商是否已接收。', '请等待回执后再决定是否重发。'],
  ),
  unauthenticated: row(
    ['api', 'customer', 'final', 401, '105001', 'Unauthorized', 0x0e],
    ['Your session expired.', 'Sign in again.'],
    ['登录已过期。', '请重新登录。'],
  ),
  wrong_credentials: row(
    ['api', 'customer', 'final', 401, '105001', 'Unauthorized', 0x0e],
    ['Incorrect email, phone or password.', 'Check them and try again.'],
    ['账号或密码不正确。', '请检查后重试。'],
  ),
  sign_in_locked: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x0e],
    ['Too many failed attempts from this IP address.', 'Wait 15 minutes.'],
    ['该 IP 地址登录失败次数过多。', '请 15 分钟后重试。'],
  ),
  wrong_code: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['That code is incorrect or expired.', 'Check it, or request a new one.'],
    ['验证码不正确或已过期。', '请核对后重试，或重新获取验证码。'],
  ),
  too_many_tries: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many codes tried from this IP address.', 'Try again later.'],
    ['该 IP 地址尝试验证码的次数过多。', '请稍后重试。'],
  ),
  account_tries_used: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many wrong codes for this account.', 'Use a known browser or wait an hour.'],
    ['该账户的验证失败次数过多。', '请使用曾登录过的浏览器，或一小时后重试。'],
  ),
  invalid_token: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Your verification expired.', 'Request a new code.'],
    ['身份验证已过期。', '请重新获取验证码。'],
  ),
  account_exists: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This email or phone has an account.', 'Sign in instead.'],
    ['该邮箱或手机号已有账户。', '请直接登录，或重置密码。'],
  ),
  invoice_not_open: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This invoice can’t be paid or changed now.', 'Reload the page.'],
    ['该账单当前不可支付或修改。', '请刷新页面查看最新状态。'],
  ),
  amount_exceeds: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The amount is too high.', 'Check the outstanding amount and your balance.'],
    ['金额超出可支付的上限。', '请输入不超过未付金额和可用余额的数额。'],
  ),
  payment_failed: row(
    ['api', 'customer', 'final', 402, '105002', 'InsufficientFunds', 0x08],
    ['Payment failed.', 'Use another card or payment method.'],
    ['付款失败。', '请更换银行卡或支付方式。'],
  ),
  tax_id_wrong: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The tax ID has the wrong format.', 'Correct or remove it.'],
    ['税号不符合所选国家或地区的格式。', '请核对后重试，或留空。'],
  ),
  fapiao_already_issued: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The fapiao has already been issued.', 'Contact support to replace it.'],
    ['发票已开具。', '如需换开，请联系客服。'],
  ),
  fapiao_not_possible: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['No fapiao for this payment.', 'Choose a CNY top-up not fully refunded.'],
    ['该笔款项无法开具发票。', '仅可为未全额退款的人民币充值申请发票。'],
  ),
  second_factor_required: row(
    ['api', 'customer', 'final', 401, '104201', 'InvalidSignature', 0x0e],
    ['Two-step verification required.', 'Enter an authenticator code, passkey or recovery code.'],
    ['需要两步验证。', '请使用身份验证器、通行密钥或恢复码完成验证。'],
  ),
  wrong_second_factor: row(
    ['api', 'customer', 'final', 400, '104201', 'InvalidSignature', 0x0e],
    ['That code didn’t work.', 'Check it. For an app’s code, check your device’s clock too.'],
    ['验证失败。', '请核对验证码或恢复码；使用身份验证器时，请同时核对设备时间。'],
  ),
  sign_in_expired: row(
    ['api', 'customer', 'final', 400, '105001', 'Unauthorized', 0x0e],
    ['Sign-in timed out.', 'Sign in again.'],
    ['登录已超时。', '请重新登录。'],
  ),
  passkeys_impossible: row(
    ['api', 'customer', 'final', 400, '104003', 'RestrictedParams', 0x08],
    ['Passkeys require a domain name.', 'Open the console at its https address.'],
    ['通行密钥需要域名。', '请通过 https 域名打开控制台。'],
  ),
  step_up_required: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['Identity check required.', 'Confirm with your password or second factor.'],
    ['需要验证您的身份。', '请用密码或两步验证确认后重试。'],
  ),
  wrong_password: row(
    ['api', 'customer', 'final', 400, '104201', 'InvalidSignature', 0x0e],
    ['Current password is incorrect.', 'Try again or reset it at sign-in.'],
    ['当前密码不正确。', '请核对后重试，或在登录页重置密码。'],
  ),
  code_checksum: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The check digit of “{field}” doesn’t match.', 'Compare it with the document.'],
    ['“{field}”的校验位不正确。', '请对照证件逐位核对。'],
  ),
  expired_document: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The document has expired.', 'Renew it and upload the new one.'],
    ['证件已过期。', '请换领后上传新证件。'],
  ),
  already_used: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Other accounts already use this identity.', 'Use one of them, or contact support.'],
    ['该身份已用于其他账户。', '请使用其中一个账户，或联系客服。'],
  ),
  under_review: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Your submission is under review.', 'Wait for the result, or withdraw it.'],
    ['您的提交正在审核中。', '请等待审核结果，或先撤回。'],
  ),
  state_conflict: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This was changed meanwhile.', 'Reload it and try again.'],
    ['该记录已发生变化。', '请刷新后重试。'],
  ),
  url_not_https: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The address must begin with https.', 'Use an address with a certificate.'],
    ['地址必须以 https 开头。', '请使用已配置证书的地址。'],
  ),
  url_private: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The address leads into a private network.', 'Use one that the internet can reach.'],
    ['该地址指向内网。', '请使用公网可访问的地址。'],
  ),
  url_unreachable: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Nothing answers at this address.', 'Check its host and port, then try again.'],
    ['该地址无法连接。', '请检查主机名与端口后重试。'],
  ),
  tls_invalid: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The certificate of this address isn’t valid.', 'Renew it, or correct its chain.'],
    ['该地址的证书无效。', '请更新证书或补全证书链。'],
  ),
  too_many_endpoints: row(
    ['limit', 'customer', 'final', 409, '105300', 'LimitExceed', 0x58],
    ['An account has at most five endpoints.', 'Remove one that you no longer use.'],
    ['每个账户最多 5 个端点。', '请先删除不再使用的端点。'],
  ),
  range_too_wide: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The range is wider than 92 days.', 'Choose a shorter one.'],
    ['时间范围超过 92 天。', '请缩短时间范围。'],
  ),
  too_many_running: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Three exports are already waiting or running.', 'Wait until one of them ends.'],
    ['已有 3 个导出任务在排队或进行中。', '请等待其中一个完成。'],
  ),
  no_rows: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Nothing matches this export.', 'Change its days or filters.'],
    ['没有符合条件的数据。', '请调整日期或筛选条件。'],
  ),
  export_expired: row(
    ['api', 'customer', 'final', 410, '104002', 'InvalidParams', 0x08],
    ['The file is no longer kept.', 'Run the export again.'],
    ['文件已过保留期。', '请重新导出。'],
  ),
  content_expired: row(
    ['api', 'customer', 'final', 410, '104002', 'InvalidParams', 0x08],
    ['The number and text are no longer kept.', 'Choose a longer retention for new messages.'],
    ['号码和内容已过保留期。', '可为新短信设置更长的保留时间。'],
  ),
  contact_taken: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This phone or email belongs to another account.', 'Use another one.'],
    ['该手机号或邮箱已属于其他账户。', '请更换后重试。'],
  ),
  too_many_kept: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Limit reached.', 'Remove one first.'],
    ['数量已达上限。', '请先移除一个。'],
  ),
  wrong_origin: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['Requests from this origin aren’t allowed.', 'Use the console.'],
    ['不允许来自该来源的请求。', '请使用控制台。'],
  ),
  missing_origin: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['The Origin header is missing.', 'Send the console’s origin, or use the send API.'],
    ['缺少 Origin 请求头。', '请填写控制台的来源地址，或使用发送接口。'],
  ),
  not_a_form: row(
    ['api', 'customer', 'final', 415, '104002', 'InvalidParams', 0x08],
    ['The body isn’t a form.', 'Send multipart/form-data with one file.'],
    ['请求正文不是表单。', '请以 multipart/form-data 提交一个文件。'],
  ),
  upload_broken_off: row(
    ['api', 'customer', 'again', 400, '104002', 'InvalidParams', 0x08],
    ['The file didn’t arrive whole.', 'Check your connection and try again.'],
    ['文件未完整上传。', '请检查网络后重试。'],
  ),
  upload_empty: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The file is empty.', 'Choose another file.'],
    ['文件为空。', '请选择其他文件。'],
  ),
  upload_too_large: row(
    ['api', 'customer', 'final', 413, '104002', 'InvalidParams', 0x01],
    ['The file is too large.', 'Choose a smaller one.'],
    ['文件过大。', '请选择更小的文件。'],
  ),
  upload_wrong_type: row(
    ['api', 'customer', 'final', 415, '104002', 'InvalidParams', 0x08],
    ['Not acceptable type.', 'Choose another file.'],
    ['不支持的文件类型。', '请选择其他文件。'],
  ),
  upload_damaged: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The file is damaged.', 'Open it, save it again and retry.'],
    ['文件已损坏。', '请打开并重新保存后再上传。'],
  ),
  upload_too_many_pixels: row(
    ['api', 'customer', 'final', 413, '104002', 'InvalidParams', 0x01],
    ['The image has over 50 megapixels.', 'Reduce its width and height.'],
    ['图片超过 5,000 万像素。', '请缩小图片尺寸。'],
  ),
  upload_unpacks_too_large: row(
    ['api', 'customer', 'final', 413, '104002', 'InvalidParams', 0x01],
    ['The workbook is too large once unpacked.', 'Split it, or save it as CSV.'],
    ['工作簿解压后过大。', '请拆分文件，或另存为 CSV。'],
  ),
  too_many_uploads: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many uploads at once.', 'Wait until one of them ends.'],
    ['同时上传的文件过多。', '请等待其中一个完成。'],
  ),
  too_many_unclaimed: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many unsubmitted files.', 'Submit them, or try again tomorrow.'],
    ['未提交的文件过多。', '请先提交，或明天再试。'],
  ),
  upload_unavailable: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The file is no longer available.', 'Upload it again.'],
    ['文件已失效。', '请重新上传。'],
  ),
  name_taken: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['You already have a sender ID with this name.', 'Use it, or choose another name.'],
    ['已有同名签名。', '请使用该签名，或更换名称。'],
  ),
  name_rule: row(
    ['sender', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The name doesn’t follow the rules.', 'Correct it as the hint says.'],
    ['名称不符合规则。', '请按提示修改。'],
  ),
  evidence_missing: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['“{field}” is required as evidence.', 'Add it and submit again.'],
    ['缺少证明材料“{field}”。', '请补充后重新提交。'],
  ),
  third_party_authorisation_expired: row(
    ['sender', 'customer', 'final', 400, '107122', 'InvalidSmsSignature', 0x0a],
    ['The authorisation has expired.', 'Upload one that is still valid.'],
    ['授权书已过期。', '请上传在有效期内的授权书。'],
  ),
  verification_required: row(
    ['api', 'customer', 'final', 403, '104003', 'RestrictedParams', 0x08],
    ['Verify your account first.', 'Open Verification and submit your details.'],
    ['请先完成实名认证。', '请前往“实名认证”提交资料。'],
  ),
  limit_reached: row(
    ['limit', 'customer', 'final', 409, '105300', 'LimitExceed', 0x58],
    ['You’ve reached the most you can have.', 'Delete one that you no longer use.'],
    ['数量已达上限。', '请先删除不再使用的记录。'],
  ),
  in_use: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['It’s still in use.', 'Remove what uses it first.'],
    ['该记录正在使用中。', '请先移除使用它的记录。'],
  ),
  name_used: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['You already have a channel with this name.', 'Choose another name.'],
    ['已有同名通道。', '请更换名称。'],
  ),
  too_many_upstreams: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['You have 50 channels, the most an account can have.', 'Delete one first.'],
    ['通道已达 50 条上限。', '请先删除一条。'],
  ),
  upstream_auth_failed: row(
    ['route', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The provider rejected the credentials.', 'Check them at the provider and save them again.'],
    ['服务商拒绝了该凭据。', '请在服务商侧核对后重新保存。'],
  ),
  upstream_unreachable: row(
    ['route', 'carrier', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The provider doesn’t answer.', 'Check the endpoint, or try again in a minute.'],
    ['服务商无响应。', '请检查接口地址，或一分钟后重试。'],
  ),
  upstream_no_adapter: row(
    ['route', 'us', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This provider isn’t connected yet.', 'Keep the channel as a draft.'],
    ['暂未接入该服务商。', '通道可先保留为草稿。'],
  ),
  upstream_state: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The channel’s state doesn’t allow this.', 'Reload it to see its state.'],
    ['通道当前状态不支持此操作。', '请刷新后查看通道状态。'],
  ),
  upstream_in_use: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Routing rules use this channel.', 'Remove it from the rules first.'],
    ['路由规则正在使用该通道。', '请先将其从规则中移除。'],
  ),
  upstream_busy: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Messages are still queued on this channel.', 'Try again once they’re sent.'],
    ['仍有短信在该通道排队。', '请待其发出后重试。'],
  ),
  mapping_missing: row(
    ['sender', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The channel’s provider needs a mapping that isn’t ready.', 'Add it under Mappings.'],
    ['通道所需的映射尚未就绪。', '请在“映射”中添加。'],
  ),
  mapping_variables: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['List each variable of the template once.', 'Reorder the names and save again.'],
    ['须列出模板的每个变量，且各一次。', '请调整变量顺序后重新保存。'],
  ),
  route_no_target: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['A rule has no channel.', 'Add one or delete the rule.'],
    ['规则未指定通道。', '请添加通道，或删除该规则。'],
  ),
  route_cycle: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['A rule names a channel twice, so failover would return to it.', 'Keep it once.'],
    ['规则中同一通道出现两次，切换后会回到原通道。', '请只保留一次。'],
  ),
  route_default: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The last rule must match everything.', 'Leave its conditions empty.'],
    ['最后一条规则必须匹配所有短信。', '请清空其条件。'],
  ),
  upstream_not_ready: row(
    ['route', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['A rule uses a channel that isn’t active yet.', 'Test and activate the channel first.'],
    ['规则使用了尚未启用的通道。', '请先测试并启用该通道。'],
  ),
  upstream_deleted: row(
    ['route', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['A rule uses a channel that was deleted.', 'Remove it from the rule.'],
    ['规则使用了已删除的通道。', '请将其从规则中移除。'],
  ),
  signature_in_use: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Broadcasts use this sender ID.', 'Stop them, or wait until they finish.'],
    ['群发任务正在使用该签名。', '请先停止这些任务，或等待其完成。'],
  ),
  template_in_use: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Broadcasts use this template.', 'Stop them, or wait until they finish.'],
    ['群发任务正在使用该模板。', '请先停止这些任务，或等待其完成。'],
  ),
  code_taken: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['You already have a template with this code.', 'Choose another code.'],
    ['已有使用该代码的模板。', '请更换模板代码。'],
  ),
  variable_syntax: row(
    ['content', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['Invalid variable format.', 'Write its name in braces, in lowercase letters.'],
    ['变量格式不正确。', '请将变量名写在花括号中，并使用小写字母。'],
  ),
  variable_adjacent: row(
    ['content', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['Two variables are adjacent.', 'Put text between them.'],
    ['两个变量相邻。', '请在变量之间加入文字。'],
  ),
  variable_unused_type: row(
    ['content', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['The variables don’t match the text.', 'Declare each variable that the text uses.'],
    ['变量与内容不一致。', '请为内容中的每个变量填写说明。'],
  ),
  content_forbidden: row(
    ['content', 'customer', 'final', 422, '104003', 'RestrictedParams', 0x08],
    ['The content isn’t allowed.', 'Correct it as the hint says.'],
    ['内容不符合规则。', '请按提示修改。'],
  ),
  scene_mismatch: row(
    ['content', 'customer', 'final', 422, '104003', 'RestrictedParams', 0x08],
    ['The text doesn’t fit its scene.', 'Choose the scene that fits.'],
    ['内容与场景不符。', '请选择相符的场景。'],
  ),
  opt_out_missing: row(
    ['content', 'customer', 'final', 422, '104003', 'RestrictedParams', 0x08],
    ['Marketing needs an opt-out line.', 'Add for example “Reply STOP to opt out”.'],
    ['营销短信须包含退订方式。', '请加上退订说明。'],
  ),
  too_long: row(
    ['content', 'customer', 'final', 422, '104002', 'InvalidParams', 0x01],
    ['The content is too long.', 'Shorten it to the limit shown.'],
    ['内容过长。', '请缩短至限制以内。'],
  ),
  no_template: row(
    ['content', 'customer', 'final', 403, '107141', 'SmsTemplateNotExists', 0x08],
    ['The text matches no approved template.', 'Compare it with the nearest one.'],
    ['内容与已审核通过的模板不符。', '请对照最接近的模板修改。'],
  ),
  template_not_approved: row(
    ['content', 'customer', 'final', 400, '107145', 'RestrictedSmsTemplate', 0x08],
    ['The template isn’t approved.', 'Wait for its review, or use another.'],
    ['模板尚未审核通过。', '请等待审核，或使用其他模板。'],
  ),
  pre_approved_cap: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Unreviewed senders and templates send 100 messages a day.', 'Wait for the review.'],
    ['审核完成前，每天最多发送 100 条。', '请等待审核完成。'],
  ),
  pre_approved_numbers: row(
    ['recipient', 'customer', 'again', 403, '107122', 'InvalidSmsSignature', 0x0b],
    ['In its first hour it sends only to your verified phone.', 'Wait for the review.'],
    ['提交后一小时内只能发送到已验证的手机号。', '请等待审核完成。'],
  ),
  carrier_filing_pending: row(
    ['sender', 'carrier', 'again', 403, '107123', 'RestrictedSmsSignature', 0x0a],
    ['A carrier hasn’t filed this sender or template yet.', 'Check its filing in the console.'],
    ['签名或模板尚未在运营商完成报备。', '请在控制台查看报备进度。'],
  ),
  urge_early: row(
    ['api', 'customer', 'again', 409, '104002', 'InvalidParams', 0x08],
    ['A reminder can’t be sent now.', 'Each submission gets one, after 20 minutes.'],
    ['暂时无法催办。', '提交 20 分钟后可催办一次。'],
  ),
  balance_insufficient: row(
    ['limit', 'customer', 'final', 402, '105400', 'InsufficientFunds', 0x58],
    ['The balance doesn’t cover this broadcast.', 'Top up, or choose fewer recipients.'],
    ['余额不足以完成本次群发。', '请充值，或减少收件人。'],
  ),
  audience_not_ready: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The recipients aren’t ready.', 'Wait until the list is read, or correct it.'],
    ['收件人尚未就绪。', '请等待解析完成，或先修正名单。'],
  ),
  audience_expired: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This list of recipients was deleted.', 'Choose the recipients again.'],
    ['该收件人名单已删除。', '请重新选择收件人。'],
  ),
  quote_not_ready: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The estimate isn’t ready.', 'Wait until it is counted.'],
    ['费用预估尚未完成。', '请等待计算完成。'],
  ),
  recipients_changed: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The estimate is out of date.', 'Check the new one, then send.'],
    ['费用预估已失效。', '请确认新的预估后再发送。'],
  ),
  values_missing: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['Some variables have no value.', 'Choose a column or a value for each.'],
    ['部分变量没有对应的数据。', '请为每个变量选择一列，或填写固定值。'],
  ),
  too_many_bad_rows: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['Too many rows have invalid values.', 'Correct them, or accept a larger share.'],
    ['不合格的行过多。', '请修正数据，或提高可接受的比例。'],
  ),
  no_recipients: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['No recipient is left.', 'Choose other recipients or another message.'],
    ['没有可发送的收件人。', '请更换收件人或短信内容。'],
  ),
  scene_quiet_hours: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['That time is in quiet hours of some countries.', 'Choose their daytime or local time.'],
    ['该时间处于部分国家或地区的免打扰时段。', '请改为当地白天，或按收件人当地时间发送。'],
  ),
  schedule_range: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['The start must be 5 minutes to 35 days from now.', 'Choose another time.'],
    ['开始时间须在 5 分钟至 35 天之后。', '请另选时间。'],
  ),
  broadcast_speed_high: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['The speed is above your account’s rate.', 'Choose a lower one.'],
    ['发送速度超过账户上限。', '请降低速度。'],
  ),
  broadcast_canary_low: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    [
      'Marketing needs a longer trial.',
      `Try it on the first ${broadcasts.canaryShare}% or ${broadcasts.canaryMost} recipients.`,
    ],
    ['营销短信的试发人数过少。', `请至少先发 ${broadcasts.canaryShare}% 的收件人，或 ${broadcasts.canaryMost} 人。`],
  ),
  consent_missing: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['Confirm that these people agreed to promotions.', 'Tick the box if you can show it.'],
    ['请确认收件人已同意接收营销短信。', '如可证明，请勾选确认。'],
  ),
  recipients_unconfirmed: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['Type the number of recipients to confirm.', 'Enter it as the review shows it.'],
    ['请输入收件人数以确认。', '请按确认页显示的数字填写。'],
  ),
  duplicate_broadcast: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['You created the same broadcast within 30 minutes.', 'Confirm to send it again.'],
    ['30 分钟内已创建相同的群发。', '如需再次发送，请确认。'],
  ),
  broadcast_locked: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['It starts in less than 5 minutes.', 'Stop it instead.'],
    ['距开始不足 5 分钟。', '请改用停止。'],
  ),
  broadcast_state: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The broadcast isn’t in a state that allows this.', 'Reload it to see its state.'],
    ['群发任务当前状态不支持此操作。', '请刷新查看状态。'],
  ),
  marketing_closed: row(
    ['content', 'us', 'again', 403, '104003', 'RestrictedParams', 0x08],
    ['Marketing broadcasts aren’t open yet.', 'They open once people can opt out by reply.'],
    ['营销群发尚未开放。', '支持回复退订后将开放。'],
  ),
  no_proved_phone: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Your account has no verified phone.', 'Add one in settings, then send to it.'],
    ['账户尚未绑定手机号。', '请先在设置中绑定手机号。'],
  ),
  too_many_broadcasts: row(
    ['limit', 'customer', 'final', 409, '105300', 'LimitExceed', 0x58],
    ['Twenty broadcasts are already waiting or running.', 'Wait until one of them ends.'],
    ['已有 20 个群发任务在等待或进行中。', '请等待其中一个结束。'],
  ),
  too_many_lists: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Three lists are already being read.', 'Wait until one of them is done.'],
    ['已有 3 个名单正在解析。', '请等待其中一个完成。'],
  ),
  no_retryable: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['No recipient failed with a temporary error.', 'See the errors for what to do.'],
    ['没有因临时错误失败的收件人。', '请查看错误原因。'],
  ),
  too_many_phonebooks: row(
    ['limit', 'customer', 'final', 409, '105300', 'LimitExceed', 0x58],
    ['An account has at most 100 phonebooks.', 'Delete one that you no longer use.'],
    ['每个账户最多 100 个通讯录。', '请先删除不再使用的通讯录。'],
  ),
  list_name_used: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This name is already used.', 'Choose another name.'],
    ['该名称已被使用。', '请更换名称。'],
  ),
  field_in_use: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Segments use this field.', 'Change or delete those segments first.'],
    ['分组正在使用该字段。', '请先修改或删除相关分组。'],
  ),
  phonebook_full: row(
    ['limit', 'customer', 'final', 409, '105300', 'LimitExceed', 0x58],
    ['A phonebook holds 1,000,000 contacts.', 'Remove some, or use another phonebook.'],
    ['每个通讯录最多 1,000,000 位联系人。', '请移除部分联系人，或使用其他通讯录。'],
  ),
  too_many_segments: row(
    ['limit', 'customer', 'final', 409, '105300', 'LimitExceed', 0x58],
    ['A phonebook has at most 50 segments.', 'Delete one that you no longer use.'],
    ['每个通讯录最多 50 个分组。', '请先删除不再使用的分组。'],
  ),
  contact_exists: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This number is already in the phonebook.', 'Edit its contact instead.'],
    ['该号码已在通讯录中。', '请编辑已有联系人。'],
  ),
  field_unknown: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['“{field}” isn’t a field of this phonebook.', 'Add the field, or choose another.'],
    ['通讯录中没有字段“{field}”。', '请添加该字段，或另选字段。'],
  ),
  too_many_tickets: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['You can open 10 tickets a day.', 'Add to an open one, or wait.'],
    ['每个账户每天最多提交 10 个工单。', '请在已有工单中补充，或稍后再提交。'],
  ),
  too_many_replies: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many messages in this ticket.', 'Wait for our reply, or try in an hour.'],
    ['工单消息过多。', '请等待回复，或一小时后再试。'],
  ),
  messages_unknown: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['Some message IDs aren’t in your account.', 'Correct or remove those listed.'],
    ['部分短信 ID 不属于您的账户。', '请修改或移除列出的 ID。'],
  ),
  record_unknown: row(
    ['api', 'customer', 'final', 422, '104002', 'InvalidParams', 0x08],
    ['This record doesn’t exist in your account.', 'Remove it from the ticket.'],
    ['您的账户中没有该记录。', '请将其从工单中移除。'],
  ),
  ticket_closed: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This ticket is closed.', 'Open a new one and name this number.'],
    ['该工单已关闭。', '请提交新工单并注明此编号。'],
  ),
  not_suspended: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Your account isn’t suspended.', 'Choose another category.'],
    ['您的账户未被暂停。', '请选择其他类别。'],
  ),
  appeal_open: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Your appeal is already in review.', 'Add to it instead.'],
    ['您的申诉正在审核中。', '请在该申诉中补充。'],
  ),
  diagnostics_expired: row(
    ['api', 'customer', 'again', 409, '104002', 'InvalidParams', 0x08],
    ['The diagnostics are too old.', 'Check their new preview, then send again.'],
    ['诊断信息已过期。', '请查看新的预览后重新提交。'],
  ),
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors

const FIELD = '“{field}”'

/** Fills in the field that an error names. Without a field, the sentence speaks of the field in general. */
const naming = (text: string, field: string | undefined, unnamed: string): string =>
  field === undefined ? text.replace(FIELD, unnamed) : text.replace('{field}', () => field)

/** The cause and the next step of an error in one language. */
export function errorWords(code: ErrorCode, locale: 'en' | 'zh-CN', field?: string): ErrorWords {
  const { what, todo }: ErrorWords = locale === 'zh-CN' ? errors[code].zh : errors[code].en
  const unnamed = locale === 'zh-CN' ? '' : what.startsWith(FIELD) ? 'A field' : ''
  return { what: naming(what, field, unnamed).replace('  ', ' '), todo }
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/** The cause of a refusal: the first sentence of its text. An unknown code is returned as it is. */
export const errorCause = (code: string, locale: 'en' | 'zh-CN'): string =>
  isCode(code) ? errorWords(code, locale).what : code

/** Joins the cause and the next step into one text for the customer. */
export function errorText(code: ErrorCode, locale: 'en' | 'zh-CN', field?: string): string {
  const { what, todo } = errorWords(code, locale, field)
  return locale === 'zh-CN' ? `${what}${todo}` : `${what} ${todo}`
}
