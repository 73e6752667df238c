import { decimalOf, type Micros } from '@hongyan/contract/money'
import type { AccountId } from '@hongyan/contract/ids'
import type { Currency } from '@hongyan/contract/vocabulary/account'
import type { Kysely, Transaction } from 'kysely'
import { recordAct } from '../../audit/log.ts'
import { announceConfigChange } from '../../db/config-change.ts'
import type { Schema } from '../../db/schema.ts'
import { txOf } from '../../db/tx.ts'
import { type Arguments, type CommandResult, operatorOf, required } from '../../kit/command.ts'
import { uuidv7 } from '../../kit/ids.ts'
import { StartError } from '../../kit/start-error.ts'
import { ledger } from '../../ledger/ledger.ts'
import { notify } from '../../notices/notify.ts'
import type { AccountEffects } from '../deps.ts'
import { type BookingKind, type BookingRow, findBooking, insertBooking, setEntry } from './store.ts'

/** A transfer that staff book. */
export interface Booking {
  readonly account: AccountId
  readonly kind: BookingKind
  readonly reference: string
  readonly amount: Micros
  readonly reason: string
  readonly operator: string
  /** The command, as the audit log names it. */
  readonly action: string
  /** The subject in the audit log; by default the ledger's entry. */
  readonly subject?: string
  readonly at: Date
}

/** The booking of a reference, and whether this call made it. */
export interface Booked {
  readonly isNew: boolean
  readonly booking: BookingRow
  readonly currency: Currency
}

const REFERENCE_MAX = 128
const REASON_MAX = 200

/** The transfer's own reference (`--reference`), which is booked once. */
export function referenceIn(args: Arguments): string {
  return lengthChecked('reference', required(args, 'reference').trim().replaceAll(/\s+/g, ' '), REFERENCE_MAX)
}

/** The reason of a booking (`--reason`), which the owner reads. */
export const reasonIn = (args: Arguments): string =>
  lengthChecked('reason', required(args, 'reason').trim(), REASON_MAX)

function lengthChecked(option: string, text: string, most: number): string {
  if (text !== '' && text.length <= most) return text
  throw new StartError(`--${option} must have 1 to ${most} characters.`)
}

/** The fields of a booking that the operator types. */
export const typedIn = (args: Arguments): Pick<Booking, 'reference' | 'reason' | 'operator'> => ({
  reference: referenceIn(args),
  reason: reasonIn(args),
  operator: operatorOf(args),
})

/**
 * Books a transfer once: `book` runs where its reference is new, and returns the ledger's entry, or null for money that
 * the books never had. The audit entry commits with it. A reference that was booked before changes nothing, and fails
 * where it was another transfer.
 */
export async function bookOnce(
  tx: Transaction<Schema>,
  booking: Booking,
  book: () => Promise<string | null>,
): Promise<Booked> {
  const { account, kind, reference, amount, reason, operator, action, subject, at } = booking
  await ledger.lock(txOf(tx), [account])
  const currency = await currencyOf(tx, account)
  const columns = { kind, reference, reason, operator, at, account_id: account, amount_micros: amount }
  const written = await insertBooking(tx, { ...columns, id: uuidv7(at) })
  if (written === null) return { isNew: false, currency, booking: await bookedBefore(tx, booking) }
  const entry = await book()
  if (entry !== null) await setEntry(tx, written, entry)
  const changes = { amount: `${decimalOf(amount)} ${currency}`, reference, reason }
  await recordAct(
    txOf(tx),
    { account, actor: 'staff', operator, action, subject: subject ?? entry },
    at,
    Object.entries(changes).map(([field, after]) => ({ field, before: null, after })),
  )
  return { isNew: true, currency, booking: { ...written, entry } }
}

async function bookedBefore(tx: Transaction<Schema>, { account, kind, amount, reference }: Booking) {
  const before = await findBooking(tx, { kind, reference })
  if (before === null) throw new Error(`reference ${reference} is taken, and no booking has it`)
  const isSame = before.account_id === account && before.kind === kind && before.amount_micros === amount
  if (isSame) return before
  throw new StartError(`${sentenceOf(before, await currencyOf(tx, before.account_id))} Nothing is booked.`)
}

const sentenceOf = (
  { reference, kind, amount_micros: amount, account_id: account, operator, at }: BookingRow,
  currency: Currency,
): string =>
  `Reference ${reference} was booked already: ${kind} of ${decimalOf(amount)} ${currency}, account ${account}, by ${operator} at ${at.toISOString()}.`

/** Credits a payment. The first one raises a new account to the trust level of a paying one. */
export async function bookPayment(
  tx: Transaction<Schema>,
  accounts: Pick<AccountEffects, 'raiseLevel'>,
  { account, amount, at }: Booking,
  channel: string,
): Promise<string> {
  const entry = { id: uuidv7(at), account, amount, count: 1, channel }
  await ledger.credit(txOf(tx), [entry], at)
  if (await accounts.raiseLevel(tx, account)) await announceConfigChange(tx, account)
  return entry.id
}

/** Notifies the owner of a booking, with its reason. */
export const notifyBooked = (
  tx: Transaction<Schema>,
  { account, amount, reason, at }: Booking,
  change: 'credit' | 'debit' | 'gift' | 'returned',
  currency: Currency,
): Promise<void> =>
  notify(txOf(tx), {
    account,
    kind: 'funds_changed',
    values: { change, amount: decimalOf(amount), currency, reason },
    at,
  })

/** The result of a booking on the command line. */
export function bookedResult({ isNew, booking, currency }: Booked, line: string): CommandResult {
  const { account_id: account, kind, reference, amount_micros: amount, entry } = booking
  return {
    line: isNew ? line : `${sentenceOf(booking, currency)} Nothing is booked.`,
    json: { booked: isNew, id: entry, account, kind, reference, amount: decimalOf(amount), currency },
  }
}

export async function currencyOf(db: Kysely<Schema>, account: AccountId): Promise<Currency> {
  const { currency } = await db
    .selectFrom('account')
    .select('currency')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return currency
}
