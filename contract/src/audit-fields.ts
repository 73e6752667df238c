import { credentials } from './limits/screens.ts'
import { type Texts, textIn } from './texts.ts'
import { AccountStatus, Gender, type Locale, TrustLevel } from './vocabulary/account.ts'
import { ExportJobStatus, SendJobStatus } from './vocabulary/job.ts'
import { MessageStatus } from './vocabulary/message.ts'
import { type NoticeChannel, noticeChannels, type NoticeKind } from './vocabulary/notice.ts'
import { InvoiceStatus, TopUpStatus } from './vocabulary/payment.ts'
import { ReviewStatus } from './vocabulary/review.ts'

const texts = (en: string, zh: string): Texts => ({ en, zh })

type TextsByName = Readonly<Record<string, Texts>>

/** The names of audited fields in the file of the audit log: those of the screens where they are set. */
const auditFields: TextsByName = {
  acct_status: texts('Status', '状态'),
  activated: texts('Activated', '已激活'),
  address: texts('Address', '地址'),
  amount: texts('Amount', '金额'),
  balance_low: texts('Low balance', '余额提醒'),
  bank: texts('Bank', '开户银行'),
  bank_account: texts('Bank account', '银行账号'),
  behaviour: texts('Sandbox behaviour', '沙箱行为'),
  below: texts('When balance goes below', '触发余额'),
  brand: texts('Card brand', '卡组织'),
  category: texts('Category', '类别'),
  channel: texts('Channel', '支付渠道'),
  code: texts('Template code', '模板代码'),
  content: texts('Content', '内容'),
  content_retention: texts('Content retention (days)', '内容保留天数'),
  country: texts('Country or region', '国家或地区'),
  credit_amount: texts('Credit limit', '信用额度'),
  credit_enabled: texts('Credit account', '信用账户'),
  currency: texts('Currency', '币种'),
  daily_cap: texts('Daily spend cap', '单日消费上限'),
  default: texts('Default', '默认'),
  disputed_lines: texts('Disputed lines', '有异议的明细数'),
  email: texts('Email', '邮箱'),
  emails: texts('Email', '邮箱'),
  enable: texts('Enabled', '已开启'),
  ends_at: texts('End of the approval', '停用时间'),
  exp_month: texts('Expiration month', '到期月'),
  exp_year: texts('Expiration year', '到期年'),
  fapiao: texts('Fapiao', '充值发票'),
  filters: texts('Filters', '筛选条件'),
  firstname: texts('First name', '名'),
  format: texts('Format', '格式'),
  from: texts('From', '开始日期'),
  gender: texts('Gender', '性别'),
  impact: texts('Impact', '影响程度'),
  industry: texts('Industry', '行业'),
  international: texts('Used internationally', '用于国际'),
  is_default: texts('Default', '默认'),
  key: texts('AccessKey ID', 'AccessKey ID'),
  kind: texts('Type', '类型'),
  language: texts('Language', '语言'),
  last4: texts('Last four digits', '尾号'),
  lastname: texts('Last name', '姓'),
  legal_name: texts('Legal name', '公司名称'),
  level: texts('Trust level', '信任等级'),
  mainland: texts('Used in mainland China', '用于中国大陆'),
  masked: texts('Numbers masked', '号码脱敏'),
  messages: texts('Messages', '消息数'),
  mode: texts('Auth mode', '鉴权模式'),
  default_scene: texts('Default scene', '默认场景'),
  name: texts('Name', '名称'),
  number: texts('Number', '编号'),
  paid: texts('Paid', '已付'),
  paid_out: texts('Paid out', '退款到账'),
  passkeys: texts('Passkeys', '通行密钥'),
  password: texts('Password', '密码'),
  pay_for_delivered: texts('Delivered messages only', '仅对送达短信计费'),
  phone: texts('Phone', '手机号'),
  pm_id: texts('Card', '银行卡'),
  po: texts('PO number', '采购订单号'),
  priority: texts('Priority', '优先级'),
  provider: texts('Provider', '服务商'),
  purpose: texts('Purpose', '用途'),
  quoted: texts('Estimate', '预估费用'),
  realname_auth: texts('Identity verified', '已认证'),
  reason: texts('Reason', '原因'),
  recipients: texts('Recipients', '收件人数'),
  recovery_codes: texts('Recovery codes', '恢复码'),
  recovery_codes_left: texts('Recovery codes left', '剩余恢复码'),
  reference: texts('Reference', '参考号'),
  refund: texts('Refunds', '退款'),
  regions: texts('Countries', '国家或地区'),
  release_channel: texts('Release channel', '发布通道'),
  repeat: texts('Repeat', '重复'),
  scene: texts('Scene', '场景'),
  scenes: texts('Scenes', '场景'),
  secret: texts('Secret', '密钥'),
  serving: texts('Version in use', '使用中的版本'),
  sessions: texts('Sessions', '登录会话'),
  signature: texts('Sender ID', '签名'),
  signature_id: texts('Sender ID', '签名'),
  sms_wildcard: texts('Wildcard SMS', '免报备（签名/模板）'),
  starts: texts('Start', '开始时间'),
  state: texts('State', '状态'),
  status: texts('Status', '状态'),
  tax_id: texts('Tax ID', '税号'),
  tax_no: texts('Tax ID', '税号'),
  title: texts('Title', '发票抬头'),
  to: texts('To', '结束日期'),
  topup: texts('Top-up amount', '充值金额'),
  totp: texts('Authenticator app', '身份验证器'),
  totp_since: texts('Authenticator added', '身份验证器添加时间'),
  tps: texts('Parts per second', '每秒计费条数'),
  type: texts('Type', '类型'),
  usage: texts('Ownership', '使用方式'),
  usage_note: texts('Usage note', '使用说明'),
  user_agent: texts('Browser', '浏览器'),
  validity: texts('Validity (seconds)', '有效期（秒）'),
  variables: texts('Variables', '变量'),
  version: texts('Version', '版本'),
  enabled: texts('Enabled', '已开启'),
  exempt: texts('Exempt numbers', '豁免号码'),
  entries: texts('Entries', '记录数'),
  keeps_marketing: texts('Stops marketing', '停发营销'),
  keeps_notification: texts('Stops notifications', '停发通知'),
  keeps_verification: texts('Stops verification', '停发验证码'),
  source: texts('Source', '来源'),
  per_second: texts('Parts per second', '每秒计费条数'),
}

