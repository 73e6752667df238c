import { TransactionId } from '@hongyan/contract/ids'
import { decimalOf, type Micros } from '@hongyan/contract/money'
import { type Kysely, sql } from 'kysely'
import { accountNamed } from '../../../db/account-named.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import { type Arguments, type Command, type CommandResult, required } from '../../../kit/command.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { StartError } from '../../../kit/start-error.ts'
import { ledger } from '../../../ledger/ledger.ts'
import { type FapiaoRow, presentFapiao, readFapiao } from './store.ts'
import { type Subject, subjectNamed, subjectOf } from './subject.ts'

export interface FapiaoCommandDeps {
  readonly db: Kysely<Schema>
  readonly clock: Clock
}

/** Rows printed: as many as fit a screen. */
const LISTED = 50
const NUMBER = /^[0-9A-Za-z-]{1,40}$/

interface Listed extends FapiaoRow {
  readonly owner: string
}

/** Lists open work: the oldest requests, and issued tax invoices with a later refund. */
async function list({ db }: FapiaoCommandDeps): Promise<CommandResult> {
  const due = [...(await dueOf(db, readRequested)), ...(await dueOf(db, readIssued))]
  return {
    line: due.length === 0 ? 'Nobody waits for a fapiao.' : due.map(lineOf).join('\n'),
    json: {
      fapiao: due.map(({ amount, ...row }) => ({
        account: row.owner,
        subject: row.subject,
        id: row.subject_id,
        to_do: row.number === null ? 'issue' : 'correct',
        ...presentFapiao(row, amount),
        amount_now: decimalOf(amount),
      })),
    },
  }
}

const lineOf = ({ amount, ...row }: Due): string => {
  const { owner, subject, subject_id: id, kind, title, tax_no: taxNo, email } = row
  const bank = row.bank === null ? '' : `, ${row.bank} ${row.bank_account ?? ''}`
  const about = `${subject} ${id} of ${owner}: ${kind}, ${title}, ${taxNo}${bank}, to ${email}`
  return row.issued_micros === null
    ? `To issue: ${decimalOf(amount)} CNY for ${about}`
    : `To correct: ${row.number ?? ''} over ${decimalOf(row.issued_micros)} CNY, now ${decimalOf(amount)} CNY, for ${about}`
}

type ReadRequests = (db: Kysely<Schema>, offset: number) => Promise<readonly Listed[]>
type Due = Listed & { readonly amount: Micros }

/**
 * The first requests with an amount left. A request whose amount is refunded completely is skipped, so it keeps no
 * other waiting.
 */
async function dueOf(db: Kysely<Schema>, read: ReadRequests): Promise<readonly Due[]> {
  const due: Due[] = []
  for (let offset = 0; due.length < LISTED; offset += LISTED) {
    const rows = await read(db, offset)
    for (const row of rows) {
      const { amount } = await subjectOf(db, row)
      if (row.issued_micros === null ? amount > 0n : amount < row.issued_micros) due.push({ ...row, amount })
    }
    if (rows.length < LISTED) break
  }
  return due.slice(0, LISTED)
}

const readRequested: ReadRequests = async (db, offset) => {
  const { rows } = await sql<Listed>`
    select f.*, coalesce(a.email, a.id::text) as owner from fapiao f join account a on a.id = f.account_id
     where f.number is null order by f.requested_at, f.account_id, f.subject_id limit ${LISTED} offset ${offset}`.execute(
    db,
  )
  return rows
}

const readIssued: ReadRequests = async (db, offset) => {
  const { rows } = await sql<Listed>`
    select f.*, coalesce(a.email, a.id::text) as owner from fapiao f join account a on a.id = f.account_id
     where f.number is not null and (
       exists (select from refund r where r.account_id = f.account_id and r.top_up_id = f.subject_id
         and r.status <> 'failed' and r.begun_at >= f.issued_at)
       or exists (select from dispute d where d.account_id = f.account_id and d.top_up_id = f.subject_id
         and d.status <> 'won' and d.opened_at >= f.issued_at)
       or exists (select from invoice i where i.account_id = f.account_id and i.id = f.subject_id
         and i.status = 2 and i.ended_at >= f.issued_at)
       or exists (select from invoice_payment p where p.account_id = f.account_id and p.invoice_id = f.subject_id
         and p.channel = 'balance' and p.at >= f.issued_at))
     order by f.issued_at, f.account_id, f.subject_id limit ${LISTED} offset ${offset}`.execute(db)
  return rows
}

/**
 * Records a tax invoice that staff issued elsewhere. It can be recorded again only once less is left than it states.
 */
async function issue({ db, clock }: FapiaoCommandDeps, args: Arguments): Promise<CommandResult> {
  const [owner = '', id = ''] = args.positionals
  const number = required(args, 'number')
  if (!NUMBER.test(number)) throw new StartError('--number must be 1 to 40 letters, digits and dashes.')
  const account = await accountNamed(db, owner)
  const { row, subject } = await db.transaction().execute(async (tx) => {
    await ledger.lock(txOf(tx), [account])
    const found = await subjectBy(tx, account, id)
    const request = await readFapiao(tx, found)
    refuse(request, found)
    await refuseTaken(tx, number)
    return { subject: found, row: await writeIssued(tx, found, number, clock.now()) }
  })
  const amount = decimalOf(row.issued_micros ?? subject.amount)
  return {
    line: `Fapiao ${number} over ${amount} CNY is issued for ${subject.subject} ${subject.id} of ${owner}.`,
    json: { account, subject: subject.subject, id: subject.id, ...presentFapiao(row, subject.amount) },
    changed: { account, subject: subject.id },
  }
}

async function subjectBy(tx: Kysely<Schema>, account: Subject['account'], id: string): Promise<Subject> {
  const known = TransactionId.safeParse(id.toLowerCase())
  try {
    if (known.success) return await subjectNamed(tx, account, known.data)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  throw new StartError(`There is no charge or invoice ${id} of this account that could have a fapiao.`)
}

function refuse(request: FapiaoRow | null, { amount }: Subject): void {
  if (request === null) throw new StartError('Nobody asked for a fapiao of it.')
  if (request.issued_micros === null && amount === 0n)
    throw new StartError('Nothing is left of it that it could be for.')
  if (request.issued_micros !== null && amount >= request.issued_micros)
    throw new StartError(`Fapiao ${request.number ?? ''} is issued for it already.`)
}

async function refuseTaken(tx: Kysely<Schema>, number: string): Promise<void> {
  const taken = await tx.selectFrom('fapiao').select('subject_id').where('number', '=', number).executeTakeFirst()
  if (taken !== undefined) throw new StartError(`Fapiao ${number} is issued for ${taken.subject_id}.`)
}

const writeIssued = (tx: Kysely<Schema>, { account, id, amount }: Subject, number: string, at: Date) =>
  tx
    .updateTable('fapiao')
    .set({ number, issued_micros: amount, issued_at: at })
    .where('account_id', '=', account)
    .where('subject_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const fapiaoCommands: readonly Command<FapiaoCommandDeps>[] = [
  { name: 'fapiao list', usage: '[--json]', options: {}, arity: 0, run: list },
  {
    name: 'fapiao issue',
    usage: '<email or id of the account> <charge or invoice> --number <number of the paper> [--json]',
    options: { number: 'text' },
    arity: 2,
    run: issue,
  },
]
