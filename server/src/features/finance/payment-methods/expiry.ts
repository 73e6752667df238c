import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Selectable } from 'kysely'
import type { PaymentMethodTable, Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import { createRounds, type Rounds } from '../../../kit/rounds.ts'
import type { PaymentMethodDeps } from './deps.ts'
import { endOf } from './present.ts'

type ExpiryDeps = Pick<PaymentMethodDeps, 'db' | 'clock' | 'log'>
type Ending = Pick<
  Selectable<PaymentMethodTable>,
  'account_id' | 'id' | 'last4' | 'exp_month' | 'exp_year' | 'expiry_told'
>

const ROUND_EVERY = 60_000
const AT_ONCE = 100
const DAY = 24 * 3_600_000
/** So many days before its end a card is spoken of. */
const WORDS = [0, 7, 30] as const
/** After that it is no news any more. */
const TOLD_FOR = 3 * DAY

/** Tells owners that a card is about to end, once a month and once a week before, and once when it has ended. */
export async function tellExpiries({ db, clock }: ExpiryDeps): Promise<void> {
  const now = clock.now()
  for (let found = AT_ONCE; found === AT_ONCE;) {
    const cards = await readEnding(db, now)
    for (const card of cards) await tellOne(db, card, now)
    found = cards.length
  }
}

/** Whoever writes down that it is told, tells it: of several servers one. */
async function tellOne(db: Kysely<Schema>, card: Ending, at: Date): Promise<void> {
  const due = wordDue(card, at)
  if (due === null) return
  const { account_id: account, id, last4, exp_month, exp_year } = card
  const days = `${due}` as const
  const values = { last4, exp_month: String(exp_month), exp_year: String(exp_year), days }
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('payment_method')
      .set({ expiry_told: due })
      .where((is) => is.and({ account_id: account, id }))
      .where((is) => is.or([is('expiry_told', 'is', null), is('expiry_told', '>', due)]))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await notify(txOf(tx), { account, kind: 'card_expiring', values, at })
  })
}

/** The latest word whose time has come, unless it or a later one was said. */
export function wordDue(card: Pick<Ending, 'exp_month' | 'exp_year' | 'expiry_told'>, now: Date): 30 | 7 | 0 | null {
  const left = endOf(card).getTime() - now.getTime()
  if (left <= -TOLD_FOR) return null
  const due = WORDS.find((days) => left <= days * DAY) ?? null
  return due !== null && (card.expiry_told === null || card.expiry_told > due) ? due : null
}

/** Those whose end is near enough for a word that has not been said. */
const readEnding = (db: Kysely<Schema>, now: Date): Promise<readonly Ending[]> =>
  db
    .selectFrom('payment_method as m')
    .select(['m.account_id', 'm.id', 'm.last4', 'm.exp_month', 'm.exp_year', 'm.expiry_told'])
    .where('m.status', '=', PaymentMethodStatus.Active)
    .where('m.removed_at', 'is', null)
    .where((is) =>
      is.or(
        WORDS.map((days) =>
          is.and([
            is.or(monthsEnding(now, days).map((month) => is.and(month))),
            is.or([is('m.expiry_told', 'is', null), is('m.expiry_told', '>', days)]),
          ]),
        ),
      ),
    )
    .orderBy('m.account_id')
    .limit(AT_ONCE)
    .execute()

/** The months of expiry that end between the last moment of news and so many days from now. */
function monthsEnding(now: Date, days: number) {
  const moments = [now.getTime() - TOLD_FOR, now.getTime() + days * DAY]
  const [first = 0, last = 0] = moments.map((at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth())
  // A month ends when the next one begins.
  const count = last - first
  const ends = Array.from({ length: count }, (_, at) => first + at)
  return ends.map((month) => ({ 'm.exp_year': Math.floor(month / 12), 'm.exp_month': (month % 12) + 1 }) as const)
}

export const expiryRounds = (deps: ExpiryDeps): Rounds =>
  createRounds(() => tellExpiries(deps), { every: ROUND_EVERY, what: 'telling of cards that end', log: deps.log })
