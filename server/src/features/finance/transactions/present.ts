import type { Transaction, TransactionDetail } from '@hongyan/contract/endpoints/finance/transactions'
import { decimalOf } from '@hongyan/contract/money'
import { TransactionStatus } from '@hongyan/contract/vocabulary/payment'
import type { Holder } from './holder.ts'
import type { Line } from './lines.ts'
import type { Usage, Use } from './usage.ts'

export const presentLine = (line: Line, holder: Pick<Holder, 'partition'>): Transaction => ({
  id: line.id,
  at: line.at.toISOString(),
  day: line.day,
  type: line.type,
  direction: line.direction,
  amount: decimalOf(line.amount),
  balance_after: line.balance_after === null ? null : decimalOf(line.balance_after),
  channel: line.channel,
  method: line.method,
  status: line.status,
  description: {
    kind: line.kind,
    about: line.about,
    invoice: line.invoice,
    product: line.product,
    messages: line.messages === null ? null : Number(line.messages),
    order: line.order_status,
    auto: line.auto,
    test: line.test,
    refund: presentRefund(line),
    reason: line.reason,
  },
  payment: line.action === null || line.payload === null ? null : { action: line.action, payload: line.payload },
  receipt: hasReceipt(line)
    ? { number: line.receipt === null ? null : receiptNumber(holder.partition, line.receipt) }
    : null,
})

const presentRefund = ({ fee, withheld, paid_out }: Line): Transaction['description']['refund'] =>
  fee === null || withheld === null || paid_out === null
    ? null
    : { fee: decimalOf(fee), withheld: decimalOf(withheld), paid_out: decimalOf(paid_out) }

/** Every received payment has a receipt, and keeps it when its bank takes the money back. */
export const hasReceipt = ({ kind, status }: Pick<Line, 'kind' | 'status'>): boolean =>
  (kind === 'topup' || kind === 'credit') &&
  (status === TransactionStatus.Posted || status === TransactionStatus.Reversed)

const RECEIPT_DIGITS = 8

/** "CN-00000017": sequential within a partition. */
export const receiptNumber = (partition: string, number: bigint): string =>
  `${partition.toUpperCase()}-${String(number).padStart(RECEIPT_DIGITS, '0')}`

export const presentUsage = ({ uses, rest }: Usage): Pick<TransactionDetail, 'usage' | 'rest'> => ({
  usage: uses.toSorted(largestFirst).map(({ scene, country, unit_price, messages, parts, amount }) => ({
    scene,
    iso2: country,
    messages: Number(messages),
    parts: Number(parts),
    unit_price: decimalOf(unit_price),
    amount: decimalOf(amount),
  })),
  rest:
    rest.messages === 0n && rest.amount === 0n
      ? null
      : { messages: Number(rest.messages), amount: decimalOf(rest.amount) },
})

const largestFirst = (a: Use, b: Use): number =>
  a.amount === b.amount ? (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1) : a.amount < b.amount ? 1 : -1

const sortKeyOf = ({ scene, country, unit_price }: Use): string => `${scene} ${country} ${unit_price}`
