import type { AccountId } from '@hongyan/contract/ids'
import type { NoticeKind, NoticeValues } from '@hongyan/contract/vocabulary/notice'
import type { OtherEventType } from '@hongyan/contract/vocabulary/webhook'
import type { Tx } from '../db/tx.ts'
import { collectEvent, type OtherEvent } from '../webhooks/collect.ts'

const reviewed =
  (type: OtherEventType, state: 'approved' | 'rejected') =>
  ({ name, reasons = '' }: { readonly name: string; readonly reasons?: string }): OtherEvent => ({
    type,
    data: { name, state, reasons: reasons === '' ? [] : reasons.split(',') },
  })

/** The notices that are also events of webhooks. */
const eventOf: { readonly [K in NoticeKind]?: (values: NoticeValues[K]) => OtherEvent } = {
  template_approved: reviewed('sms.template.reviewed', 'approved'),
  template_rejected: reviewed('sms.template.reviewed', 'rejected'),
  signature_approved: reviewed('sms.signature.reviewed', 'approved'),
  signature_rejected: reviewed('sms.signature.reviewed', 'rejected'),
  balance_low: ({ below, balance, currency }) => ({ type: 'balance.low', data: { below, balance, currency } }),
  topped_up: ({ amount, currency, channel }) => ({ type: 'balance.recharged', data: { amount, currency, channel } }),
  recharged: ({ amount, currency }) => ({ type: 'balance.recharged', data: { amount, currency, channel: 'card' } }),
  recharge_failed: ({ amount, currency, reason }) => ({
    type: 'balance.recharge_failed',
    data: { amount, currency, reason },
  }),
}

/** Writes the event of a notice for the account's endpoints that want it, in the notice's transaction. */
export async function collectNotice<K extends NoticeKind>(
  tx: Tx,
  notice: { readonly account: AccountId; readonly kind: K; readonly values: NoticeValues[K]; readonly at: Date },
): Promise<void> {
  await collectEvent(tx, notice.account, eventOf[notice.kind]?.(notice.values) ?? null, notice.at)
}
