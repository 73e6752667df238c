import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { EventSource } from '@hongyan/contract/vocabulary/message'
import type { ListReason, ListSource } from '@hongyan/contract/vocabulary/recipient-list'

/** The texts of an evidence pack. */
export interface EvidenceTexts {
  readonly product: string
  readonly title: string
  readonly sender: string
  readonly account: (id: string) => string
  readonly number: string
  readonly madeAt: string
  readonly zone: string
  readonly count: string
  readonly newest: (shown: number, of: number, complete: boolean) => string
  readonly consent: string
  readonly template: (name: string, version: number) => string
  readonly noNote: string
  readonly approvedAt: (moment: string) => string
  readonly noTemplates: string
  readonly listReasons: Readonly<Record<ListReason, string>>
  readonly listSources: Readonly<Record<ListSource, string>>
  readonly notListed: string
  readonly comma: string
  readonly messages: string
  readonly none: string
  readonly id: string
  readonly request: string
  readonly reference: string
  readonly shownSender: string
  readonly templateName: string
  readonly text: string
  readonly notKept: string
  readonly parts: string
  readonly price: string
  readonly reason: string
  readonly time: string
  readonly event: string
  readonly source: string
  readonly part: string
  readonly code: string
  readonly accepted: string
  readonly sources: Readonly<Record<EventSource, string>>
  readonly signature: string
  readonly signed: (file: string) => string
  readonly key: string
  readonly value: string
}

const english: EvidenceTexts = {
  product: 'Hongyan',
  title: 'Evidence about a number',
  sender: 'Sent by',
  account: (id) => `Account: ${id}`,
  number: 'Number',
  madeAt: 'Created',
  zone: 'Time zone',
  count: 'Messages',
  newest: (shown, of, complete) =>
    `The pages show the newest ${shown} messages, the attached file ${of}${complete ? '.' : '. Older ones exist.'}`,
  consent: 'Consent and opt-out',
  template: (name, version) => `${name}, version ${version}`,
  noNote: 'No usage note.',
  approvedAt: (moment) => `approved at ${moment}`,
  noTemplates: 'These messages used no template of the account.',
  listReasons: { block: 'Blocked', opt_out: 'Opted out' },
  listSources: { entry: 'entered in the console', import: 'imported', log: 'from the log' },
  comma: ', ',
  notListed: 'The number is not on the account’s recipient list.',
  messages: 'Messages',
  none: 'The account sent no messages to this number.',
  id: 'Message ID',
  request: 'Request ID',
  reference: 'Your reference',
  shownSender: 'Sender shown',
  templateName: 'Template',
  text: 'Text',
  notKept: 'The text is no longer kept.',
  parts: 'Parts',
  price: 'Price',
  reason: 'Reason',
  time: 'Time',
  event: 'Status',
  source: 'Reported by',
  part: 'Part',
  code: 'Carrier code',
  accepted: 'Accepted',
  sources: { hongyan: 'Hongyan', upstream: 'Carrier, at submission', receipt: 'Carrier, in a receipt' },
  signature: 'Signature',
  signed: (file) =>
    `The attached file ${file} has all of this as JSON. The signature below covers its “document” field in canonical ` +
    'form (RFC 8785, Ed25519). The public keys are at /api/public/signing-keys.',
  key: 'Key',
  value: 'Signature',
}

const chinese: EvidenceTexts = {
  product: '鸿雁',
  title: '号码证据材料',
  sender: '发送账户',
  account: (id) => `账户：${id}`,
  number: '号码',
  madeAt: '生成时间',
  zone: '时区',
  count: '短信数',
  newest: (shown, of, complete) =>
    `页面仅列出最近 ${shown} 条短信，附件包含 ${of} 条${complete ? '。' : '，另有更早的短信未包含。'}`,
  consent: '同意与退订',
  template: (name, version) => `${name}，版本 ${version}`,
  noNote: '未填写使用说明。',
  approvedAt: (moment) => `审核通过于 ${moment}`,
  noTemplates: '这些短信未使用该账户的模板。',
  listReasons: { block: '已屏蔽', opt_out: '已退订' },
  listSources: { entry: '手动添加', import: '批量导入', log: '来自发送记录' },
  comma: '、',
  notListed: '该号码不在账户的号码名单中。',
  messages: '短信',
  none: '该账户未向此号码发送过短信。',
  id: '短信 ID',
  request: '请求 ID',
  reference: '自定义编号',
  shownSender: '显示的发送方',
  templateName: '模板',
  text: '短信内容',
  notKept: '短信内容已不再保留。',
  parts: '计费条数',
  price: '费用',
  reason: '原因',
  time: '时间',
  event: '状态',
  source: '来源',
  part: '分段',
  code: '运营商状态码',
  accepted: '已受理',
  sources: { hongyan: '鸿雁', upstream: '运营商（提交时）', receipt: '运营商（回执）' },
  signature: '签名',
  signed: (file) =>
    `附件 ${file} 以 JSON 格式包含上述全部内容。下方签名覆盖其中 document 字段的规范化形式（RFC 8785，Ed25519），` +
    '公钥见 /api/public/signing-keys。',
  key: '密钥',
  value: '签名值',
}

export const evidenceTexts = (locale: Locale): EvidenceTexts => (locale === 'zh-CN' ? chinese : english)
