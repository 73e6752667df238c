import type { autoRecharge } from '@hongyan/contract/endpoints/finance/auto-recharge'
import type { AutoRecharge } from '@hongyan/contract/endpoints/configuration'
import type { AccountId, PaymentMethodId } from '@hongyan/contract/ids'
import { autoRecharge as limits } from '@hongyan/contract/limits/finance'
import { type Micros, parseMicros } from '@hongyan/contract/money'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { recordAct } from '../../../audit/log.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ledger } from '../../../ledger/ledger.ts'
import type { RechargeDeps } from './deps.ts'
import { readAutoRecharge, saveSettings, unwatch, watch } from './settings.ts'

export type AutoRechargeRequest = z.output<typeof autoRecharge.set.body>
export type SetDeps = Pick<RechargeDeps, 'db' | 'clock' | 'cards' | 'saveConsent'>

/** The owner who changes the settings, and the address of the call. */
export interface Owner {
  readonly account: AccountId
  readonly address: string
}

/** Switches auto-recharge on, which needs amounts, card and agreement, or off, which needs none of them (ruling 7). */
export async function setAutoRecharge(
  deps: SetDeps,
  owner: Owner,
  request: AutoRechargeRequest,
): Promise<AutoRecharge> {
  const { account } = owner
  return deps.db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [account])
    if (request.enable) await switchOn(tx, deps, owner, request)
    else await switchOff(tx, account)
    return readAutoRecharge(tx, account)
  })
}

/** Switches auto-recharge off because its card cannot be charged. */
export async function switchOffBySystem(tx: Transaction<Schema>, account: AccountId, now: Date): Promise<void> {
  await switchOff(tx, account)
  const act = { account, actor: 'system', action: 'autoRecharge.switchOff' } as const
  await recordAct(txOf(tx), act, now, [{ field: 'enable', before: 'true', after: 'false' }])
}

/** Switches auto-recharge off. The last settings stay stored, and the console still shows them. */
async function switchOff(tx: Transaction<Schema>, account: AccountId): Promise<void> {
  await tx
    .updateTable('auto_recharge')
    .set({ enabled: false, paused_at: null })
    .where('account_id', '=', account)
    .execute()
  await unwatch(tx, account)
}

async function switchOn(
  tx: Transaction<Schema>,
  { clock, cards, saveConsent }: SetDeps,
  { account, address }: Owner,
  request: AutoRechargeRequest,
): Promise<void> {
  const { blocks, currency, partition } = await tx
    .selectFrom('account')
    .select(['blocks', 'currency', 'partition'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const refusal = refusals.find(([status]) => blocks.includes(status))
  if (refusal !== undefined) throw new Refusal(refusal[1])
  if (request.agreed !== true) throw new Refusal('agreement_required', { field: 'agreed' })
  const below = amountIn('below', request.below, limits.below)
  const topup = amountIn('topup', request.topup, limits.topup[currency])
  const offered = cards[partition]
  if (offered === null) throw new Refusal('channel_unavailable')
  const pm_id = await chosenCard(tx, account, request.pm_id, offered.test)
  const now = clock.now()
  await saveConsent(tx, { account_id: account, id: pm_id }, { at: now, address, text: limits.agreement })
  const chosen = { enabled: true, below_micros: below, topup_micros: topup, pm_id }
  await saveSettings(tx, { account_id: account, ...chosen, put_off: 0, paused_at: null, saved_at: now })
  await watch(tx, account, below)
}

/** The refusal of enabling, by the statuses of an account that may not pay, the highest first (ruling 35). */
const refusals = [
  [AccountStatus.Suspended, 'account_suspended'],
  [AccountStatus.AllPaymentBlocked, 'payments_blocked'],
  [AccountStatus.StripeBlocked, 'channel_blocked'],
] as const

/** Specification section 5; the ranges stand in the contract (ruling 1). */
function amountIn(
  field: 'below' | 'topup',
  amount: Micros | null | undefined,
  range: { readonly min: string; readonly max: string },
): Micros {
  if (amount === undefined) throw new Refusal('missing_params', { field, rule: `${field}_required` })
  const [least, most] = [parseMicros(range.min), parseMicros(range.max)]
  if (amount === null || least === null || most === null || amount < least || amount > most) {
    throw new Refusal('recharge_out_of_range', { field })
  }
  return amount
}

/** Locks a card of the account that can be charged, so that it is not removed at the same time. */
async function chosenCard(
  tx: Transaction<Schema>,
  account: AccountId,
  id: PaymentMethodId | undefined,
  test: boolean,
): Promise<PaymentMethodId> {
  if (id === undefined) throw new Refusal('missing_params', { field: 'pm_id', rule: 'card_required' })
  const card = await tx
    .selectFrom('payment_method')
    .select(['status', 'test'])
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (card === undefined) throw new Refusal('not_found', { field: 'pm_id' })
  if (card.status !== PaymentMethodStatus.Active || card.test !== test) {
    throw new Refusal('invalid_request', { field: 'pm_id' })
  }
  return id
}
