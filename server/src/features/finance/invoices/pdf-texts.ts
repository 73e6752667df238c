import { Locale } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { type InvoiceChannel, type InvoiceLineKind, InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { countIn } from '../../../kit/format.ts'

type Scenes = Readonly<Record<MessageScene, string>>

/** The labels of invoices in PDF and CSV files. */
export interface PdfTexts {
  readonly product: string
  readonly invoice: string
  readonly preview: string
  readonly statuses: Readonly<Record<InvoiceStatus, string>>
  /** A note on invoices that need no payment. */
  readonly marks: Readonly<Partial<Record<InvoiceStatus, string>>>
  readonly number: string
  readonly status: string
  readonly billedTo: string
  readonly seller: string
  readonly bankAccount: string
  readonly country: string
  readonly taxId: (id: string) => string
  readonly account: (id: string) => string
  readonly period: string
  readonly issued: string
  readonly due: string
  readonly po: string
  readonly currency: string
  readonly total: string
  readonly net: string
  readonly tax: (name: string, percent: string) => string
  readonly paid: string
  readonly outstanding: string
  readonly description: string
  readonly messages: string
  readonly parts: string
  readonly unitPrice: string
  readonly amount: string
  readonly kind: string
  readonly scene: string
  readonly disputed: string
  readonly paidAt: string
  readonly channel: string
  readonly lines: Readonly<Record<InvoiceLineKind, string>>
  readonly scenes: Scenes
  readonly channels: Readonly<Record<InvoiceChannel, string>>
  readonly more: (lines: number) => string
  readonly creditNote: string
  readonly ofInvoice: string
  readonly totalOf: (number: string) => string
  readonly paidStays: string
  readonly credited: string
  readonly creditNoteText: string
  readonly reference: (reference: string) => string
  readonly sandbox: string
}

const english: PdfTexts = {
  product: 'Hongyan',
  invoice: 'Invoice',
  preview: 'Preview',
  statuses: {
    [InvoiceStatus.Draft]: 'Preview',
    [InvoiceStatus.Open]: 'Due',
    [InvoiceStatus.Void]: 'Void',
    [InvoiceStatus.Paid]: 'Paid',
    [InvoiceStatus.Uncollectible]: 'Overdue',
  },
  marks: {
    [InvoiceStatus.Draft]: 'PREVIEW: not an invoice yet. It may change until it is issued.',
    [InvoiceStatus.Void]: 'VOID: no payment is due.',
    [InvoiceStatus.Paid]: 'PAID: nothing outstanding.',
  },
  number: 'Number',
  status: 'Status',
  billedTo: 'Billed to',
  seller: 'Seller',
  bankAccount: 'Bank account',
  country: 'Country',
  taxId: (id) => `Tax ID: ${id}`,
  account: (id) => `Account: ${id}`,
  period: 'Period',
  issued: 'Issued on',
  due: 'Due on',
  po: 'PO number',
  currency: 'Currency',
  total: 'Total',
  net: 'Net amount',
  tax: (name, percent) => `${name} ${percent}%`,
  paid: 'Paid',
  outstanding: 'Outstanding',
  description: 'Description',
  messages: 'Messages',
  parts: 'Parts',
  unitPrice: 'Unit price',
  amount: 'Amount',
  kind: 'Type',
  scene: 'Scene',
  disputed: 'Disputed on',
  paidAt: 'Paid on',
  channel: 'Paid by',
  lines: {
    usage: 'SMS',
    funds: 'Paid from balance',
    repaid: 'Repaid before this invoice',
    dispute: 'Reversed by banks',
    carried: 'Carried over',
    adjustment: 'Adjustment',
  },
  scenes: {
    [MessageScene.Verification]: 'Verification',
    [MessageScene.Notification]: 'Notification',
    [MessageScene.Marketing]: 'Marketing',
  },
  channels: { balance: 'Balance', alipay: 'Alipay', wxpay: 'WeChat Pay', stripe: 'Card', cash: 'Bank transfer' },
  more: (lines) => `${countIn('en')(lines, 'more line', 'more lines')} in the CSV`,
  creditNote: 'Credit note',
  ofInvoice: 'For invoice',
  totalOf: (number) => `Invoice ${number}`,
  paidStays: 'Payments received',
  credited: 'Credited',
  creditNoteText: 'This invoice is void and no payment is due for it. Your next invoice bills what is still owed.',
  reference: (reference) => `Include the reference ${reference} with a bank transfer.`,
  sandbox: 'Sandbox mode: no money is owed.',
}

const chinese: PdfTexts = {
  product: '鸿雁',
  invoice: '账单',
  preview: '预览',
  statuses: {
    [InvoiceStatus.Draft]: '预览',
    [InvoiceStatus.Open]: '待付款',
    [InvoiceStatus.Void]: '已作废',
    [InvoiceStatus.Paid]: '已付清',
    [InvoiceStatus.Uncollectible]: '已逾期',
  },
  marks: {
    [InvoiceStatus.Draft]: '预览：账单尚未出具，出具前内容可能变更。',
    [InvoiceStatus.Void]: '已作废：无需支付。',
    [InvoiceStatus.Paid]: '已付清：无未付金额。',
  },
  number: '账单编号',
  status: '状态',
  billedTo: '账单抬头',
  seller: '销售方',
  bankAccount: '收款账户',
  country: '国家或地区',
  taxId: (id) => `税号：${id}`,
  account: (id) => `账户：${id}`,
  period: '账期',
  issued: '出具日期',
  due: '到期日',
  po: '采购订单号',
  currency: '币种',
  total: '账单总额',
  net: '不含税金额',
  tax: (name, percent) => `${name}（${percent}%）`,
  paid: '已付金额',
  outstanding: '未付金额',
  description: '说明',
  messages: '短信数',
  parts: '计费条数',
  unitPrice: '单价',
  amount: '金额',
  kind: '类型',
  scene: '场景',
  disputed: '异议时间',
  paidAt: '付款时间',
  channel: '支付方式',
  lines: {
    usage: '短信',
    funds: '由账户余额支付',
    repaid: '出账前已偿还',
    dispute: '拒付扣款',
    carried: '上期结转',
    adjustment: '调整',
  },
  scenes: {
    [MessageScene.Verification]: '验证码',
    [MessageScene.Notification]: '通知',
    [MessageScene.Marketing]: '营销',
  },
  channels: { balance: '余额', alipay: '支付宝', wxpay: '微信支付', stripe: '银行卡', cash: '银行转账' },
  more: (lines) => `另有 ${countIn('zh-CN')(lines, '行')}，详见 CSV 文件`,
  creditNote: '贷项通知单',
  ofInvoice: '对应账单',
  totalOf: (number) => `账单 ${number}`,
  paidStays: '已收款项',
  credited: '冲销金额',
  creditNoteText: '对应账单已作废，无需付款。仍应支付的金额将计入下一张账单。',
  reference: (reference) => `银行转账时请备注：${reference}。`,
  sandbox: '沙箱模式下生成，无需实际付款。',
}

export const pdfTexts = (locale: Locale): PdfTexts => (locale === Locale.SimplifiedChinese ? chinese : english)
