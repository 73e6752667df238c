import { DAY } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { FIRST_ID, firstIdAt, LAST_ID } from '../kit/ids.ts'
import { proveDetail, type Stretch } from './detail-proof.ts'
import { proveSums } from './sums-proof.ts'

/** Entries younger than this still have all their messages, which are dropped by the month after thirteen months. */
const DETAIL_KEPT = 380 * DAY
const ACCOUNTS_PAGE = 500
/** Runs that must agree before a deviation counts: traffic may show an entry half written once, but not twice. */
const RUNS = 3

const ACCOUNTS = statement('ledger.accounts', `select id from account where id > $1 order by id limit ${ACCOUNTS_PAGE}`)

/** A deviation, as one sentence. */
export interface Finding {
  readonly account: AccountId
  readonly proof: 1 | 2
  readonly what: string
}

/** The result of both proofs for the whole ledger. */
export interface Verified {
  readonly ok: boolean
  /** The number of entries read. */
  readonly entries: bigint
  /** Entries sum to balances and to zero. */
  readonly proof1: boolean
  /** The messages that name an entry sum to its amount and count. */
  readonly proof2: boolean
  readonly findings: readonly Finding[]
}

/** Every entry whose messages are all still kept. */
export const wholeDetail = (now: Date): Stretch => ({
  from: firstIdAt(new Date(now.getTime() - DETAIL_KEPT)),
  to: LAST_ID,
})

/** The entries of the UTC day of a moment. */
export function detailOfDay(moment: Date): Stretch {
  const start = Math.floor(moment.getTime() / DAY) * DAY
  return { from: firstIdAt(new Date(start)), to: firstIdAt(new Date(start + DAY)) }
}

/**
 * Runs both proofs of the ledger (semantics D5), account by account: proof 1 over every entry, proof 2 over a stretch
 * of them. Only reads, in short statements, and may run beside traffic. Throws when aborted.
 */
export async function verifyLedger(db: Tx, detail: Stretch, signal?: AbortSignal): Promise<Verified> {
  const findings: Finding[] = []
  let entries = 0n
  for (let after: string = FIRST_ID; ;) {
    const accounts = await db.run<{ id: AccountId }>(ACCOUNTS, [after])
    for (const { id } of accounts) {
      const found = await proveAccount(db, id, detail, signal)
      entries += found.entries
      findings.push(...found.findings)
    }
    after = accounts.at(-1)?.id ?? LAST_ID
    if (accounts.length < ACCOUNTS_PAGE) break
  }
  const holds = (nr: 1 | 2): boolean => findings.every(({ proof }) => proof !== nr)
  return { ok: findings.length === 0, entries, proof1: holds(1), proof2: holds(2), findings }
}

async function proveAccount(db: Tx, account: AccountId, detail: Stretch, signal?: AbortSignal) {
  const sums = await repeated(() => proveSums(db, account, signal))
  const details = await repeated(async () => ({ wrong: await proveDetail(db, account, detail, signal) }))
  const findings: Finding[] = [
    ...sums.wrong.map((what) => ({ account, proof: 1 as const, what })),
    ...details.wrong.map((name) => ({
      account,
      proof: 2 as const,
      what: `the messages that name the entry of ${name} do not sum to it`,
    })),
  ]
  return { entries: sums.entries, findings }
}

/** Repeats a proof that found a deviation; a single clean run counts as clean. */
async function repeated<R extends { readonly wrong: readonly string[] }>(look: () => Promise<R>): Promise<R> {
  let found = await look()
  for (let run = 1; run < RUNS && found.wrong.length > 0; run += 1) found = await look()
  return found
}
