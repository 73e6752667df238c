import { setImmediate as yieldToOtherWork } from 'node:timers/promises'
import type { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import type { AccountId } from '@hongyan/contract/ids'
import type { z } from 'zod'
import { uuidv7 } from '../../../kit/ids.ts'
import { type ListNumber, type ListOwner, readListOwner, readNumber } from './number.ts'
import { scopeOf } from './scope.ts'
import { type RecipientDeps, requireRoom } from './service.ts'
import { insertEntries, lockList } from './store.ts'

type Import = z.output<typeof recipients.import.body>
type Imported = z.output<typeof recipients.import.reply>

/** Adds many numbers in one statement. Numbers that are none are returned with their place, and the others are added. */
export async function importRecipients(
  { db, clock }: RecipientDeps,
  account: AccountId,
  { recipients: given, reason, scenes, note }: Import,
): Promise<Imported> {
  const scope = scopeOf(reason, scenes)
  const { numbers, invalid, repeated } = await readNumbers(await readListOwner(db, account), given)
  const { added, extended } = await db.transaction().execute(async (tx) => {
    await lockList(tx, account)
    const at = clock.now()
    const entries = { reason, scenes: scope, source: 'import', note, message: null, at } as const
    const rows = numbers.map((number) => ({ ...number, id: uuidv7(at) }))
    const changed = await insertEntries(tx, account, rows, entries)
    await requireRoom(tx, account)
    return changed
  })
  return { added, extended, existing: numbers.length - added - extended, repeated, invalid }
}

/** Numbers that are read before other requests get their turn: an unusual one takes a tenth of a millisecond. */
const AT_ONCE = 100

interface ReadNumbers extends Pick<Imported, 'invalid' | 'repeated'> {
  /** Each number once. */
  readonly numbers: readonly ListNumber[]
}

async function readNumbers(owner: ListOwner, given: readonly string[]): Promise<ReadNumbers> {
  const numbers = new Map<string, ListNumber>()
  const invalid: Imported['invalid'] = []
  for (const [index, text] of given.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await yieldToOtherWork()
    const number = readNumber(owner, text)
    if (number === null) invalid.push({ place: index + 1, text })
    else numbers.set(number.recipient ?? '', number)
  }
  const repeated = given.length - invalid.length - numbers.size
  return { numbers: [...numbers.values()], invalid, repeated }
}