/** The names of limits that the owner sets, by their first and last part: of a rule, of a day, of a country’s hour. */
const limitFields: TextsByName = {
  'rule.scope': texts('Rule: counted together', '规则：统计范围'),
  'rule.scene': texts('Rule: scene', '规则：场景'),
  'rule.per_minute': texts('Rule: per minute', '规则：每分钟'),
  'rule.per_hour': texts('Rule: per hour', '规则：每小时'),
  'rule.per_day': texts('Rule: per day', '规则：每天'),
  'rule.action': texts('Rule: above the limit', '规则：超限处理'),
  'day.limit': texts('Messages per day', '每天短信条数'),
  'day.action': texts('Above the daily cap', '每日超限处理'),
  'country.limit': texts('Messages per hour', '每小时短信条数'),
  'country.action': texts('Above the hourly cap', '每小时超限处理'),
}

/** The names of a channel's mappings and of routing, by their first and last part. A draft's rules have those of rules. */
const routeFields: TextsByName = {
  'mapping.remote': texts('Mapping: provider’s ID', '映射：服务商侧 ID'),
  'mapping.variables': texts('Mapping: variable order', '映射：变量顺序'),
  'rule.place': texts('Rule: place', '规则：次序'),
  'rule.name': texts('Rule: name', '规则：名称'),
  'rule.order': texts('Rule: order of channels', '规则：通道顺序'),
  'rule.targets': texts('Rule: channels', '规则：通道'),
  'rule.upstream': texts('Rule: canary', '规则：灰度通道'),
  'rule.percent': texts('Rule: canary', '规则：灰度通道'),
  'rule.failover': texts('Rule: failover', '规则：故障切换'),
  'rule.attempts': texts('Rule: attempts', '规则：尝试次数'),
  'rule.sticky': texts('Rule: sticky recipients', '规则：号码保持'),
}

/** The names of their values, by the last part of the field and the value. */
const limitValues: TextsByName = {
  'scope.recipient': texts('Same recipient', '同一号码'),
  'scope.recipient_template': texts('Same recipient and template', '同一号码、同一模板'),
  'scope.recipient_content': texts('Same recipient and content', '同一号码、同一内容'),
  'scope.recipient_signature': texts('Same recipient and sender ID', '同一号码、同一签名'),
  'scene.1': texts('Verification', '验证码'),
  'scene.2': texts('Notification', '通知'),
  'scene.3': texts('Marketing', '营销'),
  'action.reject': texts('Reject', '拒绝'),
  'action.drop': texts('Drop', '丢弃'),
  'action.block': texts('Block', '拦截'),
  'action.alert': texts('Alert', '仅告警'),
  'action.ignore': texts('Ignore', '忽略'),
}

