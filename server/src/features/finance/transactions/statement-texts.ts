import { Locale } from '@hongyan/contract/vocabulary/account'
import {
  type LabelledPaymentChannel,
  TradeDirection,
  TradeType,
  type TransactionKind,
  TransactionStatus,
} from '@hongyan/contract/vocabulary/payment'
import { countIn } from '../../../kit/format.ts'

type ByNumber<T extends number> = Readonly<Record<T, string>>

/** The texts of statements and receipts, as PDF and as CSV. */
export interface StatementTexts {
  readonly product: string
  readonly statement: string
  readonly receipt: string
  readonly customer: string
  readonly period: string
  readonly zone: string
  readonly currency: string
  readonly opening: string
  readonly in: string
  readonly out: string
  readonly closing: string
  readonly provisional: string
  readonly time: string
  readonly id: string
  readonly type: string
  readonly direction: string
  readonly amount: string
  readonly balance: string
  readonly channel: string
  readonly status: string
  readonly description: string
  readonly number: string
  readonly seller: string
  readonly taxId: (id: string) => string
  readonly accountId: (id: string) => string
  readonly receivedFrom: string
  readonly creditedBy: string
  readonly staff: (name: string) => string
  readonly reference: string
  readonly card: (brand: string | null, last4: string) => string
  readonly paidAt: string
  readonly issuedAt: string
  readonly nothing: string
  readonly test: string
  readonly takenBack: string
  readonly unread: (lines: number) => string
  readonly messages: (count: number) => string
  readonly types: ByNumber<TradeType>
  readonly directions: ByNumber<TradeDirection>
  readonly statuses: ByNumber<TransactionStatus>
  readonly channels: Readonly<Record<LabelledPaymentChannel, string>>
  readonly kinds: Readonly<Record<TransactionKind, string>>
  readonly recharge: string
}

/** The names of card brands, the same in both languages. */
const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

const english: StatementTexts = {
  product: 'Hongyan',
  statement: 'Statement of account',
  receipt: 'Receipt',
  customer: 'Customer',
  period: 'Period',
  zone: 'Time zone',
  currency: 'Currency',
  opening: 'Opening balance',
  in: 'In',
  out: 'Out',
  closing: 'Closing balance',
  provisional: 'Provisional: the month isn’t over yet.',
  time: 'Time',
  id: 'ID',
  type: 'Type',
  direction: 'Direction',
  amount: 'Amount',
  balance: 'Balance after',
  channel: 'Paid by',
  status: 'Status',
  description: 'Description',
  number: 'Number',
  seller: 'Seller',
  taxId: (id) => `Tax ID: ${id}`,
  accountId: (id) => `Account: ${id}`,
  receivedFrom: 'Received from',
  creditedBy: 'Credited by',
  staff: (name) => (name === '' ? 'Hongyan' : `${name}, Hongyan`),
  reference: 'Bank reference',
  card: (brand, last4) => `${brand === null ? 'Card' : (brands[brand] ?? brand)} ending in ${last4}`,
  paidAt: 'Paid at',
  issuedAt: 'Issued at',
  nothing: 'No transactions this month.',
  test: 'Sandbox mode: no money moved.',
  takenBack: 'The payer’s bank reversed this payment.',
  unread: (lines) => `${countIn('en')(lines, 'more line', 'more lines')} in the CSV or on the Transactions page`,
  messages: (count) => countIn('en')(count, 'message', 'messages'),
  types: {
    [TradeType.Charge]: 'Top-up',
    [TradeType.Pay]: 'Payment',
    [TradeType.Refund]: 'Refund',
    [TradeType.Deduct]: 'Deduction',
    [TradeType.Gift]: 'Gift',
    [TradeType.Cashback]: 'Cashback',
  },
  directions: { [TradeDirection.In]: 'In', [TradeDirection.Out]: 'Out' },
  statuses: {
    [TransactionStatus.Pending]: 'Pending',
    [TransactionStatus.Posted]: 'Posted',
    [TransactionStatus.Failed]: 'Failed',
    [TransactionStatus.Reversed]: 'Reversed',
  },
  channels: {
    cash: 'Cash / Bank transfer',
    balance: 'Balance',
    alipay: 'Alipay',
    wxpay: 'WeChat Pay',
    unionpay: 'UnionPay',
    stripe: 'Stripe',
    card: 'Card',
    paypal: 'PayPal',
    googlepay: 'Google Pay',
    applepay: 'Apple Pay',
  },
  kinds: {
    topup: 'Top-up',
    credit: 'Funds added',
    gift: 'Promotional funds',
    gift_return: 'Promotional funds reversed',
    cashback: 'Cashback',
    cashback_return: 'Cashback reversed',
    refund: 'Refunded to original payment method',
    refund_failed: 'Refund failed, returned to balance',
    dispute: 'Payment disputed',
    dispute_won: 'Dispute won',
    deduction: 'Deduction',
    correction: 'Correction',
    usage: 'SMS sent',
    held: 'On hold for messages in progress',
    invoice: 'Billed on invoice',
    invoice_void: 'Invoice voided',
    invoice_payment: 'Invoice paid',
  },
  recharge: 'Auto-recharge',
}

