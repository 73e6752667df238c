import type { Transaction } from '@hongyan/contract/endpoints/finance/transactions'
import { topUp as limits } from '@hongyan/contract/limits/finance'
import { type TopUpChannel, topUpChannels, TransactionStatus } from '@hongyan/contract/vocabulary/payment'

export type CheckedLine = Pick<
  Transaction,
  'id' | 'at' | 'amount' | 'channel' | 'method' | 'status' | 'description' | 'payment'
>

export const channelOf = ({ channel }: CheckedLine): TopUpChannel | undefined =>
  topUpChannels.find((each) => each === channel)

/** As long as the server polls an unpaid order. */
const isRecent = ({ at }: CheckedLine, now: Date): boolean =>
  now.getTime() - new Date(at).getTime() <= limits.payableFor + limits.checkedFor

/**
 * An unpaid top-up, also one that expired or failed in the last 30 days. The server alone polls auto-recharge and
 * charges of saved cards.
 */
export const isCheckable = (line: CheckedLine, now = new Date()): boolean =>
  line.description.kind === 'topup' &&
  line.description.auto !== true &&
  line.method !== 'card' &&
  (line.status === TransactionStatus.Pending || (line.status === TransactionStatus.Failed && isRecent(line, now))) &&
  channelOf(line) !== undefined
