import { SignatureId } from '@hongyan/contract/ids'
import { type FilingAnswer, type MainlandCarrier, mainlandCarriers } from '@hongyan/contract/vocabulary/filing'
import {
  type Arguments,
  type Command,
  type CommandResult,
  operatorOf,
  optional,
  required,
} from '../../../../kit/command.ts'
import { StartError } from '../../../../kit/start-error.ts'
import type { SenderDeps } from '../deps.ts'
import { recordAnswer } from './answers.ts'

const LISTED = 200
const REASON_MAX = 200

/** Lists the filings that wait for a carrier, the longest waiting first. */
async function list({ db }: SenderDeps): Promise<CommandResult> {
  const waiting = await db
    .selectFrom('filing')
    .select(['kind', 'subject_id as id', 'version', 'carrier', 'changed_at as since'])
    .where('state', '=', 'filing')
    .orderBy('changed_at')
    .limit(LISTED)
    .execute()
  const lines = waiting.map(
    ({ kind, id, version, carrier, since }) =>
      `${id}  ${kind}, version ${version}, at ${carrier} since ${since.toISOString()}`,
  )
  return { line: lines.length === 0 ? 'No filing waits for a carrier.' : lines.join('\n'), json: { waiting } }
}

const answering =
  (answer: FilingAnswer) =>
  async (deps: SenderDeps, args: Arguments): Promise<CommandResult> => {
    const [typed = ''] = args.positionals
    const id = SignatureId.safeParse(typed.toLowerCase())
    const filed = id.success ? await newestOf(deps, id.data) : null
    if (filed === null) throw new StartError(`There is no filing of ${typed}.`)
    const reason = answer === 'filed' ? optional(args, 'reason') : required(args, 'reason')
    if (reason !== null && (reason.trim() === '' || reason.length > REASON_MAX)) {
      throw new StartError(`--reason must have 1 to ${REASON_MAX} characters.`)
    }
    const { account_id: account, version } = filed
    const carriers = carriersOf(args)
    const done = await deps.db.transaction().execute(async (tx) => {
      const answered: MainlandCarrier[] = []
      for (const carrier of carriers) {
        const by = operatorOf(args)
        if (await recordAnswer(tx, deps, { account, subject: id.data ?? '', version, carrier, answer, reason, by })) {
          answered.push(carrier)
        }
      }
      return answered
    })
    if (done.length === 0) throw new StartError(`No filing of ${typed} can be ${answer} at ${carriers.join(', ')} now.`)
    return {
      line: `${typed} of account ${account} is ${answer} at ${done.join(', ')}.`,
      json: { id: typed, account, carriers: done, state: answer },
    }
  }

/** The newest filed version of a sender or template. */
async function newestOf({ db }: SenderDeps, id: string) {
  const row = await db
    .selectFrom('filing')
    .select(['account_id', 'version'])
    .where('subject_id', '=', id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

function carriersOf(args: Arguments): readonly MainlandCarrier[] {
  const typed = required(args, 'carrier')
  if (typed === 'all') return mainlandCarriers
  const carrier = mainlandCarriers.find((known) => known === typed.toUpperCase())
  if (carrier === undefined) throw new StartError(`--carrier must be all or one of ${mainlandCarriers.join(', ')}.`)
  return [carrier]
}

/** The answers of the mainland carriers to filings, as staff record them. */
export const filingCommands: readonly Command<SenderDeps>[] = [
  { name: 'filing list', usage: '[--json]', options: {}, arity: 0, run: list },
  {
    name: 'filing file',
    usage: '<id> --carrier <name|all> [--reason <text>] --by <name> [--json]',
    options: { carrier: 'text', reason: 'text' },
    by: 'required',
    arity: 1,
    run: answering('filed'),
  },
  {
    name: 'filing fail',
    usage: '<id> --carrier <name|all> --reason <text> --by <name> [--json]',
    options: { carrier: 'text', reason: 'text' },
    by: 'required',
    arity: 1,
    run: answering('failed'),
  },
  {
    name: 'filing lapse',
    usage: '<id> --carrier <name|all> --reason <text> --by <name> [--json]',
    options: { carrier: 'text', reason: 'text' },
    by: 'required',
    arity: 1,
    run: answering('lapsed'),
  },
]
