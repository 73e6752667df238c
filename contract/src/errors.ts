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
    ['Something went wrong on our side.', 'Try again; if it goes on, tell us the request id.'],
    ['服务内部出错。', '请重试；如仍失败，请把请求编号告诉我们。'],
  ),
  unavailable: row(
    ['unknown', 'us', 'again', 503, '101000', 'Internal', 0x08],
    ['The service is not ready for a moment.', 'Try again in a second.'],
    ['服务暂时不可用。', '请稍后一秒重试。'],
  ),
  busy: row(
    ['limit', 'us', 'again', 503, '105300', 'LimitExceed', 0x14],
    ['More is waiting than can be accepted right now.', 'Try again in a second.'],
    ['当前排队的请求过多。', '请一秒后重试。'],
  ),
  no_route: row(
    ['route', 'us', 'final', 400, '101301', 'NoUpstreamConfigured', 0x0b],
    ['We have no route to this country.', 'Remove the recipient, or ask support about the destination.'],
    ['暂无通往该国家或地区的通道。', '请移除该号码，或联系客服了解开通情况。'],
  ),
  no_upstream_available: row(
    ['route', 'us', 'again', 503, '101303', 'NoUpstreamAvailable', 0x08],
    ['No channel can take the message right now.', 'Try again in a minute.'],
    ['当前没有可用的通道。', '请一分钟后重试。'],
  ),
  missing_params: row(
    ['api', 'customer', 'final', 400, '104001', 'MissingParams', 0x08],
    ['A required field is missing.', 'Add the field that is named.'],
    ['缺少必填字段。', '请补上所指出的字段。'],
  ),
  invalid_request: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['A field has a value that is not allowed.', 'Correct the field that is named.'],
    ['有字段的值不符合要求。', '请修改所指出的字段。'],
  ),
  malformed_json: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The body is not valid JSON.', 'Send one JSON object, encoded in UTF-8.'],
    ['请求正文不是有效的 JSON。', '请发送一个 UTF-8 编码的 JSON 对象。'],
  ),
  too_large: row(
    ['api', 'customer', 'final', 413, '104002', 'InvalidParams', 0x01],
    ['The body is larger than 1 MB.', 'Send fewer recipients or a shorter text.'],
    ['请求正文超过 1 MB。', '请减少收件人或缩短内容。'],
  ),
  unsupported_media: row(
    ['api', 'customer', 'final', 415, '104002', 'InvalidParams', 0x08],
    ['The body is not JSON.', 'Send it with the content type application/json.'],
    ['请求正文不是 JSON。', '请以 application/json 类型发送。'],
  ),
  restricted_params: row(
    ['api', 'customer', 'final', 400, '104003', 'RestrictedParams', 0x08],
    ['The request has a field that cannot be used here.', 'Remove the field that is named.'],
    ['请求包含此处不可用的字段。', '请移除所指出的字段。'],
  ),
  unknown_action: row(
    ['api', 'customer', 'final', 400, '104004', 'UnknownAction', 0x03],
    ['There is no such action.', 'Check the action in the query, for example sms.message.send.'],
    ['没有这个 action。', '请检查查询参数 action，例如 sms.message.send。'],
  ),
  not_found: row(
    ['api', 'customer', 'final', 404, '104004', 'UnknownAction', 0x0c],
    ['There is nothing here.', 'Check the address or the id.'],
    ['没有找到所请求的内容。', '请检查地址或编号。'],
  ),
  idempotency_mismatch: row(
    ['api', 'customer', 'final', 409, '104090', 'IdempotencyMismatch', 0x08],
    ['This Idempotency-Key was used with another request.', 'Use a new key for a new request.'],
    ['该 Idempotency-Key 已用于另一个请求。', '新的请求请使用新的键。'],
  ),
  missing_access_key: row(
    ['api', 'customer', 'final', 401, '104110', 'MissingAccessKeyId', 0x0f],
    ['The request names no access key.', 'Add accessKeyId to the query.'],
    ['请求没有带访问密钥。', '请在查询参数中加上 accessKeyId。'],
  ),
  invalid_access_key: row(
    ['api', 'customer', 'final', 401, '104111', 'InvalidAccessKeyId', 0x0f],
    ['There is no such access key.', 'Copy the AccessKey ID from the credentials page.'],
    ['访问密钥不存在。', '请从「访问凭证」页面复制 AccessKey ID。'],
  ),
  invalid_signature: row(
    ['api', 'customer', 'final', 401, '104201', 'InvalidSignature', 0x0e],
    [
      'The signature does not match the request.',
      'Sign the sorted query with the AccessKey Secret; use each nonce once.',
    ],
    ['签名与请求不符。', '请用 AccessKey Secret 对排序后的查询参数签名，且每个 nonce 只用一次。'],
  ),
  invalid_signature_timestamp: row(
    ['api', 'customer', 'final', 401, '104202', 'InvalidSignatureTimestamp', 0x0e],
    ['The timestamp is more than ten minutes away from our clock.', 'Set the sender’s clock and sign again.'],
    ['时间戳与服务器时间相差超过十分钟。', '请校准本机时间后重新签名。'],
  ),
  account_suspended: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['Your account is suspended.', 'Check your e-mail or contact support.'],
    ['您的账户已被暂停。', '请查看邮件或联系客服。'],
  ),
  payments_blocked: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['Payments are blocked on your account.', 'Contact support to have this looked at.'],
    ['您的账户已被限制支付。', '请联系客服处理。'],
  ),
  channel_blocked: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['This payment method is blocked on your account.', 'Choose another one or contact support.'],
    ['您的账户已被限制使用该支付方式。', '请更换支付方式或联系客服。'],
  ),
  channel_unavailable: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['This payment method is not offered for your account.', 'Choose one of those on the top-up page.'],
    ['您的账户暂不支持该支付方式。', '请选择充值页面上的支付方式。'],
  ),
  amount_out_of_range: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The amount is outside what can be topped up at once.', 'Choose $20 to $3,000, or ¥0.01 to ¥20,000.'],
    ['金额超出单笔充值范围。', '请输入 $20 至 $3,000，或 ¥0.01 至 ¥20,000。'],
  ),
  not_verified: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['Refunds need real-name verification.', 'Have the account verified, then ask again.'],
    ['退款需要先完成实名认证。', '请完成认证后重试。'],
  ),
  refund_not_allowed: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    [
      'This cannot be refunded now: it was not paid by a channel, nothing is left of it, or a refund of it is under way.',
      'Choose another top-up, or wait for that refund.',
    ],
    [
      '当前无法退款：该笔款项并非通过支付渠道支付、已无可退余额，或正有一笔退款处理中。',
      '请选择其他充值记录，或等待该笔退款完成。',
    ],
  ),
  refund_out_of_range: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['This amount cannot be refunded.', 'Choose whole cents, from 0.01 up to what is shown as refundable.'],
    ['该金额无法退款。', '请输入不低于 0.01 且不超过可退金额的数额，最多两位小数。'],
  ),
  card_declined: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The card was not accepted.', 'Check what you typed, try another card or ask your bank.'],
    ['该银行卡未被接受。', '请检查填写的信息，更换银行卡或联系发卡行。'],
  ),
  card_token_required: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Card numbers are not taken here.', 'Send the token that the payment provider made of the card.'],
    ['此处不接收银行卡号。', '请提交支付服务商生成的卡片令牌。'],
  ),
  too_many_cards: row(
    ['limit', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The account keeps as many cards as it may.', 'Remove a card you no longer use.'],
    ['账户保存的银行卡已达上限。', '请先移除不再使用的银行卡。'],
  ),
  too_many_card_tries: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many cards were tried in the last hour.', 'Wait an hour and try again.'],
    ['最近一小时内尝试添加银行卡的次数过多。', '请一小时后再试。'],
  ),
  card_in_use: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['Auto-recharge uses this card.', 'Choose another card for it or switch it off first.'],
    ['自动充值正在使用该银行卡。', '请先为自动充值更换银行卡或将其关闭。'],
  ),
  agreement_required: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['Auto-recharge needs your agreement that the card is kept for it.', 'Tick the agreement and save again.'],
    ['开启自动充值需要您同意保存银行卡用于后续充值。', '请勾选同意后重新保存。'],
  ),
  recharge_out_of_range: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    [
      'The amount is outside what auto-recharge allows.',
      'Below: 10 to 2,000. Top up: $100 to $5,000, or ¥500 to ¥5,000.',
    ],
    ['金额超出自动充值允许的范围。', '触发余额为 10 至 2,000；充值金额为 $100 至 $5,000，或 ¥500 至 ¥5,000。'],
  ),
  too_many_orders: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many top-ups were begun in the last minutes.', 'Finish one of them, or wait ten minutes.'],
    ['短时间内发起的充值过多。', '请先完成已发起的充值，或十分钟后再试。'],
  ),
  payment_unreachable: row(
    ['api', 'us', 'again', 503, '101000', 'Internal', 0x08],
    ['The payment service does not answer.', 'Try again in a minute.'],
    ['支付服务暂无响应。', '请一分钟后重试。'],
  ),
  unauthorized: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['This credential may not do that.', 'Use a credential of the right type.'],
    ['该凭证无权执行此操作。', '请使用类型相符的凭证。'],
  ),
  ip_restricted: row(
    ['api', 'customer', 'final', 403, '105100', 'IpRestricted', 0x0d],
    ['This address is not on the account’s list.', 'Add the address, or send from one that is listed.'],
    ['来源地址不在允许名单中。', '请添加该地址，或从名单内的地址发送。'],
  ),
  limit_exceeded: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['A limit of the account is reached.', 'Wait for the time in Retry-After and try again.'],
    ['已达到账户的限额。', '请按 Retry-After 的时间等待后重试。'],
  ),
  queue_full: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x14],
    ['The account’s queue is full: four hours of its rate are waiting.', 'Send slower, or ask for a higher rate.'],
    ['账户的发送队列已满：等待量已达四小时的发送速率。', '请放慢发送，或申请更高的速率。'],
  ),
  insufficient_funds: row(
    ['limit', 'customer', 'final', 402, '105400', 'InsufficientFunds', 0x58],
    ['The balance does not cover this request.', 'Top up and send it again.'],
    ['余额不足以支付本次请求。', '请充值后重新发送。'],
  ),
  invalid_phone_number: row(
    ['recipient', 'customer', 'final', 400, '107111', 'InvalidPhoneNumbers', 0x0b],
    [
      'This is not a phone number that can exist.',
      'Write it with + and the country’s calling code, for example +12065550100.',
    ],
    ['这不是一个有效的手机号码。', '请写成 + 加国际区号的形式，例如 +8613800138000。'],
  ),
  missing_signature: row(
    ['sender', 'customer', 'final', 400, '107120', 'MissingSmsSignature', 0x0a],
    ['Messages of this account need an approved signature.', 'Register a signature and name it in the request.'],
    ['本账户发送短信需要已审核的签名。', '请先报备签名，并在请求中填写。'],
  ),
  signature_not_found: row(
    ['sender', 'customer', 'final', 400, '107121', 'SmsSignatureNotExists', 0x0a],
    ['There is no such signature.', 'Use a signature of your account, or leave the field out.'],
    ['签名不存在。', '请使用本账户的签名，或不填该字段。'],
  ),
  signature_not_approved: row(
    ['sender', 'customer', 'final', 400, '107122', 'InvalidSmsSignature', 0x0a],
    ['The signature is not approved.', 'Wait for its review, or use another one.'],
    ['签名尚未通过审核。', '请等待审核，或使用其他签名。'],
  ),
  signature_restricted: row(
    ['sender', 'customer', 'final', 403, '107123', 'RestrictedSmsSignature', 0x0a],
    ['The signature may not be used for this message.', 'Use one that is allowed for its country and scene.'],
    ['该签名不能用于这条短信。', '请使用适用于该国家和场景的签名。'],
  ),
  template_not_found: row(
    ['content', 'customer', 'final', 400, '107141', 'SmsTemplateNotExists', 0x08],
    ['There is no template for this message.', 'Register a template and name it in the request.'],
    ['没有可用于这条短信的模板。', '请先报备模板，并在请求中填写。'],
  ),
  missing_template_data: row(
    ['content', 'customer', 'final', 400, '107143', 'MissingSmsTemplateData', 0x08],
    ['A variable of the template has no value.', 'Add the variable that is named.'],
    ['模板变量没有填写。', '请补上所指出的变量。'],
  ),
  invalid_template_data: row(
    ['content', 'customer', 'final', 400, '107144', 'InvalidSmsTemplateData', 0x08],
    ['A variable does not fit the template.', 'Correct the variable that is named.'],
    ['变量与模板不符。', '请修改所指出的变量。'],
  ),
  template_restricted: row(
    ['content', 'customer', 'final', 403, '107145', 'RestrictedSmsTemplate', 0x08],
    ['The template may not be used for this message.', 'Use a template that is approved for it.'],
    ['该模板不能用于这条短信。', '请使用已通过审核的相应模板。'],
  ),
  too_many_parts: row(
    ['content', 'customer', 'final', 400, '104002', 'InvalidParams', 0x01],
    ['The text needs more than ten parts.', 'Shorten it, or send it as several messages.'],
    ['短信内容超过十条分条。', '请缩短内容，或拆成多条发送。'],
  ),
  content_restricted: row(
    ['content', 'customer', 'final', 403, '104003', 'RestrictedParams', 0x08],
    ['The account may not send this text yet.', 'Verify the account, or use a template.'],
    ['账户暂不能发送该内容。', '请完成认证，或使用模板。'],
  ),
  opted_out: row(
    ['recipient', 'recipient', 'final', 403, '107200', 'OptedOut', 0x0b],
    ['The recipient has opted out.', 'Take the number off your list.'],
    ['接收人已退订。', '请将该号码移出名单。'],
  ),
  geo_restricted: row(
    ['recipient', 'customer', 'final', 403, '107201', 'GeoRestricted', 0x0b],
    ['The account may not send to this number or country.', 'Enable the country, or prove the number.'],
    ['账户不可向该号码或国家发送。', '请开通该国家，或验证该号码。'],
  ),
  fraud_blocked: row(
    ['fraud', 'us', 'final', 403, '107202', 'FraudBlocked', 0x0b],
    ['The fraud guard stopped this message.', 'Nothing was charged; see the protection page.'],
    ['防欺诈系统拦截了这条短信。', '未产生费用；详情见防护页面。'],
  ),
  quiet_hours: row(
    ['recipient', 'customer', 'again', 403, '107203', 'QuietHours', 0x08],
    ['The recipient’s quiet hours do not allow marketing now.', 'Send between morning and evening there.'],
    ['接收人当地处于免打扰时段，不能发送营销短信。', '请在当地白天发送。'],
  ),
  otp_too_many_sends: row(
    ['limit', 'customer', 'again', 429, '107300', 'OtpTooManySends', 0x58],
    ['Too many codes were sent in a short time.', 'Wait for the time in Retry-After and ask again.'],
    ['验证码发送过于频繁。', '请按 Retry-After 的时间等待后再获取。'],
  ),
  upstream_refused: row(
    ['carrier', 'carrier', 'final', 400, '101303', 'NoUpstreamAvailable', 0x45],
    ['The carrier did not accept the message.', 'Nothing was charged; check the number and the text.'],
    ['运营商未接收这条短信。', '未产生费用；请检查号码和内容。'],
  ),
  blocked_by_carrier: row(
    ['carrier', 'carrier', 'final', 400, '101303', 'NoUpstreamAvailable', 0x45],
    ['The carrier blocked the message.', 'Check sender and text against the carrier’s rules.'],
    ['短信被运营商拦截。', '请按运营商规范检查签名和内容。'],
  ),
  undelivered: row(
    ['carrier', 'recipient', 'again', 400, '101303', 'NoUpstreamAvailable', 0x45],
    ['The carrier could not deliver the message.', 'The phone may be off or out of coverage; send again later.'],
    ['运营商未能送达。', '对方可能关机或不在服务区，请稍后再发。'],
  ),
  expired: row(
    ['expired', 'carrier', 'again', 400, '101303', 'NoUpstreamAvailable', 0x45],
    ['The message’s validity ran out before it could be delivered.', 'Send it again with more time.'],
    ['短信在有效期内未能送达。', '请延长有效期后重新发送。'],
  ),
  not_handed_over: row(
    ['route', 'us', 'again', 400, '101303', 'NoUpstreamAvailable', 0x08],
    ['The message never reached the carrier.', 'Nothing was charged; send it again.'],
    ['短信未到达运营商。', '未产生费用；请重新发送。'],
  ),
  outcome_unknown: row(
    ['unknown', 'carrier', 'final', 400, '101303', 'NoUpstreamAvailable', 0x08],
    ['We do not know whether the carrier took the message.', 'Wait for the receipt before sending again.'],
    ['尚不确定运营商是否已接收。', '请等待回执后再决定是否重发。'],
  ),
  unauthenticated: row(
    ['api', 'customer', 'final', 401, '105001', 'Unauthorized', 0x0e],
    ['Your session has ended.', 'Sign in again.'],
    ['登录已失效。', '请重新登录。'],
  ),
  wrong_credentials: row(
    ['api', 'customer', 'final', 401, '105001', 'Unauthorized', 0x0e],
    ['The account or the password is not right.', 'Check both and try again.'],
    ['账号或密码不正确。', '请检查后重试。'],
  ),
  sign_in_locked: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x0e],
    ['Too many failed attempts from this address.', 'Wait 15 minutes and sign in again.'],
    ['该地址登录失败次数过多。', '请 15 分钟后再登录。'],
  ),
  wrong_code: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The code is not right, or no longer valid.', 'Check it, or ask for a new one.'],
    ['验证码不正确或已失效。', '请核对后重试，或重新获取验证码。'],
  ),
  too_many_tries: row(
    ['limit', 'customer', 'again', 429, '105300', 'LimitExceed', 0x58],
    ['Too many codes were tried from this address.', 'Wait for the time in Retry-After and try again.'],
    ['该地址尝试验证码的次数过多。', '请按 Retry-After 的时间等待后重试。'],
  ),
  invalid_token: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The verification is no longer valid.', 'Verify with a new code.'],
    ['验证已失效。', '请用新的验证码重新验证。'],
  ),
  account_exists: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['There is an account with this e-mail address or phone already.', 'Sign in, or reset its password.'],
    ['该邮箱或手机号已有账户。', '请直接登录，或重置密码。'],
  ),
  invoice_not_open: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This invoice cannot be paid or changed now.', 'Reload the page to see where it stands.'],
    ['该账单当前不可支付或修改。', '请刷新页面查看最新状态。'],
  ),
  amount_exceeds: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The amount is more than can be paid.', 'Enter at most what is outstanding and, from the balance, what it has.'],
    ['金额超出可支付的上限。', '请输入不超过未付金额的数额；用余额支付时不得超过可用余额。'],
  ),
  payment_failed: row(
    ['api', 'customer', 'final', 402, '105002', 'InsufficientFunds', 0x08],
    ['The card was not charged.', 'Use another card or another way to pay.'],
    ['扣款未成功。', '请更换银行卡或支付方式。'],
  ),
  tax_id_wrong: row(
    ['api', 'customer', 'final', 400, '104002', 'InvalidParams', 0x08],
    ['The tax id does not have the format of its country.', 'Check it for a typing error, or leave it empty.'],
    ['税号不符合所选国家的格式。', '请核对是否有误，或留空。'],
  ),
  fapiao_already_issued: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['The tax invoice has been issued already.', 'Contact support to have it replaced.'],
    ['发票已开具。', '如需换开，请联系客服。'],
  ),
  fapiao_not_possible: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['There is no tax invoice for this payment.', 'Ask for one of a paid charge in CNY that was not refunded whole.'],
    ['该笔款项无法开具发票。', '仅可为未全额退款的人民币充值申请发票。'],
  ),
  second_factor_required: row(
    ['api', 'customer', 'final', 401, '104201', 'InvalidSignature', 0x0e],
    [
      'This account asks for a second proof.',
      'Enter the code of your authenticator app, or use a passkey or a recovery code.',
    ],
    ['此账户需要二次验证。', '请输入验证器应用中的验证码，或使用通行密钥或恢复码。'],
  ),
  wrong_second_factor: row(
    ['api', 'customer', 'final', 400, '104201', 'InvalidSignature', 0x0e],
    ['This proof was not accepted.', 'Check the code and the clock of your device, and try again.'],
    ['验证未通过。', '请核对验证码和设备时间后重试。'],
  ),
  sign_in_expired: row(
    ['api', 'customer', 'final', 400, '105001', 'Unauthorized', 0x0e],
    ['This sign-in took too long, or has ended.', 'Sign in again from the start.'],
    ['本次登录已超时或已结束。', '请重新登录。'],
  ),
  passkeys_impossible: row(
    ['api', 'customer', 'final', 400, '104003', 'RestrictedParams', 0x08],
    ['Passkeys do not work at this address.', 'Open the console by its name over https, not by an IP address.'],
    ['当前地址不支持通行密钥。', '请通过 https 域名打开控制台，而不是 IP 地址。'],
  ),
  step_up_required: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['This change needs another proof that it is you.', 'Confirm with your password or second factor, then try again.'],
    ['此操作需要再次确认您的身份。', '请用密码或二次验证确认后重试。'],
  ),
  wrong_password: row(
    ['api', 'customer', 'final', 400, '104201', 'InvalidSignature', 0x0e],
    ['The current password is not right.', 'Check it and try again, or reset it from the sign-in page.'],
    ['当前密码不正确。', '请核对后重试，或在登录页重置密码。'],
  ),
  contact_taken: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['This phone or e-mail address belongs to another account.', 'Use another one.'],
    ['该手机号或邮箱已属于其他账户。', '请更换。'],
  ),
  too_many_kept: row(
    ['api', 'customer', 'final', 409, '104002', 'InvalidParams', 0x08],
    ['There are as many as an account may keep.', 'Remove one first.'],
    ['数量已达上限。', '请先移除一个。'],
  ),
  wrong_origin: row(
    ['api', 'customer', 'final', 403, '105001', 'Unauthorized', 0x0d],
    ['The call came from another site.', 'Use the console itself, or an API credential.'],
    ['该调用来自其他网站。', '请直接使用控制台，或使用 API 凭证。'],
  ),
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errors

/** Joins the cause and the next step into one text for the customer. */
export function errorText(code: ErrorCode, locale: 'en' | 'zh-CN'): string {
  const words: ErrorWords = locale === 'zh-CN' ? errors[code].zh : errors[code].en
  return locale === 'zh-CN' ? `${words.what}${words.todo}` : `${words.what} ${words.todo}`
}
