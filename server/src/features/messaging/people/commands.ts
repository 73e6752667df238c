import { readFileSync } from 'node:fs'
import { AccountId, ErasureId } from '@hongyan/contract/ids'
import { z } from 'zod'
import { recordAct } from '../../../audit/log.ts'
import { alone } from '../../../db/tx.ts'
import { countOfRecipient } from '../../../gateway/erase.ts'
import { type Arguments, type Command, type CommandResult, operatorOf, optional } from '../../../kit/command.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { StartError } from '../../../kit/start-error.ts'
import { isSigned, readPublicKeys, type Signed, signDocument } from '../../../signing/signing.ts'
import { carryOutErasures, certificateOf, findErasure, presentErasure } from './erasures.ts'
import { type Recipient, recipientOf } from './recipient.ts'
import { readListed, readRecord } from './record.ts'
import { eraseNumber, type PeopleDeps } from './routes.ts'

/** The number at each account that has messages to it, or has it on a list. Without `--account` it looks at all of them. */
async function recipientsIn(
  { db, pool, clock, holdsNumber }: PeopleDeps,
  args: Arguments,
): Promise<readonly Recipient[]> {
  const [typed = ''] = args.positionals
  if (!typed.startsWith('+')) throw new StartError(`The number must begin with + and its country, not "${typed}".`)
  const named = optional(args, 'account')
  const account = named === null ? null : AccountId.safeParse(named.toLowerCase()).data
  const accounts = await db.selectFrom('account').select('id').orderBy('id').execute()
  const chosen = accounts.filter(({ id }) => account === null || id === account)
  if (chosen.length === 0) throw new StartError(`There is no account ${named}.`)
  const found: Recipient[] = []
  for (const { id } of chosen) {
    const recipient = await recipientOf(db, id, typed).catch((error: unknown) => {
      throw error instanceof Refusal ? new StartError(`"${typed}" is no phone number.`) : error
    })
    const count = await countOfRecipient(alone(pool), { ...recipient, until: clock.now() })
    const isKnown = count > 0 || (await readListed(db, recipient)).length > 0
    if (isKnown || (await holdsNumber(alone(pool), id, recipient.e164))) found.push(recipient)
  }
  return found
}

const NONE: CommandResult = { line: 'No account has messages to this number, or lists it.', json: [] }

const accountsOf = (count: number): string => `${count} ${count === 1 ? 'account' : 'accounts'}`

async function exportRecords(deps: PeopleDeps, args: Arguments): Promise<CommandResult> {
  const { db, pool, clock, secrets } = deps
  const by = operatorOf(args)
  const recipients = await recipientsIn(deps, args)
  if (recipients.length === 0) return NONE
  const records = []
  for (const recipient of recipients) {
    const act = { account: recipient.account, actor: 'staff', operator: by, action: 'people.record' } as const
    await recordAct(alone(pool), act, clock.now())
    records.push(await signDocument(alone(pool), secrets, await readRecord(db, recipient, clock.now())))
  }
  const messages = records.reduce((sum, { document }) => sum + document.messages.length, 0)
  return {
    line: `${messages} messages of ${accountsOf(records.length)}. --json prints the signed records.`,
    json: records,
  }
}

async function erase(deps: PeopleDeps, args: Arguments): Promise<CommandResult> {
  const { db, pool, clock } = deps
  const by = operatorOf(args)
  const recipients = await recipientsIn(deps, args)
  if (recipients.length === 0) return NONE
  const requested = []
  for (const recipient of recipients) {
    const row = await eraseNumber(deps, recipient)
    const act = {
      account: row.account_id,
      actor: 'staff',
      operator: by,
      action: 'people.erase',
      subject: row.id,
    } as const
    await recordAct(alone(pool), act, clock.now())
    requested.push(row)
  }
  await carryOutErasures(deps)
  const rows = []
  for (const { account_id: account, id } of requested) rows.push(await findErasure(db, account, id))
  const erased = rows.reduce((sum, row) => sum + row.erased, 0)
  const waiting = rows.reduce((sum, row) => sum + row.waiting, 0)
  return {
    line:
      `Erased the number from ${erased} messages of ${accountsOf(rows.length)}. ${waiting} are on their way and follow.\n` +
      rows.map(({ id }) => `hongyan person certificate ${id}`).join('\n'),
    json: rows.map((row) => ({ account: row.account_id, ...presentErasure(row) })),
  }
}

async function certificate({ db, pool, secrets }: PeopleDeps, args: Arguments): Promise<CommandResult> {
  const [typed = ''] = args.positionals
  const id = ErasureId.safeParse(typed.toLowerCase())
  const row = id.success
    ? await db.selectFrom('erasure').selectAll().where('id', '=', id.data).executeTakeFirst()
    : undefined
  if (row === undefined) throw new StartError(`There is no erasure ${typed}.`)
  if (row.finished_at === null) {
    throw new StartError(
      `${row.waiting} messages are still on their way, files are being deleted, or the request is younger than a minute.`,
    )
  }
  const signed = await signDocument(alone(pool), secrets, certificateOf(row))
  return { line: JSON.stringify(signed, null, 2), json: signed }
}

const SignedFile = z.object({
  document: z.looseObject({ type: z.string() }),
  signature: z.object({ algorithm: z.literal('Ed25519'), key: z.string(), value: z.string() }),
})

async function check({ pool }: PeopleDeps, args: Arguments): Promise<CommandResult> {
  const [file = ''] = args.positionals
  const signed = readSigned(file)
  const { type } = signed.document
  return isSigned(signed, await readPublicKeys(alone(pool)))
    ? { line: `The ${type.replaceAll('_', ' ')} is ours and unchanged.`, json: { ok: true, type } }
    : {
        line: 'The document was changed, or a key of another system signed it.',
        json: { ok: false, type },
        failed: true,
      }
}

function readSigned(file: string): Signed<{ readonly type: string }> {
  try {
    return SignedFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartError(`${file} is no signed document.`)
  }
}

const options = { account: 'text' } as const

export const peopleCommands: readonly Command<PeopleDeps>[] = [
  {
    name: 'person export',
    usage: '<+number> [--account <id>] --by <name> [--json]',
    options,
    arity: 1,
    by: 'required',
    run: exportRecords,
  },
  {
    name: 'person erase',
    usage: '<+number> [--account <id>] --by <name> [--json]',
    options,
    arity: 1,
    by: 'required',
    run: erase,
  },
  { name: 'person certificate', usage: '<erasure id> [--json]', options: {}, arity: 1, run: certificate },
  { name: 'person check', usage: '<file> [--json]', options: {}, arity: 1, run: check },
]
