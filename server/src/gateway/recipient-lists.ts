import type { KeyObject } from 'node:crypto'
import { SECOND } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { ListReason } from '@hongyan/contract/vocabulary/recipient-list'
import type { Pool } from 'pg'
import { byteArray, idArray } from '../db/arrays.ts'
import { inFlights, statement, type Tx } from '../db/tx.ts'
import { createCollector } from '../kit/collector.ts'
import { type Listed, type ListedRecipients, NONE_LISTED } from '../pipeline/listed.ts'
import { recipientHash } from './recipient-hash.ts'
import { numbersIn } from './request-numbers.ts'
import type { KnownAccount } from './rules.ts'

/** Reads the recipient lists of the accounts for the requests of the send API. */
export interface RecipientLists {
  /** The recipients that are on the account's list, from memory. Undefined: `load` them first. */
  readonly find: (known: KnownAccount, recipients: readonly string[]) => ListedRecipients | undefined
  readonly load: (known: KnownAccount, recipients: readonly string[]) => Promise<void>
  /** As `find`, from the database. */
  readonly read: (known: KnownAccount, recipients: readonly string[]) => Promise<ListedRecipients>
  /** Lets go of an account's answers, because its list has changed. */
  readonly forget: (account: AccountId) => void
}

/** The time for which an answer is believed. A change of the list reaches every process within this time, without a notification. */
const ANSWER_LASTS = 2 * SECOND
/** The most answers that a process remembers. */
const REMEMBERED = 50_000
/** The most numbers of one read. */
const READ_AT_ONCE = 2_000
const FLIGHT = { lockTimeout: SECOND }

const READ = statement(
  'recipient_list.read',
  `select (w.place - 1)::integer as place, l.reason, l.scenes
   from unnest($1::uuid[], $2::bytea[]) with ordinality w (account_id, to_hash, place)
   join listed_recipient l on l.account_id = w.account_id and l.to_hash = w.to_hash`,
)

interface Entry {
  readonly place: number
  readonly reason: ListReason
  readonly scenes: number
}

/** The numbers of one request. */
interface Lookup {
  readonly account: AccountId
  readonly hashKey: KeyObject
  /** In E.164. */
  readonly numbers: readonly string[]
}

interface Answer {
  /** Undefined where the number is not on the list. */
  readonly listed: Listed | undefined
  /** On the clock of the answers. */
  readonly until: number
}

/** Lookups of requests that arrive while a read is under way share the next one. `elapsed` counts milliseconds. */
export function createRecipientLists(pool: Pool, elapsed = () => performance.now()): RecipientLists {
  const db = inFlights(pool, FLIGHT)
  const byAccount = new Map<AccountId, Map<string, Answer>>()
  let remembered = 0
  const reads = createCollector<Lookup, ListedRecipients>({
    choose: firstOf,
    work: (batch) => readBatch(db, batch),
    gather: 0,
    isOneItems: () => false,
  })

  const answersOf = (account: AccountId): Map<string, Answer> => {
    const known = byAccount.get(account) ?? new Map<string, Answer>()
    byAccount.set(account, known)
    return known
  }

  const remember = ({ account, numbers }: Lookup, found: ListedRecipients, until: number): void => {
    if (remembered >= REMEMBERED) {
      byAccount.clear()
      remembered = 0
    }
    remembered += numbers.length
    const answers = answersOf(account)
    for (const number of numbers) answers.set(number, { listed: found.get(number), until })
  }

  return {
    find({ rules, hasRecipientList }, recipients) {
      if (!hasRecipientList) return NONE_LISTED
      const answers = byAccount.get(rules.account)
      const now = elapsed()
      const found = new Map<string, Listed>()
      for (const number of numbersIn(rules, recipients)) {
        const answer = answers?.get(number)
        if (answer === undefined || answer.until < now) return undefined
        if (answer.listed !== undefined) found.set(number, answer.listed)
      }
      return found
    },
    async load({ hashKey, rules }, recipients) {
      const lookup = { account: rules.account, hashKey, numbers: numbersIn(rules, recipients) }
      const until = elapsed() + ANSWER_LASTS
      remember(lookup, await reads.add(lookup), until)
    },
    read: ({ hashKey, hasRecipientList, rules }, recipients) =>
      hasRecipientList
        ? reads.add({ account: rules.account, hashKey, numbers: numbersIn(rules, recipients) })
        : Promise.resolve(NONE_LISTED),
    forget(account) {
      remembered -= Math.min(remembered, byAccount.get(account)?.size ?? 0)
      byAccount.delete(account)
    },
  }
}

/** Takes lookups from the line, at least one, until they have enough numbers for a read. */
function firstOf(line: Lookup[]): Lookup[] {
  let numbers = 0
  let lookups = 0
  while (lookups < line.length && (lookups === 0 || numbers < READ_AT_ONCE)) {
    numbers += line[lookups]?.numbers.length ?? 0
    lookups += 1
  }
  return line.splice(0, lookups)
}

async function readBatch(db: Tx, batch: readonly Lookup[]): Promise<ReadonlyMap<Lookup, ListedRecipients>> {
  const asked = batch.flatMap((lookup) => lookup.numbers.map((number) => ({ lookup, number })))
  const rows = await db.run<Entry>(READ, [
    idArray(asked.map(({ lookup }) => lookup.account)),
    byteArray(asked.map(({ lookup, number }) => recipientHash(lookup.hashKey, number))),
  ])
  const found = new Map(batch.map((lookup) => [lookup, new Map<string, Listed>()]))
  for (const { place, reason, scenes } of rows) {
    const at = asked[place]
    if (at === undefined) continue
    const of = found.get(at.lookup)
    const { blocked, optedOut } = of?.get(at.number) ?? { blocked: false, optedOut: 0 }
    of?.set(at.number, reason === 'block' ? { blocked: true, optedOut } : { blocked, optedOut: optedOut | scenes })
  }
  return found
}
