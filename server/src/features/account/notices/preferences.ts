import type { NoticePreferences } from '@hongyan/contract/endpoints/account/notices'
import type { noticePreferences } from '@hongyan/contract/endpoints/account/notices'
import type { AccountId } from '@hongyan/contract/ids'
import { notices as limits } from '@hongyan/contract/limits/account'
import { decimalOf, type Micros, parseMicros } from '@hongyan/contract/money'
import { type NoticeKind, noticeKinds } from '@hongyan/contract/vocabulary/notice'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import type { ChosenChannels } from '../../../db/schema/notice-preferences.ts'
import { txOf } from '../../../db/tx.ts'
import { channelsFor, channelsOf, type ContactDetails } from '../../../notices/channels.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { ledger } from '../../../ledger/ledger.ts'

type PreferencesUpdate = z.output<typeof noticePreferences.save.body>

interface SavedPreferences extends ContactDetails {
  readonly kinds: ChosenChannels
  readonly balanceLow: Micros | null
}

const kinds = Object.keys(noticeKinds) as readonly NoticeKind[] // the keys of this object are its kinds

export async function readPreferences(db: Kysely<Schema>, account: AccountId): Promise<NoticePreferences> {
  return present(await read(db, account))
}

/**
 * Saves preferences; omitted kinds stay unchanged. A kind that guards the account keeps a channel that the account has.
 */
export async function savePreferences(
  db: Kysely<Schema>,
  account: AccountId,
  update: PreferencesUpdate,
): Promise<NoticePreferences> {
  const balanceLow = readBound(update.balance_low)
  return db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [account])
    const known = await read(tx, account)
    const chosen: ChosenChannels = { ...known.kinds, ...update.kinds }
    for (const kind of kinds) requireGuardChannel(kind, update.kinds?.[kind], known)
    const balance_low_micros = balanceLow === undefined ? known.balanceLow : balanceLow
    await write(tx, account, { kinds: JSON.stringify(chosen), balance_low_micros })
    await ledger.setLowBalanceBound(txOf(tx), account)
    return present({ ...known, kinds: chosen, balanceLow: balance_low_micros })
  })
}

function requireGuardChannel(kind: NoticeKind, chosen: ChosenChannels[NoticeKind], has: ContactDetails): void {
  if (chosen === undefined || noticeKinds[kind] !== 'guard') return
  if (!channelsOf(has).some((channel) => chosen[channel]))
    throw new Refusal('invalid_request', { field: `kinds.${kind}` })
}

function readBound(bound: PreferencesUpdate['balance_low']): Micros | null | undefined {
  if (bound === undefined || bound === null) return bound
  const [least, most] = [parseMicros(limits.lowBalance.min), parseMicros(limits.lowBalance.max)]
  if (least === null || most === null || bound < least || bound > most)
    throw new Refusal('invalid_request', { field: 'balance_low' })
  return bound
}

async function read(db: Kysely<Schema>, account: AccountId): Promise<SavedPreferences> {
  const row = await db
    .selectFrom('account as a')
    .leftJoin('notice_preference as p', 'p.account_id', 'a.id')
    .select(['a.email', 'a.phone', 'p.kinds', 'p.balance_low_micros as balanceLow'])
    .where('a.id', '=', account)
    .executeTakeFirstOrThrow()
  return { ...row, kinds: row.kinds ?? {} }
}

const write = (
  tx: Transaction<Schema>,
  account: AccountId,
  values: { readonly kinds: string; readonly balance_low_micros: Micros | null },
) =>
  tx
    .insertInto('notice_preference')
    .values({ account_id: account, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute()

function present({ kinds: chosen, balanceLow, ...has }: SavedPreferences): NoticePreferences {
  const effective = (kind: NoticeKind) => {
    const out = channelsFor(kind, chosen[kind] ?? null, has)
    return { email: out.includes('email'), sms: out.includes('sms') }
  }
  return {
    kinds: Object.fromEntries(kinds.map((kind) => [kind, effective(kind)])) as NoticePreferences['kinds'], // one for each kind
    balance_low: balanceLow === null ? null : decimalOf(balanceLow),
    channels: [...channelsOf(has)],
  }
}