const notices: Readonly<Record<NoticeKind, Texts>> = {
  signed_in: texts('Sign-in from a new device or location', '新设备或新地点登录'),
  sign_in_failed: texts('Failed sign-in attempts', '连续登录失败'),
  password_changed: texts('Password changed', '密码修改'),
  phone_changed: texts('Phone number changed', '手机号更换'),
  email_changed: texts('Email changed', '邮箱更换'),
  second_factor_changed: texts('Sign-in methods changed', '登录方式变更'),
  account_suspended: texts('Account suspended', '账户暂停使用'),
  account_resumed: texts('Account reinstated', '账户恢复'),
  payments_blocked: texts('Payments blocked', '支付功能受限'),
  credential_changed: texts('Credential created, changed or removed', '访问凭证创建、变更或删除'),
  country_enabled: texts('High-risk country turned on', '开通高风险国家或地区'),
  funds_changed: texts('Funds added or deducted by us', '我们对余额的入账与扣减'),
  topped_up: texts('Top-up received', '充值到账'),
  recharged: texts('Balance recharged', '自动充值成功'),
  recharge_failed: texts('Auto-recharge failed', '自动充值失败'),
  card_expiring: texts('Card expiring soon', '银行卡即将过期'),
  refund_ended: texts('Refund completed or failed', '退款完成或失败'),
  dispute: texts('Payment disputed', '付款争议（拒付）'),
  balance_low: texts('Balance low', '余额不足'),
  invoice_issued: texts('Invoice issued', '账单出具'),
  invoice_due: texts('Invoice due or overdue', '账单到期或逾期'),
  invoice_part_paid: texts('Invoice paid in part by bank transfer', '账单收到部分转账'),
  invoice_paid: texts('Invoice paid', '账单付清'),
  invoice_void: texts('Invoice voided', '账单作废'),
  verification_approved: texts('Verification approved', '实名认证通过'),
  verification_rejected: texts('Verification rejected', '实名认证未通过'),
  verification_expiring: texts('Verification expiring soon', '实名认证即将到期'),
  verification_expired: texts('Verification ended', '实名认证失效'),
  signature_approved: texts('Sender ID approved', '签名审核通过'),
  signature_rejected: texts('Sender ID rejected', '签名未通过审核'),
  signature_filing: texts('Sender ID filing changed', '签名报备变化'),
  signature_revocation: texts('Sender ID revocation', '签名停用'),
  signature_expiring: texts('Sender ID authorisation ending', '签名授权到期'),
  signature_renewal: texts('Sender ID authorisation reviewed', '签名新授权书审核结果'),
  template_approved: texts('Template approved', '模板审核通过'),
  template_rejected: texts('Template rejected', '模板未通过审核'),
  template_filing: texts('Template filing changed', '模板报备变化'),
  template_revocation: texts('Template revocation', '模板停用'),
  export_ended: texts('Export finished', '导出完成'),
  broadcast_finished: texts('Broadcast finished', '群发完成'),
  broadcast_interrupted: texts('Broadcast paused', '群发已暂停'),
  webhook_changed: texts('Webhook stopped working', 'Webhook 异常'),
  country_cap_passed: texts('Hourly cap of a country passed', '超过国家或地区每小时上限'),
  day_cap_passed: texts('Daily cap passed', '超过每日上限'),
  ticket_replied: texts('Support replied to a ticket', '客服回复工单'),
  ticket_solved: texts('Ticket solved', '工单已解决'),
  ip_restriction_changed: texts('IP restriction turned on, off or reverted', 'IP 限制启用、关闭或撤销'),
}

const channels: Readonly<Record<NoticeChannel, Texts>> = {
  email: texts('Email', '邮件'),
  sms: texts('SMS', '短信'),
}

