import type { autoRecharge } from '@hongyan/contract/endpoints/finance/auto-recharge'
import type { AutoRecharge } from '@hongyan/contract/endpoints/configuration'
import type { AccountId, PaymentMethodId } from '@hongyan/contract/ids'
import { autoRecharge as limits } from '@hongyan/contract/limits'
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

export type Asked = z.output<typeof autoRecharge.set.body>
export type SetDeps = Pick<RechargeDeps, 'db' | 'clock' | 'cards'>

/** Whose wish it is, and where it came from. */
export interface Owner {
  readonly account: AccountId
  readonly address: string
}

/** Switches auto-recharge on, which needs everything, or off, which needs nothing (ruling 7). */
export async function setAutoRecharge(deps: SetDeps, owner: Owner, asked: Asked): Promise<AutoRecharge> {
  const { account } = owner
  return deps.db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [account])
    if (asked.enable) await switchOn(tx, deps, owner, asked)
    else await switchOff(tx, account)
    return readAutoRecharge(tx, account)
  })
}

/** Switches off what its owner has switched on: a card that cannot be charged is not tried again and again. */
export async function giveUp(tx: Transaction<Schema>, account: AccountId, now: Date): Promise<void> {
  await switchOff(tx, account)
  const act = { account, actor: 'system', action: 'autoRecharge.switchOff' } as const
  await recordAct(txOf(tx), act, now, [{ field: 'enable', before: 'true', after: 'false' }])
}

/** What was chosen stays to be seen. */
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
  { clock, cards }: SetDeps,
  { account, address }: Owner,
  asked: Asked,
): Promise<void> {
  const { status, currency, partition } = await tx
    .selectFrom('account')
    .select(['status', 'currency', 'partition'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  const refusal = refusals[status]
  if (refusal !== undefined) throw new Refusal(refusal)
  if (asked.agreed !== true) throw new Refusal('agreement_required', { field: 'agreed' })
  const below = amountIn('below', asked.below, limits.below)
  const topup = amountIn('topup', asked.topup, limits.topup[currency])
  const offered = cards[partition]
  if (offered === null) throw new Refusal('channel_unavailable')
  const pm_id = await chosenCard(tx, account, asked.pm_id, offered.test)
  const now = clock.now()
  await tx
    .updateTable('payment_method')
    .set({ consent_at: now, consent_address: address, consent_text: limits.agreement })
    .where('account_id', '=', account)
    .where('id', '=', pm_id)
    .execute()
  const chosen = { enabled: true, below_micros: below, topup_micros: topup, pm_id }
  await saveSettings(tx, { account_id: account, ...chosen, put_off: 0, paused_at: null, saved_at: now })
  await watch(tx, account, below)
}

/** What enabling answers while nothing may be charged (ruling 35). */
const refusals: Partial<Readonly<Record<AccountStatus, 'account_suspended' | 'payments_blocked' | 'channel_blocked'>>> =
  {
    [AccountStatus.Suspended]: 'account_suspended',
    [AccountStatus.AllPaymentBlocked]: 'payments_blocked',
    [AccountStatus.StripeBlocked]: 'channel_blocked',
  }

/** Specification section 5; the ranges stand in the contract (ruling 1). */
function amountIn(
  field: 'below' | 'topup',
  asked: Micros | null | undefined,
  range: { readonly min: string; readonly max: string },
): Micros {
  if (asked === undefined) throw new Refusal('missing_params', { field, rule: `${field}_required` })
  const [least, most] = [parseMicros(range.min), parseMicros(range.max)]
  if (asked === null || least === null || most === null || asked < least || asked > most) {
    throw new Refusal('recharge_out_of_range', { field })
  }
  return asked
}

/** A card of the account that can be charged. It is locked: nobody removes it at the same time. */
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
