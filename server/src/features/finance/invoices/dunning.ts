import { invoice as limits } from '@hongyan/contract/limits/finance'
import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import { sql } from 'kysely'
import { txOf } from '../../../db/tx.ts'
import { FIRST_ID } from '../../../kit/ids.ts'
import { ledger } from '../../../ledger/ledger.ts'
import type { CycleDeps } from './cycle-deps.ts'
import { eachDue } from './each-due.ts'
import { notifyDue } from './notices.ts'
import { reduceCredit } from './reduced-credit.ts'
import { after, isPayable } from './states.ts'
import { type InvoiceKey, lockInvoice, updateInvoice } from './store.ts'

/** Reminders are sent from nine o'clock on, in the account's time zone. */
const DAY_BEGINS = '9 hours'
const PAGE = 100

/** An invoice and its latest due reminder. `step` and `days` count from the due day. */
type Reminder = InvoiceKey & { readonly step: number; readonly days: number }

/** Sends every reminder that is due. Of several missed reminders of an invoice, only the last is sent. */
export const remindDue = (deps: CycleDeps, failed: (invoice: InvoiceKey, error: unknown) => void): Promise<void> =>
  eachDue<Reminder>({
    read: (last) => readDue(deps, last),
    work: (reminder) => remind(deps, reminder),
    failed,
  })

async function readDue({ db, clock, only }: CycleDeps, last: InvoiceKey | undefined): Promise<readonly Reminder[]> {
  const now = clock.now()
  const { rows } = await sql<Reminder>`
    select i.account_id, i.id, due.step, over.days
      from invoice i join account a on a.id = i.account_id
     cross join lateral (
       select (${now}::timestamptz at time zone a.time_zone - ${DAY_BEGINS}::interval)::date - i.due_on as days
     ) over
     cross join lateral (
       select max(step) as step from unnest(${limits.remindOn}::integer[]) as r (step) where step <= over.days
     ) due
     where i.status in (${InvoiceStatus.Open}, ${InvoiceStatus.Uncollectible})
       and due.step is not null and (i.reminded is null or i.reminded < due.step)
       and (${only ?? null}::uuid is null or i.account_id = ${only ?? null})
       and (i.account_id, i.id) > (${last?.account_id ?? FIRST_ID}::uuid, ${last?.id ?? FIRST_ID}::uuid)
     order by i.account_id, i.id limit ${PAGE}`.execute(db)
  return rows
}

/** Sends a reminder and marks it in one transaction. The last reminder marks the invoice overdue for good. */
const remind = ({ db, clock }: CycleDeps, { step, days, ...key }: Reminder): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const at = clock.now()
    await ledger.lock(txOf(tx), [key.account_id])
    const invoice = await lockInvoice(tx, key)
    if (invoice === null || !isPayable(invoice) || (invoice.reminded !== null && invoice.reminded >= step)) return
    const givenUp = step >= limits.overdueOn ? after(invoice.status, 'giveUp') : null
    const reminded = await updateInvoice(tx, key, {
      reminded: step,
      ...(givenUp !== null && { status: givenUp }),
    })
    if (givenUp !== null) await reduceCredit(tx, key.account_id, at)
    await notifyDue(tx, reminded, days, at)
  })