const chinese: StatementTexts = {
  product: '鸿雁',
  statement: '对账单',
  receipt: '收据',
  customer: '客户',
  period: '账期',
  zone: '时区',
  currency: '币种',
  opening: '期初余额',
  in: '收入',
  out: '支出',
  closing: '期末余额',
  provisional: '本月尚未结束，金额仅供参考。',
  time: '时间',
  id: '交易 ID',
  type: '类型',
  direction: '收支',
  amount: '金额',
  balance: '余额',
  channel: '支付方式',
  status: '状态',
  description: '说明',
  number: '收据编号',
  seller: '销售方',
  taxId: (id) => `税号：${id}`,
  accountId: (id) => `账户：${id}`,
  receivedFrom: '付款方',
  creditedBy: '入账方式',
  staff: (name) => (name === '' ? '由鸿雁入账' : `由鸿雁工作人员 ${name} 入账`),
  reference: '银行流水号',
  card: (brand, last4) =>
    `${brand === null ? '银行卡' : brand === 'unionpay' ? '银联卡' : (brands[brand] ?? brand)}（尾号 ${last4}）`,
  paidAt: '付款时间',
  issuedAt: '开具时间',
  nothing: '本月没有资金变动。',
  test: '沙箱模式下生成，未发生真实资金往来。',
  takenBack: '付款方银行已冲正该笔款项。',
  unread: (lines) => `另有 ${countIn('zh-CN')(lines, '笔')}，详见 CSV 文件或收支明细`,
  messages: (count) => countIn('zh-CN')(count, '条短信'),
  types: {
    [TradeType.Charge]: '充值',
    [TradeType.Pay]: '支付',
    [TradeType.Refund]: '退款',
    [TradeType.Deduct]: '扣款',
    [TradeType.Gift]: '赠送',
    [TradeType.Cashback]: '返现',
  },
  directions: { [TradeDirection.In]: '收入', [TradeDirection.Out]: '支出' },
  statuses: {
    [TransactionStatus.Pending]: '处理中',
    [TransactionStatus.Posted]: '已入账',
    [TransactionStatus.Failed]: '失败',
    [TransactionStatus.Reversed]: '已冲正',
  },
  channels: {
    cash: '现金/线下汇款',
    balance: '余额',
    alipay: '支付宝',
    wxpay: '微信支付',
    unionpay: '银联',
    stripe: 'Stripe',
    card: '银行卡',
    paypal: 'PayPal',
    googlepay: 'Google Pay',
    applepay: 'Apple Pay',
  },
  kinds: {
    topup: '充值',
    credit: '入账',
    gift: '赠送金入账',
    gift_return: '赠送金收回',
    cashback: '充值返现',
    cashback_return: '返现扣回',
    refund: '原路退款',
    refund_failed: '退款失败，已退回余额',
    dispute: '拒付扣款',
    dispute_won: '争议申诉成功退回',
    deduction: '扣款',
    correction: '更正',
    usage: '短信消费',
    held: '发送中短信冻结',
    invoice: '已出账',
    invoice_void: '账单作废',
    invoice_payment: '支付账单',
  },
  recharge: '自动充值',
}

export const statementTexts = (locale: Locale): StatementTexts =>
  locale === Locale.SimplifiedChinese ? chinese : english

interface LineKind {
  readonly kind: TransactionKind
  readonly auto: boolean | null
}

/** The name of a transaction's kind. Top-ups by auto-recharge have a name of their own. */
export const kindOf = (texts: StatementTexts, { kind, auto }: LineKind): string =>
  auto === true ? texts.recharge : texts.kinds[kind]

/** The description of a transaction. */
export const aboutLine = (texts: StatementTexts, line: LineKind & { readonly messages: bigint | null }): string =>
  [kindOf(texts, line), ...(line.messages === null ? [] : [texts.messages(Number(line.messages))])].join(' · ')
