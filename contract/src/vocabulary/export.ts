import type { Locale } from './account.ts'

/** The records that a file is made of (screens S5). */
export const exportKinds = ['messages', 'recipients', 'transactions', 'webhooks'] as const
export type ExportKind = (typeof exportKinds)[number]

export const exportFormats = ['csv', 'xlsx', 'jsonl'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportRepeats = ['none', 'daily', 'weekly', 'monthly'] as const
export type ExportRepeat = (typeof exportRepeats)[number]

/** The reasons of status `Failed`. `erased`: its file had the data of a person that was erased. */
export const exportFailures = ['cancelled', 'no_rows', 'too_large', 'broken', 'erased'] as const
export type ExportFailure = (typeof exportFailures)[number]

/** The owner, or the schedule of an export that repeats. */
export const exportMakers = ['owner', 'schedule'] as const
export type ExportMaker = (typeof exportMakers)[number]

/**
 * The form of a column's values. `time`: a moment in the zone of the export. `label`: a value of an enumeration, spelt
 * out in the language of the export. Files of the format jsonl hold moments in UTC, and the values as calls have them.
 */
export type ExportColumnForm = 'text' | 'number' | 'time' | 'label'

export interface ExportColumn {
  readonly form: ExportColumnForm
  readonly en: string
  readonly zh: string
  /** True for a column that only a customer's own choice adds. */
  readonly extra?: true
}

const column = (form: ExportColumnForm, en: string, zh: string): ExportColumn => ({ form, en, zh })
const extra = (form: ExportColumnForm, en: string, zh: string): ExportColumn => ({ form, en, zh, extra: true })

/** The columns of each kind in their order, with their headings. */
export const exportColumns = {
  messages: {
    accepted_at: column('time', 'Time', '时间'),
    id: column('text', 'Message ID', '短信 ID'),
    to: column('text', 'To', '接收号码'),
    country: column('label', 'Country', '国家或地区'),
    sender: column('text', 'Sender', '发送方'),
    text: column('text', 'Message', '短信内容'),
    scene: column('label', 'Scene', '场景'),
    template: column('text', 'Template', '模板'),
    status: column('label', 'Status', '状态'),
    error: column('text', 'Error code', '错误码'),
    reason: column('label', 'Reason', '原因'),
    parts: column('number', 'Parts', '计费条数'),
    unit_price: extra('number', 'Price of a part', '单价'),
    price: column('number', 'Price', '费用'),
    currency: column('text', 'Currency', '币种'),
    money: column('label', 'Billing', '计费状态'),
    channel: extra('label', 'Channel type', '通道类型'),
    upstream: extra('label', 'Channel', '通道'),
    credential: column('text', 'AccessKey ID', 'AccessKey ID'),
    broadcast: extra('text', 'Broadcast', '群发任务'),
    client_ref: column('text', 'Your reference', '自定义编号'),
    request_id: extra('text', 'Request ID', '请求 ID'),
    sent_at: column('time', 'Sent at', '发送时间'),
    done_at: column('time', 'Ended at', '完成时间'),
    upstream_code: extra('text', 'Carrier’s code', '运营商状态码'),
  },
  recipients: {
    to: column('text', 'To', '接收号码'),
    country: column('label', 'Country', '国家或地区'),
    messages: column('number', 'Messages', '短信数'),
    delivered: column('number', 'Delivered', '已送达'),
    undelivered: column('number', 'Not delivered', '未送达'),
    parts: column('number', 'Parts', '计费条数'),
    price: column('number', 'Price', '费用'),
    currency: column('text', 'Currency', '币种'),
    first_at: column('time', 'First message', '首条时间'),
    last_at: column('time', 'Last message', '末条时间'),
    last_status: column('label', 'Last status', '末条状态'),
  },
  transactions: {
    at: column('time', 'Time', '时间'),
    id: column('text', 'ID', '交易 ID'),
    type: column('label', 'Type', '类型'),
    direction: column('label', 'Direction', '收支'),
    in: column('number', 'In', '收入'),
    out: column('number', 'Out', '支出'),
    balance: column('number', 'Balance after', '余额'),
    currency: column('text', 'Currency', '币种'),
    method: column('label', 'Paid by', '支付方式'),
    status: column('label', 'Status', '状态'),
    description: column('label', 'Description', '说明'),
    messages: column('number', 'Messages', '短信数'),
    receipt: column('text', 'Receipt number', '收据编号'),
  },
  webhooks: {
    at: column('time', 'Time', '时间'),
    endpoint: column('text', 'Endpoint', '端点'),
    event: column('text', 'Event', '事件'),
    events: extra('number', 'Events', '事件数'),
    message_id: column('text', 'Message ID', '短信 ID'),
    webhook_id: column('text', 'webhook-id', 'webhook-id'),
    attempt: column('number', 'Attempt', '第几次尝试'),
    result: column('label', 'Result', '结果'),
    code: column('number', 'HTTP status', 'HTTP 状态码'),
    latency_ms: column('number', 'Latency (ms)', '耗时（毫秒）'),
    url: extra('text', 'URL', 'URL'),
  },
} as const satisfies Readonly<Record<ExportKind, Readonly<Record<string, ExportColumn>>>>

/** The columns of a kind by their names. */
export const columnsOf = (kind: ExportKind): ReadonlyMap<string, ExportColumn> =>
  new Map(Object.entries(exportColumns[kind]))

export const columnTitle = ({ en, zh }: ExportColumn, locale: Locale): string => (locale === 'zh-CN' ? zh : en)
