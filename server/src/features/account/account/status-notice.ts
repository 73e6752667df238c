import type { AccountId } from '@hongyan/contract/ids'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { NoticeValues } from '@hongyan/contract/vocabulary/notice'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'

/** The payments that a status blocks (ruling 35). */
const blocked: Partial<Readonly<Record<AccountStatus, NoticeValues['payments_blocked']['by']>>> = {
  [AccountStatus.AllPaymentBlocked]: 'all',
  [AccountStatus.PayPalBlocked]: 'paypal',
  [AccountStatus.StripeBlocked]: 'card',
  [AccountStatus.AlipayBlocked]: 'alipay',
  [AccountStatus.WechatPayBlocked]: 'wxpay',
}

/**
 * Notifies the owner that the account is suspended, resumed, or blocked for payments. Does nothing where the status did
 * not change.
 */
export async function notifyStatus(
  tx: Transaction<Schema>,
  account: AccountId,
  { before, after }: { readonly before: AccountStatus; readonly after: AccountStatus },
  at: Date,
): Promise<void> {
  if (before === after) return
  const to = txOf(tx)
  if (after === AccountStatus.Suspended) await notify(to, { account, kind: 'account_suspended', values: {}, at })
  if (before === AccountStatus.Suspended) await notify(to, { account, kind: 'account_resumed', values: {}, at })
  const by = blocked[after]
  if (by !== undefined) await notify(to, { account, kind: 'payments_blocked', values: { by }, at })
}