const booleans: TextsByName = { true: texts('yes', '是'), false: texts('no', '否') }
const credentialModes: TextsByName = { 1: texts('simple mode', '简易模式'), 2: texts('HMAC mode', 'HMAC 模式') }
const credentialTypes: TextsByName = {
  1: texts('standard', '普通'),
  4: texts('SMPP', 'SMPP'),
  5: texts('Admin', '管理员'),
}
const levels: TextsByName = {
  [TrustLevel.New]: texts('new', '新账户'),
  [TrustLevel.Paid]: texts('paid', '已付费'),
  [TrustLevel.Verified]: texts('verified', '已认证'),
  [TrustLevel.Trusted]: texts('trusted', '可信'),
}
const genders: TextsByName = {
  [Gender.Unknown]: texts('Not specified', '未设置'),
  [Gender.Male]: texts('Male', '男'),
  [Gender.Female]: texts('Female', '女'),
}
const accountStatuses: TextsByName = {
  [AccountStatus.Ok]: texts('active', '正常'),
  [AccountStatus.Suspended]: texts('suspended', '已暂停'),
  [AccountStatus.AllPaymentBlocked]: texts('payments blocked', '支付受限'),
  [AccountStatus.PayPalBlocked]: texts('PayPal blocked', 'PayPal 受限'),
  [AccountStatus.StripeBlocked]: texts('card payments blocked', '银行卡支付受限'),
  [AccountStatus.AlipayBlocked]: texts('Alipay blocked', '支付宝受限'),
  [AccountStatus.WechatPayBlocked]: texts('WeChat Pay blocked', '微信支付受限'),
}
const reviewStatuses: TextsByName = {
  [ReviewStatus.Pending]: texts('in review', '审核中'),
  [ReviewStatus.AutoRejected]: texts('rejected by the automatic check', '自动审核未通过'),
  [ReviewStatus.ManualRejected]: texts('rejected', '未通过'),
  [ReviewStatus.PreApproved]: texts('automatic check passed', '自动审核已通过'),
  [ReviewStatus.Approved]: texts('approved', '已通过'),
}
const statuses: Readonly<Record<string, TextsByName>> = {
  broadcast: {
    [SendJobStatus.Queued]: texts('Scheduled', '待发送'),
    [SendJobStatus.Pending]: texts('Sending', '发送中'),
    [SendJobStatus.Finished]: texts('Finished', '已完成'),
    [SendJobStatus.Interrupt]: texts('Paused or stopped', '已暂停或停止'),
  },
  export: {
    [ExportJobStatus.Failed]: texts('Failed', '失败'),
    [ExportJobStatus.Queued]: texts('Queued', '排队中'),
    [ExportJobStatus.Pending]: texts('Running', '进行中'),
    [ExportJobStatus.Finished]: texts('Finished', '已完成'),
  },
  invoice: {
    [InvoiceStatus.Draft]: texts('preview', '预览'),
    [InvoiceStatus.Open]: texts('due', '待付款'),
    [InvoiceStatus.Void]: texts('void', '已作废'),
    [InvoiceStatus.Paid]: texts('paid', '已付清'),
    [InvoiceStatus.Uncollectible]: texts('overdue', '已逾期'),
  },
  topUp: {
    [TopUpStatus.Open]: texts('In progress', '进行中'),
    [TopUpStatus.Paid]: texts('Done', '已完成'),
    [TopUpStatus.Cancelled]: texts('Cancelled', '已取消'),
    [TopUpStatus.Expired]: texts('Expired', '已过期'),
    [TopUpStatus.Failed]: texts('Failed', '失败'),
    [TopUpStatus.Processing]: texts('In progress', '进行中'),
  },
  // The only change is a cancellation.
  message: {
    [MessageStatus.Accepted]: texts('In progress', '进行中'),
    [MessageStatus.Rejected]: texts('Cancelled', '已取消'),
  },
  paymentMethod: { 0: texts('pending bank verification', '待银行验证'), 1: texts('verified', '已验证') },
  signature: reviewStatuses,
  template: reviewStatuses,
  verification: reviewStatuses,
  refund: { pending: texts('In progress', '进行中'), done: texts('Done', '已完成'), failed: texts('Failed', '失败') },
}
const enumerations: Readonly<Record<string, TextsByName>> = {
  acct_status: accountStatuses,
  category: {
    delivery: texts('Delivery', '短信发送'),
    billing: texts('Billing', '费用与账单'),
    review: texts('Reviews', '审核'),
    account: texts('Account', '账户'),
    api: texts('API and webhooks', 'API 与 Webhook'),
    appeal: texts('Suspension appeal', '账户暂停申诉'),
  },
  impact: {
    outage: texts('Nothing works', '完全不可用'),
    degraded: texts('Partly failing', '部分异常'),
    question: texts('Question', '咨询'),
  },
  priority: { 1: texts('P1', 'P1'), 2: texts('P2', 'P2'), 3: texts('P3', 'P3') },
  gender: genders,
  level: levels,
  mode: credentialModes,
  default_scene: {
    1: texts('Verification', '验证码'),
    2: texts('Notification', '通知'),
    3: texts('Marketing', '营销'),
  },
  reason: { block: texts('Block', '屏蔽'), opt_out: texts('Opt-out', '退订') },
  source: {
    entry: texts('Entered', '手动添加'),
    import: texts('Import', '批量导入'),
    log: texts('SMS logs', '发送记录'),
  },
  repeat: {
    none: texts('Once', '仅一次'),
    daily: texts('Daily', '每天'),
    weekly: texts('Weekly', '每周'),
    monthly: texts('Monthly', '每月'),
  },
  state: {
    active: texts('Active', '已启用'),
    testing: texts('Testing', '测试中'),
    draft: texts('Draft', '草稿'),
    paused: texts('Paused', '已暂停'),
    auth_failed: texts('Authentication failed', '鉴权失败'),
    new: texts('New', '新提交'),
    waiting_for_us: texts('Waiting for us', '等待客服回复'),
    waiting_for_you: texts('Waiting for you', '等待您回复'),
    solved: texts('Solved', '已解决'),
    closed: texts('Closed', '已关闭'),
  },
  type: credentialTypes,
}

