import { micros, ZERO } from '@hongyan/contract/money'
import { accountNamed } from '../../../db/account-named.ts'
import {
  type Arguments,
  type Command,
  oneOf,
  operatorOf,
  optional,
  positiveAmount,
  type CommandResult,
  required,
} from '../../../kit/command.ts'
import { StartError } from '../../../kit/start-error.ts'
import { bookedResult, type Booking, bookOnce, referenceIn } from '../../../payments/bookings/book-once.ts'
import { adjustInvoice } from './adjustments.ts'
import { closeAccount } from './close.ts'
import type { CycleDeps } from './cycle-deps.ts'
import { invoiceNamed, listInvoices } from './find.ts'
import { issueInvoice } from './issue.ts'
import { settleInvoicePayment } from './payments.ts'
import { lineOf, linesOf, objectOf, stateNames, wholeOf } from './printed.ts'
import { type InvoiceRow, readLines, readPayments } from './store.ts'
import { voidInvoice } from './void.ts'

const TEXT_MAX = 200

async function list({ db }: CycleDeps, args: Arguments): Promise<CommandResult> {
  const [owner, state] = [optional(args, 'account'), optional(args, 'status')]
  const account = owner === null ? null : await accountNamed(db, owner)
  const status = state === null ? null : stateNames.indexOf(oneOf('--status', state, stateNames))
  const invoices = await listInvoices(db, { account, status, disputed: args.options['disputed'] === true })
  const line = invoices.length === 0 ? 'There are no invoices.' : invoices.map(lineOf).join('\n')
  return { line, json: { invoices: invoices.map(objectOf) } }
}

async function show({ db }: CycleDeps, { positionals }: Arguments): Promise<CommandResult> {
  const invoice = await invoiceNamed(db, positionals[0] ?? '')
  const [lines, payments] = await Promise.all([readLines(db, invoice), readPayments(db, invoice)])
  return { line: linesOf(invoice, lines, payments).join('\n'), json: wholeOf(invoice, lines, payments) }
}

async function close(deps: CycleDeps, { positionals }: Arguments): Promise<CommandResult> {
  const owner = positionals[0] ?? ''
  const closed = await closeAccount(deps, await accountNamed(deps.db, owner))
  if (closed === null)
    raise(`${owner} has nothing to close: no credit, a draft that is not issued, or no month that is over.`)
  const { period, draft } = closed
  const { from, to } = period
  if (draft === null) return { line: `${from} to ${to} left nothing to pay.`, json: { from, to, invoice: null } }
  return resultOf(draft)
}

async function issue(deps: CycleDeps, { positionals }: Arguments): Promise<CommandResult> {
  const draft = await invoiceNamed(deps.db, positionals[0] ?? '')
  const issued = await issueInvoice(deps, draft)
  if (issued.kind === 'not_draft') raise(`Invoice ${positionals[0]} is no draft.`)
  if (issued.kind === 'issued') return resultOf(issued.invoice)
  return { line: 'Nothing was left to pay; the draft is deleted.', json: { id: draft.id, invoice: null } }
}

async function adjust(deps: CycleDeps, args: Arguments): Promise<CommandResult> {
  const [more, less] = [optional(args, 'more'), optional(args, 'less')]
  if ((more === null) === (less === null)) raise('Give either --more or --less.')
  const amount = more === null ? micros(-positiveAmount('--less', less ?? '')) : positiveAmount('--more', more)
  const text = required(args, 'text').trim()
  if (text === '' || text.length > TEXT_MAX) raise(`--text must have 1 to ${TEXT_MAX} characters.`)
  const invoice = await invoiceNamed(deps.db, args.positionals[0] ?? '')
  return resultOf(
    (await adjustInvoice(deps, invoice, { amount, text })) ?? raise(`Invoice ${args.positionals[0]} is no draft.`),
  )
}

async function takeBack(deps: CycleDeps, { positionals }: Arguments): Promise<CommandResult> {
  const invoice = await invoiceNamed(deps.db, positionals[0] ?? '')
  return resultOf(
    (await voidInvoice(deps, invoice)) ?? raise(`Invoice ${positionals[0]} cannot be void any more, or not yet.`),
  )
}

/** Records a bank transfer for an invoice, once. The amount beyond the invoice is credited to the account's funds. */
async function bank({ db, clock }: CycleDeps, args: Arguments): Promise<CommandResult> {
  const [name = '', given = ''] = args.positionals
  const amount = positiveAmount('The amount', given)
  const { account_id: account, id, number } = await invoiceNamed(db, name)
  const [reference, operator, at] = [referenceIn(args), operatorOf(args), clock.now()]
  const reason = number ?? id
  const booking: Booking = {
    account,
    kind: 'invoice',
    reference,
    amount,
    reason,
    operator,
    action: 'invoice.bank',
    subject: id,
    at,
  }
  return db.transaction().execute(async (tx) => {
    let applied = ZERO
    const booked = await bookOnce(tx, booking, async () => {
      const settled = await settleInvoicePayment(tx, { account, invoice: id, amount, channel: 'cash', at })
      if (settled.applied === ZERO) raise(`Nothing can be paid towards invoice ${name}.`)
      applied = settled.applied
      return settled.credited
    })
    const invoice = await invoiceNamed(tx, name)
    const rest = applied < amount ? '; what was too much is the account’s.' : ''
    const { line, json } = bookedResult(booked, `${lineOf(invoice)}${rest}`)
    return { line, json: { ...objectOf(invoice), ...json } }
  })
}

const resultOf = (invoice: InvoiceRow): CommandResult => ({
  line: lineOf(invoice),
  json: objectOf(invoice),
  changed: { account: invoice.account_id, subject: invoice.id },
})

function raise(line: string): never {
  throw new StartError(line)
}

export const invoiceCommands: readonly Command<CycleDeps>[] = [
  {
    name: 'invoice list',
    usage: `[--account <email>] [--status ${stateNames.join('|')}] [--disputed] [--json]`,
    options: { account: 'text', status: 'text', disputed: 'flag' },
    arity: 0,
    run: list,
  },
  { name: 'invoice show', usage: '<number or id> [--json]', options: {}, arity: 1, run: show },
  { name: 'invoice close', usage: '<email> [--json]', options: {}, arity: 1, run: close },
  { name: 'invoice issue', usage: '<id> --by <name> [--json]', options: {}, by: 'required', arity: 1, run: issue },
  {
    name: 'invoice adjust',
    usage: '<id> --more <amount>|--less <amount> --text <what the line says> --by <name> [--json]',
    options: { more: 'text', less: 'text', text: 'text' },
    by: 'required',
    arity: 1,
    run: adjust,
  },
  {
    name: 'invoice void',
    usage: '<number> --by <name> [--json]',
    options: {},
    by: 'required',
    arity: 1,
    run: takeBack,
  },
  {
    name: 'invoice bank',
    usage: '<number> <amount that arrived> --reference <transfer> --by <name> [--json]',
    options: { reference: 'text' },
    by: 'required',
    arity: 2,
    run: bank,
  },
]
