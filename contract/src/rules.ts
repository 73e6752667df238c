import { password, profile } from './limits/account.ts'
import { broadcasts, phonebooks } from './limits/broadcasts.ts'
import { card } from './limits/finance.ts'
import { ipRestriction } from './limits/ip-restriction.ts'
import { sendApi } from './limits/messaging.ts'
import { rateLimiting } from './limits/rate-limiting.ts'
import { recipientList } from './limits/recipient-list.ts'
import { upstreams } from './limits/upstreams.ts'
import { support } from './limits/support.ts'
import { webhooks } from './limits/webhooks.ts'
import { type Texts, textIn } from './texts.ts'
import type { Locale } from './vocabulary/account.ts'

const words = (en: string, zh: string): Texts => ({ en, zh })

/**
 * The rules of specification section 5 with its texts, and our own texts where it has none. A schema names a rule by
 * its id as the error message. This file imports no validator, so that forms can use the same texts.
 */
export const rules = {
  firstname_required: words('First name is required', '请输入名字'),
  lastname_required: words('Last name is required', '请输入姓氏'),
  firstname_long: words(
    `First name should be at most ${profile.nameMax} characters`,
    `名字最多 ${profile.nameMax} 个字符`,
  ),
  name_long: words(`Name should be at most ${profile.nameMax} characters`, `称呼最多 ${profile.nameMax} 个字符`),
  lastname_long: words(
    `Last name should be at most ${profile.nameMax} characters`,
    `姓氏最多 ${profile.nameMax} 个字符`,
  ),
  gender: words('Gender should be a number: 1 male, 2 female, 0 unknown', '性别应为数字：1 男、2 女、0 未知'),

  signature_algorithm: words('Set algorithm to hmac-sha256.', '请将 algorithm 设为 hmac-sha256。'),
  signature_nonce: words(
    `Add a nonce of 1 to ${sendApi.nonceMax} characters.`,
    `请提供 1 至 ${sendApi.nonceMax} 个字符的 nonce。`,
  ),
  signature_nonce_used: words(
    'This nonce was used before. Generate a new one for each request.',
    '该 nonce 已被使用，每次请求请生成新的 nonce。',
  ),
  signature_format: words(
    'The signature must be Base64 or 64 hexadecimal digits.',
    'signature 必须为 Base64 编码或 64 位十六进制字符。',
  ),
  signature_body: words('bodySha256 isn’t the SHA-256 hash of the received body.', 'bodySha256 与收到的请求正文不符。'),

  one_content: words(
    'Give only one of text, content and templateId.',
    'text、content 和 templateId 只能填写其中一项。',
  ),

  phone_required: words('Phone is required', '请输入手机号'),
  phone: words('invalid phone', '手机号格式不正确'),
  email_required: words('Email is required', '请输入邮箱'),
  email: words('invalid email', '邮箱格式不正确'),
  code_required: words('Code is required', '请输入验证码'),
  code: words('invalid code', '验证码格式不正确'),
  same_phone: words('The new phone number cannot be the same as the current number', '新手机号不能与当前手机号相同'),
  same_email: words('The new email address cannot be the same as the current email', '新邮箱不能与当前邮箱相同'),

  curpassword_required: words('Current password is required', '请输入当前密码'),
  password_required: words('New password is required', '请输入新密码'),
  password_short: words(`Password should be at least ${password.min} characters`, `密码至少 ${password.min} 个字符`),
  confirmation_required: words('Confirmation is required', '请再次输入新密码'),
  /** Only for forms: no call carries a confirmation. */
  inconsistent_password: words('Inconsistent password', '两次输入的密码不一致'),

  sort: words('This list can’t be sorted by that column.', '该列表不支持按此列排序。'),
  mode_required: words('Auth mode is required', '请选择鉴权模式'),

  amount_required: words('Amount is required', '请输入金额'),
  below_required: words('Balance threshold is required', '请输入触发余额'),
  topup_required: words('Top-up amount is required', '请输入充值金额'),
  card_required: words('A card is required', '请选择银行卡'),

  number_required: words('Card number is required', '请输入卡号'),
  number: words('invalid card number', '卡号无效'),
  expiry_required: words('Expiration date is required', '请输入有效期'),
  expiry: words('MM/YY format, eg 06/27', '格式为 MM/YY，例如 06/27'),
  cvc_required: words('CVC is required', '请输入安全码（CVC）'),
  cvc: words('CVC should be 3 digits', '安全码（CVC）应为 3 位数字'),
  billing_name_required: words('Cardholder name is required', '请输入持卡人姓名'),
  home_country: words('Your home country can’t be turned off', '所在国家或地区不可关闭'),
  country_required: words('Country is required', '请选择国家或地区'),
  line1_required: words('Address line 1 is required', '请输入详细地址'),
  line1_short: words(
    `Address line 1 should be at least ${card.addressMin} characters`,
    `详细地址至少 ${card.addressMin} 个字符`,
  ),
  city_required: words('City is required', '请输入城市'),
  zip_required: words('Zip is required', '请输入邮政编码'),
  state_required: words('State is required', '请输入省/州'),

  list_scenes: words('Choose at least one scene.', '请至少选择一个场景。'),
  list_note: words(
    `Use up to ${recipientList.noteMax} characters, without control characters.`,
    `最多 ${recipientList.noteMax} 个字符，不含控制字符。`,
  ),
  list_many: words(
    `Import up to ${recipientList.importMax.toLocaleString('en')} numbers at a time.`,
    `一次最多导入 ${recipientList.importMax.toLocaleString('en')} 个号码。`,
  ),

  limit_order: words(
    'A longer window needs a limit at least as high as the shorter one’s.',
    '较长周期的上限不能低于较短周期的上限。',
  ),
  rate_none: words('Set at least one limit.', '请至少设置一个上限。'),
  rate_minute: words(
    `Enter a number from 1 to ${rateLimiting.most.minute}.`,
    `请输入 1–${rateLimiting.most.minute} 的整数。`,
  ),
  rate_hour: words(
    `Enter a number from 1 to ${rateLimiting.most.hour}.`,
    `请输入 1–${rateLimiting.most.hour} 的整数。`,
  ),
  rate_day: words('Enter a number from 1 to 1,000.', '请输入 1–1,000 的整数。'),
  rate_codes: words(
    'Each code differs, so rules on the content leave verification messages out. Choose another scene.',
    '每条验证码内容都不同，按内容统计的规则不适用于验证码，请选择其他场景。',
  ),
  too_many_rules: words(`At most ${rateLimiting.rules} rules.`, `最多 ${rateLimiting.rules} 条规则。`),
  invalid_number: words(
    'Enter the number with + and the calling code, for example +12065550100.',
    '请使用 + 加国际区号的格式，例如 +8613800138000。',
  ),
  number_repeated: words('This number is in the list already.', '该号码已在列表中。'),
  too_many_numbers: words(`At most ${rateLimiting.exempt} exempt numbers.`, `最多 ${rateLimiting.exempt} 个豁免号码。`),
  note_long: words(
    `A note has at most ${rateLimiting.noteMax} characters, on one line.`,
    `备注最多 ${rateLimiting.noteMax} 个字符，不能换行。`,
  ),
  cap_second: words('Enter a number from 1 to 1,000.', '请输入 1–1,000 的整数。'),
  cap_day: words('Enter a number from 1 to 10,000,000.', '请输入 1–10,000,000 的整数。'),
  cap_hour: words('Enter a number from 1 to 1,000,000.', '请输入 1–1,000,000 的整数。'),
  cap_country: words('Choose a country.', '请选择国家或地区。'),
  country_repeated: words('This country has a cap already.', '该国家或地区已设置上限。'),
  too_many_countries: words(
    `At most ${rateLimiting.countries} countries.`,
    `最多 ${rateLimiting.countries} 个国家或地区。`,
  ),
  upstream_name: words(
    `Enter a name of up to ${upstreams.nameMax} characters.`,
    `请输入不超过 ${upstreams.nameMax} 个字符的名称。`,
  ),
  upstream_provider: words('Choose a provider.', '请选择服务商。'),
  upstream_tps: words(
    `Enter a whole number from 1 to ${upstreams.rateMax.toLocaleString('en')}.`,
    `请输入 1 至 ${upstreams.rateMax.toLocaleString('en')} 之间的整数。`,
  ),
  upstream_cap: words(
    `Enter an amount above 0 and up to ${upstreams.dailyCapMax.toLocaleString('en')}.`,
    `请输入大于 0 且不超过 ${upstreams.dailyCapMax.toLocaleString('en')} 的金额。`,
  ),
  credential_required: words('Enter this value.', '请填写该项。'),
  credential_shape: words('This doesn’t have the provider’s format.', '格式与服务商要求不符。'),
  credential_field: words('The provider has no such field.', '该服务商没有此字段。'),
  credential_one_of: words('Enter a messaging service or a sender.', '请填写 Messaging Service 或发送号码。'),
  remote_id: words(
    `Enter the provider’s ID, up to ${upstreams.remoteIdMax} characters.`,
    `请输入服务商侧的 ID，最多 ${upstreams.remoteIdMax} 个字符。`,
  ),
  route_name: words(
    `Enter a name of up to ${upstreams.nameMax} characters.`,
    `请输入不超过 ${upstreams.nameMax} 个字符的名称。`,
  ),
  route_prefix: words(
    'Enter + and the first digits of the number, for example +6512.',
    '请输入 + 和号码的前几位，例如 +8613。',
  ),
  route_conditions: words(`At most ${upstreams.conditions} values.`, `最多 ${upstreams.conditions} 个值。`),
  route_targets: words(`At most ${upstreams.targets} channels.`, `最多 ${upstreams.targets} 条通道。`),
  route_percent: words('Enter a whole number from 1 to 100.', '请输入 1 至 100 之间的整数。'),
  route_canary: words(
    `Enter a whole number from 1 to ${upstreams.canaryMax}.`,
    `请输入 1 至 ${upstreams.canaryMax} 之间的整数。`,
  ),
  route_attempts: words('Choose 1, 2 or 3 attempts.', '请选择 1、2 或 3 次。'),
  route_rules: words(`At most ${upstreams.rules} rules.`, `最多 ${upstreams.rules} 条规则。`),

  webhook_name: words(
    `Enter a name of up to ${webhooks.nameMax} characters.`,
    `请输入不超过 ${webhooks.nameMax} 个字符的名称。`,
  ),
  webhook_url: words('Enter a full URL without a user name.', '请输入完整的 URL，不含用户名。'),
  webhook_events: words('Choose at least one event.', '请至少选择一类事件。'),
  webhook_batch: words(`Enter a number from 1 to ${webhooks.batchMax}.`, `请输入 1–${webhooks.batchMax} 的整数。`),
  webhook_tries: words(
    `Enter a number from 1 to ${webhooks.tries.standard}.`,
    `请输入 1–${webhooks.tries.standard} 的整数。`,
  ),
  webhook_tries_fast: words(
    `Enter a number from 1 to ${webhooks.tries.fast}.`,
    `请输入 1–${webhooks.tries.fast} 的整数。`,
  ),
  webhook_rate: words(`Enter a number from 1 to ${webhooks.rateMax}.`, `请输入 1–${webhooks.rateMax} 的整数。`),
  webhook_headers: words(
    'Give each header a name of its own that isn’t reserved, and a value.',
    '请为每个请求头填写不重复、非保留的名称和值。',
  ),

  ip_cidr: words(
    'Enter an IP address or a network, such as 198.51.100.0/24.',
    '请输入 IP 地址或网段，例如 198.51.100.0/24。',
  ),
  ip_address: words('Enter an IPv4 or IPv6 address.', '请输入 IPv4 或 IPv6 地址。'),
  ip_mapped: words('Enter the IPv4 address without ::ffff: in front.', '请直接填写 IPv4 地址，去掉前面的 ::ffff:。'),
  ip_everything: words('A /0 network covers all addresses. Enter a smaller one.', '/0 网段包含所有地址，请缩小范围。'),
  ip_reserved: words(
    'This network is private or reserved. Enter a public one.',
    '该网段属于私有或保留地址，请填写公网地址。',
  ),
  ip_overlap: words('This overlaps another entry. Keep one of them.', '该网段与其他条目重叠，请只保留一条。'),
  ip_own_address: words('This blocks your own IP address.', '该条目会拦截您当前的 IP 地址。'),
  ip_note: words(
    `Enter a note of up to ${ipRestriction.noteMax} characters.`,
    `备注最多 ${ipRestriction.noteMax} 个字符。`,
  ),
  ip_entries: words(
    `An account has at most ${ipRestriction.entries} entries. Remove some first.`,
    `最多 ${ipRestriction.entries} 条 IP 条目，请先删除部分条目。`,
  ),

  audience_input: words(
    `Paste up to ${broadcasts.inputRows.toLocaleString('en')} phone numbers.`,
    `请粘贴最多 ${broadcasts.inputRows.toLocaleString('en')} 个手机号。`,
  ),
  audience_file: words('Choose a file.', '请选择文件。'),
  audience_phonebook: words('Choose a phonebook.', '请选择通讯录。'),
  broadcast_message: words('Choose a template, or write a text.', '请选择模板，或填写短信内容。'),
  broadcast_name: words(
    `Enter a name of up to ${broadcasts.nameMax} characters.`,
    `请输入不超过 ${broadcasts.nameMax} 个字符的名称。`,
  ),
  broadcast_window: words('The hours must be at least one hour long.', '发送时段至少一小时。'),
  broadcast_speed: words('Enter a whole number from 1.', '请输入大于等于 1 的整数。'),
  broadcast_canary: words(
    `Enter a whole number from 0 to ${broadcasts.canaryMax.toLocaleString('en')}.`,
    `请输入 0 至 ${broadcasts.canaryMax.toLocaleString('en')} 之间的整数。`,
  ),
  broadcast_stop: words('Enter a whole number from 1 to 100.', '请输入 1 至 100 之间的整数。'),
  broadcast_time: words('Choose a date and time.', '请选择日期和时间。'),
  phonebook_name: words(
    `Enter a name of up to ${phonebooks.nameMax} characters.`,
    `请输入不超过 ${phonebooks.nameMax} 个字符的名称。`,
  ),
  field_name: words(
    `Enter a field name of up to ${phonebooks.fieldNameMax} characters that doesn’t begin with $.`,
    `请输入不超过 ${phonebooks.fieldNameMax} 个字符的字段名，且不以 $ 开头。`,
  ),
  field_value: words(`Enter up to ${phonebooks.valueMax} characters.`, `请输入不超过 ${phonebooks.valueMax} 个字符。`),
  too_many_fields: words(
    `A phonebook has at most ${phonebooks.fields} fields.`,
    `每个通讯录最多 ${phonebooks.fields} 个字段。`,
  ),
  consent_source: words(
    `Say in up to ${phonebooks.consentMax} characters where they agreed.`,
    `请填写同意来源，最多 ${phonebooks.consentMax} 个字符。`,
  ),
  consent_date: words('Choose the day on which they agreed.', '请选择同意的日期。'),
  contact_zone: words('Choose a time zone.', '请选择时区。'),
  field_twice: words('Two fields have this name.', '字段名重复。'),
  condition_operator: words('This comparison doesn’t fit the field.', '该字段不支持此比较方式。'),
  condition_value: words('Enter what to compare with.', '请输入要比较的内容。'),
  condition_amount: words('Enter a number, or a date such as 2026-11-30.', '请输入数字，或 2026-11-30 格式的日期。'),
  condition_date: words('Choose a date.', '请选择日期。'),
  segment_conditions: words(
    `Add 1 to ${phonebooks.conditions} conditions.`,
    `请添加 1 至 ${phonebooks.conditions} 个条件。`,
  ),

  ticket_subject: words(
    `Enter a subject of ${support.subjectMin} to ${support.subjectMax} characters.`,
    `请输入 ${support.subjectMin} 至 ${support.subjectMax} 个字符的主题。`,
  ),
  ticket_body: words(
    `Describe it in ${support.bodyMin} to ${support.bodyMax.toLocaleString('en')} characters.`,
    `请用 ${support.bodyMin} 至 ${support.bodyMax.toLocaleString('en')} 个字符描述问题。`,
  ),
  ticket_reply: words(
    `Write up to ${support.replyMax.toLocaleString('en')} characters.`,
    `请输入回复内容，最多 ${support.replyMax.toLocaleString('en')} 个字符。`,
  ),
  ticket_message_ids: words(
    `Enter up to ${support.messageIds} message IDs, one per line.`,
    `请输入最多 ${support.messageIds} 个短信 ID，每行一个。`,
  ),
  ticket_numbers: words(
    `Enter up to ${support.numbers} phone numbers with their calling code.`,
    `请输入最多 ${support.numbers} 个带国际区号的手机号。`,
  ),
  ticket_attachments: words(`Attach up to ${support.attachments} files.`, `最多添加 ${support.attachments} 个附件。`),
  ticket_contact: words('Enter an email address.', '请输入邮箱地址。'),
  appeal_answer: words(
    `Answer in ${support.answerMin} to ${support.answerMax.toLocaleString('en')} characters.`,
    `请用 ${support.answerMin} 至 ${support.answerMax.toLocaleString('en')} 个字符回答。`,
  ),
} as const satisfies Record<string, Texts>

export type RuleId = keyof typeof rules

/** True where a text is a rule's id. A schema's own error messages are not. */
export const isRule = (text: string | undefined): text is RuleId => text !== undefined && Object.hasOwn(rules, text)

export const ruleText = (rule: RuleId, locale: Locale): string => textIn(rules[rule], locale)
