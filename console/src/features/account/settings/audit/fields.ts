import { AccountStatus, Gender, TrustLevel } from '@hongyan/contract/vocabulary/account'
import { ExportJobStatus, SendJobStatus } from '@hongyan/contract/vocabulary/job'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { type NoticeChannel, noticeChannels, type NoticeKind, noticeKinds } from '@hongyan/contract/vocabulary/notice'
import { InvoiceStatus, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { TextId } from '../../../../i18n/ids.ts'

type Labels = Readonly<Record<string, TextId>>

/** The labels of audited fields, the same as on the screens where they are set. */
export const fieldLabels = {
  acct_status: 'audit.status',
  activated: 'audit.activated',
  address: 'audit.address',
  amount: 'audit.amount',
  balance_low: 'notifications.low',
  bank: 'audit.bank',
  bank_account: 'audit.bankAccount',
  behaviour: 'audit.route.behaviour',
  below: 'audit.below',
  brand: 'audit.brand',
  category: 'audit.ticket.category',
  channel: 'audit.channel',
  code: 'audit.sender.code',
  content: 'audit.sender.content',
  content_retention: 'audit.retention',
  country: 'audit.country',
  credit_amount: 'audit.creditLimit',
  credit_enabled: 'audit.credit',
  currency: 'audit.currency',
  daily_cap: 'audit.route.cap',
  default: 'audit.default',
  disputed_lines: 'audit.disputedLines',
  email: 'profile.email',
  emails: 'profile.email',
  enable: 'audit.enabled',
  enabled: 'audit.enabled',
  ends_at: 'audit.sender.endsAt',
  exempt: 'audit.limit.exempt',
  exp_month: 'audit.expMonth',
  exp_year: 'audit.expYear',
  fapiao: 'audit.of.transactionFapiao',
  filters: 'audit.export.filters',
  firstname: 'profile.firstname',
  format: 'audit.export.format',
  from: 'audit.export.from',
  gender: 'profile.gender',
  impact: 'audit.ticket.impact',
  industry: 'audit.sender.industry',
  entries: 'audit.list.entries',
  keeps_marketing: 'audit.list.marketing',
  keeps_notification: 'audit.list.notification',
  keeps_verification: 'audit.list.verification',
  source: 'audit.list.source',
  international: 'audit.sender.international',
  is_default: 'audit.sender.isDefault',
  key: 'audit.key',
  kind: 'audit.kind',
  language: 'audit.language',
  last4: 'audit.last4',
  lastname: 'profile.lastname',
  legal_name: 'audit.legalName',
  level: 'audit.level',
  mainland: 'audit.sender.mainland',
  masked: 'audit.export.masked',
  messages: 'audit.ticket.messages',
  mode: 'audit.mode',
  default_scene: 'audit.defaultScene',
  name: 'audit.name',
  number: 'audit.number',
  paid: 'audit.paid',
  paid_out: 'audit.paidOut',
  passkeys: 'audit.passkeys',
  password: 'audit.password',
  pay_for_delivered: 'audit.payForDelivered',
  per_second: 'audit.tps',
  phone: 'profile.phone',
  pm_id: 'audit.card',
  po: 'audit.po',
  priority: 'audit.ticket.priority',
  provider: 'audit.route.provider',
  purpose: 'audit.sender.purpose',
  quoted: 'audit.broadcast.quoted',
  realname_auth: 'audit.verified',
  reason: 'audit.why',
  recipients: 'audit.broadcast.recipients',
  recovery_codes: 'audit.recoveryCodes',
  recovery_codes_left: 'audit.recoveryCodesLeft',
  reference: 'audit.reference',
  refund: 'audit.of.refunds',
  regions: 'audit.route.regions',
  release_channel: 'audit.release',
  repeat: 'audit.export.repeat',
  scene: 'audit.sender.scene',
  scenes: 'audit.sender.scenes',
  secret: 'audit.secret',
  serving: 'audit.sender.serving',
  sessions: 'audit.of.sessions',
  signature: 'audit.signature',
  signature_id: 'audit.sender.signatureId',
  sms_wildcard: 'audit.wildcard',
  starts: 'audit.broadcast.starts',
  state: 'audit.route.state',
  status: 'audit.status',
  tax_id: 'audit.taxId',
  tax_no: 'audit.taxId',
  title: 'audit.title',
  to: 'audit.export.to',
  topup: 'audit.topup',
  totp: 'audit.app',
  totp_since: 'audit.appSince',
  tps: 'audit.tps',
  type: 'audit.kind',
  usage: 'audit.sender.usage',
  usage_note: 'audit.sender.usageNote',
  user_agent: 'audit.browser',
  validity: 'audit.validity',
  variables: 'audit.sender.variables',
  version: 'audit.version',
} as const satisfies Labels

/** The labels of limits that the owner sets, by their first and last part: of a rule, of a day, of a country's hour. */
const limitLabels: ReadonlyMap<string, TextId> = new Map([
  ['rule.scope', 'audit.limit.scope'],
  ['rule.scene', 'audit.limit.scene'],
  ['rule.per_minute', 'audit.limit.perMinute'],
  ['rule.per_hour', 'audit.limit.perHour'],
  ['rule.per_day', 'audit.limit.perDay'],
  ['rule.action', 'audit.limit.action'],
  ['day.limit', 'audit.limit.dayCap'],
  ['day.action', 'audit.limit.dayAction'],
  ['country.limit', 'audit.limit.hourCap'],
  ['country.action', 'audit.limit.hourAction'],
])
/** The labels of a channel's mappings and of routing, by their first and last part. A draft's rules have those of rules. */
const routeLabels: ReadonlyMap<string, TextId> = new Map([
  ['mapping.remote', 'audit.route.remote'],
  ['mapping.variables', 'audit.route.variables'],
  ['rule.place', 'audit.route.place'],
  ['rule.name', 'audit.route.name'],
  ['rule.order', 'audit.route.order'],
  ['rule.targets', 'audit.route.targets'],
  ['rule.upstream', 'audit.route.canary'],
  ['rule.percent', 'audit.route.canary'],
  ['rule.failover', 'audit.route.failover'],
  ['rule.attempts', 'audit.route.attempts'],
  ['rule.sticky', 'audit.route.sticky'],
])
/** The labels of their values, by the last part of the field and the value. */
const limitValues: ReadonlyMap<string, TextId> = new Map([
  ['scope.recipient', 'audit.limit.recipient'],
  ['scope.recipient_template', 'audit.limit.template'],
  ['scope.recipient_content', 'audit.limit.content'],
  ['scope.recipient_signature', 'audit.limit.sender'],
  ['scene.1', 'audit.limit.verification'],
  ['scene.2', 'audit.limit.notification'],
  ['scene.3', 'audit.limit.marketing'],
  ['action.reject', 'audit.limit.reject'],
  ['action.drop', 'audit.limit.drop'],
  ['action.block', 'audit.limit.block'],
  ['action.alert', 'audit.limit.alert'],
  ['action.ignore', 'audit.limit.ignore'],
])

/** The last part of a field, which names it inside its record. */
const lastPart = (field: string): string => field.slice(field.lastIndexOf('.') + 1)

const booleans: Labels = { true: 'audit.yes', false: 'audit.no' }
const credentialModes: Labels = { 1: 'audit.simple', 2: 'audit.hmac' }
const credentialTypes: Labels = { 1: 'audit.key.ordinary', 4: 'audit.key.smpp', 5: 'audit.key.admin' }
const levels: Labels = {
  [TrustLevel.New]: 'audit.level.new',
  [TrustLevel.Paid]: 'audit.level.paid',
  [TrustLevel.Verified]: 'audit.level.verified',
  [TrustLevel.Trusted]: 'audit.level.trusted',
}
const genders: Labels = {
  [Gender.Unknown]: 'profile.unknown',
  [Gender.Male]: 'profile.male',
  [Gender.Female]: 'profile.female',
}
const accountStatuses: Labels = {
  [AccountStatus.Ok]: 'audit.account.ok',
  [AccountStatus.Suspended]: 'audit.account.suspended',
  [AccountStatus.AllPaymentBlocked]: 'audit.account.payments',
  [AccountStatus.PayPalBlocked]: 'audit.account.paypal',
  [AccountStatus.StripeBlocked]: 'audit.account.stripe',
  [AccountStatus.AlipayBlocked]: 'audit.account.alipay',
  [AccountStatus.WechatPayBlocked]: 'audit.account.wxpay',
}
const reviewStatuses: Labels = {
  [ReviewStatus.Pending]: 'audit.review.pending',
  [ReviewStatus.AutoRejected]: 'audit.review.autoRejected',
  [ReviewStatus.ManualRejected]: 'audit.review.rejected',
  [ReviewStatus.PreApproved]: 'audit.review.preApproved',
  [ReviewStatus.Approved]: 'audit.review.approved',
}
const statuses: Readonly<Record<string, Labels>> = {
  broadcast: {
    [SendJobStatus.Queued]: 'audit.broadcast.scheduled',
    [SendJobStatus.Pending]: 'audit.broadcast.sending',
    [SendJobStatus.Finished]: 'audit.export.finished',
    [SendJobStatus.Interrupt]: 'audit.broadcast.interrupted',
  },
  export: {
    [ExportJobStatus.Failed]: 'audit.failed',
    [ExportJobStatus.Queued]: 'audit.export.queued',
    [ExportJobStatus.Pending]: 'audit.export.running',
    [ExportJobStatus.Finished]: 'audit.export.finished',
  },
  invoice: {
    [InvoiceStatus.Draft]: 'audit.invoice.draft',
    [InvoiceStatus.Open]: 'audit.invoice.open',
    [InvoiceStatus.Void]: 'audit.invoice.void',
    [InvoiceStatus.Paid]: 'audit.invoice.paid',
    [InvoiceStatus.Uncollectible]: 'audit.invoice.overdue',
  },
  topUp: {
    [TopUpStatus.Open]: 'audit.begun',
    [TopUpStatus.Paid]: 'audit.done',
    [TopUpStatus.Cancelled]: 'audit.cancelled',
    [TopUpStatus.Expired]: 'audit.expired',
    [TopUpStatus.Failed]: 'audit.failed',
    [TopUpStatus.Processing]: 'audit.begun',
  },
  // The only change is a cancellation.
  message: { [MessageStatus.Accepted]: 'audit.begun', [MessageStatus.Rejected]: 'audit.cancelled' },
  paymentMethod: { 0: 'audit.unconfirmed', 1: 'audit.confirmed' },
  signature: reviewStatuses,
  template: reviewStatuses,
  verification: reviewStatuses,
  refund: { pending: 'audit.begun', done: 'audit.done', failed: 'audit.failed' },
}
const enumerations: Readonly<Record<string, Labels>> = {
  acct_status: accountStatuses,
  category: {
    delivery: 'audit.ticket.delivery',
    billing: 'audit.ticket.billing',
    review: 'audit.ticket.review',
    account: 'audit.ticket.account',
    api: 'audit.ticket.api',
    appeal: 'audit.ticket.appeal',
  },
  impact: {
    outage: 'audit.ticket.outage',
    degraded: 'audit.ticket.degraded',
    question: 'audit.ticket.question',
  },
  priority: { 1: 'audit.ticket.p1', 2: 'audit.ticket.p2', 3: 'audit.ticket.p3' },
  gender: genders,
  level: levels,
  mode: credentialModes,
  default_scene: { 1: 'audit.limit.verification', 2: 'audit.limit.notification', 3: 'audit.limit.marketing' },
  reason: { block: 'audit.list.block', opt_out: 'audit.list.optOut' },
  repeat: {
    none: 'audit.export.once',
    daily: 'audit.export.daily',
    weekly: 'audit.export.weekly',
    monthly: 'audit.export.monthly',
  },
  source: { entry: 'audit.list.typed', import: 'audit.list.imported', log: 'audit.list.ofMessage' },
  state: {
    active: 'audit.route.active',
    testing: 'audit.route.testing',
    draft: 'audit.route.draft',
    paused: 'audit.route.paused',
    auth_failed: 'audit.route.authFailed',
    new: 'audit.ticket.new',
    waiting_for_us: 'audit.ticket.waitingForUs',
    waiting_for_you: 'audit.ticket.waitingForYou',
    solved: 'audit.ticket.solved',
    closed: 'audit.ticket.closed',
  },
  type: credentialTypes,
}

const isField = (field: string): field is keyof typeof fieldLabels => Object.hasOwn(fieldLabels, field)
const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(noticeKinds, kind)
const isChannel = (name: string): name is NoticeChannel => noticeChannels.some((channel) => channel === name)

/** The label of a field, and its channel where it is a notice preference. */
export interface FieldName {
  readonly label: TextId
  readonly channel: TextId | null
  /** The country that the field is about, by its code. */
  readonly country?: string
}

/** The label of a field of a channel, a mapping or a rule; null for any other field. */
function routeLabel(field: string): TextId | null {
  if (field.startsWith('credentials.')) return 'audit.route.credentials'
  const [above = '', , part = ''] = field.split('.')
  if (above !== 'mapping' && above !== 'rule' && above !== 'draft') return null
  if (part === 'match') return 'audit.route.conditions'
  const record = above === 'draft' ? 'rule' : above
  return routeLabels.get(`${record}.${lastPart(field)}`) ?? null
}

/** Null for a field that this console has no label for. */
export function fieldName(field: string): FieldName | null {
  if (isField(field)) return { label: fieldLabels[field], channel: null }
  const [above = '', kind = '', channel = ''] = field.split('.')
  const route = routeLabel(field)
  if (route !== null) return { label: route, channel: null }
  const limit = limitLabels.get(`${above}.${lastPart(field)}`)
  if (limit !== undefined) return { label: limit, channel: null, ...(above === 'country' && { country: kind }) }
  if (above === 'country' && /^[A-Z]{2}$/.test(kind)) return { label: 'audit.country', channel: null, country: kind }
  if (above !== 'kinds' || !isKind(kind) || !isChannel(channel)) return null
  return { label: `notifications.${kind}`, channel: `notifications.${channel}` }
}

/** The noun of the actions that change limits of the owner. */
const LIMITS = 'smsRateLimiting'

/** The singular noun of an action, as staff actions use it. */
const nounOf = (action: string): string => action.slice(0, action.indexOf('.')).replace(/s$/, '')

/** The label of an enumerated value; null for a value that is shown as it is. */
export function valueName(action: string, field: string, value: string): TextId | null {
  if (nounOf(action) === LIMITS) return limitValues.get(`${lastPart(field)}.${value}`) ?? booleans[value] ?? null
  const labels = field === 'status' ? statuses[nounOf(action)] : enumerations[field]
  return labels?.[value] ?? booleans[value] ?? null
}
