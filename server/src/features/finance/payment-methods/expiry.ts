import { DAY, MINUTE } from '@hongyan/contract/durations'
import { PaymentMethodStatus } from '@hongyan/contract/vocabulary/payment'
import type { Kysely, Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { PaymentMethodTable } from '../../../db/schema/payment-methods.ts'
import { txOf } from '../../../db/tx.ts'
import { notify } from '../../../notices/notify.ts'
import type { Loop } from '../../../jobs/loop.ts'
import type { PaymentMethodDeps } from './deps.ts'
import { endOf } from './present.ts'

type ExpiryDeps = Pick<PaymentMethodDeps, 'db' | 'clock' | 'log'>
type ExpiringCard = Pick<
  Selectable<PaymentMethodTable>,
  'account_id' | 'id' | 'last4' | 'exp_month' | 'exp_year' | 'expiry_told'
>

const ROUND_EVERY = MINUTE
const AT_ONCE = 100
/** Remind the owner 30, 7 and 0 days before a card expires. */
const REMINDER_DAYS = [0, 7, 30] as const
/** The reminder of an expired card is not sent later than this. */
const NOTIFIED_FOR = 3 * DAY

/** Reminds owners that a card expires: a month before, a week before, and when it has expired. */
export async function remindOfExpiries({ db, clock }: ExpiryDeps): Promise<void> {
  const now = clock.now()
  for (let found = AT_ONCE; found === AT_ONCE;) {
    const cards = await readExpiring(db, now)
    for (const card of cards) await remind(db, card, now)
    found = cards.length
  }
}

/** The server that sets `expiry_told` sends the notice, so several servers send it once. */
async function remind(db: Kysely<Schema>, card: ExpiringCard, at: Date): Promise<void> {
  const due = dueReminder(card, at)
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

/** The latest reminder that is due, unless it or a later one was sent. */
export function dueReminder(
  card: Pick<ExpiringCard, 'exp_month' | 'exp_year' | 'expiry_told'>,
  now: Date,
): 30 | 7 | 0 | null {
  const left = endOf(card).getTime() - now.getTime()
  if (left <= -NOTIFIED_FOR) return null
  const due = REMINDER_DAYS.find((days) => left <= days * DAY) ?? null
  return due !== null && (card.expiry_told === null || card.expiry_told > due) ? due : null
}

/** Reads the cards with a reminder that is due and not sent. */
const readExpiring = (db: Kysely<Schema>, now: Date): Promise<readonly ExpiringCard[]> =>
  db
    .selectFrom('payment_method as m')
    .select(['m.account_id', 'm.id', 'm.last4', 'm.exp_month', 'm.exp_year', 'm.expiry_told'])
    .where('m.status', '=', PaymentMethodStatus.Active)
    .where('m.removed_at', 'is', null)
    .where((is) =>
      is.or(
        REMINDER_DAYS.map((days) =>
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

/** The months of expiry whose cards get the reminder of so many days now. */
function monthsEnding(now: Date, days: number) {
  const moments = [now.getTime() - NOTIFIED_FOR, now.getTime() + days * DAY]
  const [first = 0, last = 0] = moments.map((at) => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth())
  // A month ends when the next one begins.
  const count = last - first
  const ends = Array.from({ length: count }, (_, at) => first + at)
  return ends.map((month) => ({ 'm.exp_year': Math.floor(month / 12), 'm.exp_month': (month % 12) + 1 }) as const)
}

export const expiryLoop = (deps: ExpiryDeps): Loop => ({
  name: 'card-expiry',
  every: ROUND_EVERY,
  run: () => remindOfExpiries(deps),
})