const country = texts('Country or region', '国家或地区')
const changed = texts('changed', '已变更')

const isChannel = (name: string): name is NoticeChannel => noticeChannels.some((channel) => channel === name)
const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(notices, kind)

/** The name of a field of a channel, a mapping or a rule; undefined for any other field. */
function routeText(field: string): Texts | undefined {
  if (field.startsWith('credentials.')) return texts('Credentials', '凭据')
  const [above = '', , part = ''] = field.split('.')
  if (above !== 'mapping' && above !== 'rule' && above !== 'draft') return undefined
  if (part === 'match') return texts('Rule: conditions', '规则：条件')
  return routeFields[`${above === 'draft' ? 'rule' : above}.${lastPart(field)}`]
}

/** The name of an audited field; a field without one is named as it is. */
export function auditFieldText(field: string, locale: Locale): string {
  const known = Object.hasOwn(auditFields, field) ? auditFields[field] : undefined
  if (known !== undefined) return textIn(known, locale)
  const [above = '', kind = '', channel = ''] = field.split('.')
  const route = routeText(field)
  if (route !== undefined) return textIn(route, locale)
  const limit = limitFields[`${above}.${lastPart(field)}`]
  if (limit !== undefined) return textIn(limit, locale) + (above === 'country' ? ` ${kind}` : '')
  if (above === 'country' && /^[A-Z]{2}$/.test(kind)) return `${textIn(country, locale)} ${kind}`
  if (above !== 'kinds' || !isKind(kind) || !isChannel(channel)) return field
  const [what, way] = [textIn(notices[kind], locale), textIn(channels[channel], locale)]
  return locale === 'zh-CN' ? `${what}：${way}` : `${what} by ${way}`
}

/** The noun of the actions that change limits of the owner. */
const LIMITS = 'smsRateLimiting'

/** The last part of a field, which names it inside its record. */
const lastPart = (field: string): string => field.slice(field.lastIndexOf('.') + 1)

/** The singular noun of an action, as staff actions use it. */
const nounOf = (action: string): string => action.slice(0, action.indexOf('.')).replace(/s$/, '')

/** The name of an enumerated value; any other value as it is. */
export function auditValueText(action: string, field: string, value: string, locale: Locale): string {
  const noun = nounOf(action)
  const labels = field === 'status' ? statuses[noun] : enumerations[field]
  const label = noun === LIMITS ? limitValues[`${lastPart(field)}.${value}`] : labels?.[value]
  const named = label ?? booleans[value]
  return named === undefined ? value : textIn(named, locale)
}

interface Change {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** A change in one line: a field's values, or that a secret changed. `shown` writes values that have no name. */
export function auditChangeText(
  action: string,
  { field, before, after }: Change,
  locale: Locale,
  shown: (value: string) => string,
): string {
  const name = auditFieldText(field, locale)
  if (before === credentials.secretMask && after === credentials.secretMask) return `${name} ${textIn(changed, locale)}`
  const text = (value: string | null): string =>
    value === null ? '–' : shown(auditValueText(action, field, value, locale)) || '–'
  const colon = locale === 'zh-CN' ? '：' : ': '
  return name + colon + (before === null ? text(after) : `${text(before)} → ${text(after)}`)
}
