import { DAY } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { FIRST_ID, firstIdAt, LAST_ID, momentOf } from '../kit/ids.ts'
import { beginning, type Checkpoint, disagreements, readCheckpoints, writeCheckpoints } from './checkpoints.ts'
import { type Detailed, proveDetail, type Stretch } from './detail-proof.ts'
import { proveSums, type Summed } from './sums-proof.ts'

/** Entries younger than this still have all their messages: a month of messages is deleted after thirteen months. */
const DETAIL_KEPT = 380 * DAY
const ACCOUNTS_PAGE = 500
/**
 * A deviation counts if so many runs in a row find one: beside traffic, a run may read an entry without its messages.
 */
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
  /** The number of messages read. */
  readonly messages: bigint
  /** Entries sum to balances and to zero. */
  readonly proof1: boolean
  /** The messages that name an entry sum to its amount and count. */
  readonly proof2: boolean
  readonly findings: readonly Finding[]
}

/** The result of both proofs from the checkpoints on. */
export interface NightVerified extends Verified {
  /** Accounts whose last checkpoint lacks entries: they were committed after it was written, with ids before its id. */
  readonly late: readonly AccountId[]
}

/** The range of the entries whose messages are all still stored. */
export const wholeDetail = (now: Date): Stretch => ({
  from: firstIdAt(new Date(now.getTime() - DETAIL_KEPT)),
  to: LAST_ID,
})

/** The first id after the UTC day of a moment. */
export const endOfDay = (moment: Date): string => firstIdAt(new Date((Math.floor(moment.getTime() / DAY) + 1) * DAY))

/**
 * Runs both proofs of the ledger (semantics D5), account by account: proof 1 over every entry, which also proves the
 * checkpoints, and proof 2 over a range of them. Reads in short statements, so it may run beside traffic. Throws when
 * aborted.
 */
export async function verifyLedger(db: Tx, detail: Stretch, signal?: AbortSignal): Promise<Verified> {
  const proved: AccountResult[] = []
  for await (const accounts of pagesOf(db)) {
    const checkpoints = await readCheckpoints(db, accounts)
    for (const account of accounts) {
      const checkpoint = checkpoints.get(account)
      const sums = await repeated(() => proveWholeSums(db, account, checkpoint, signal))
      const details = await repeated(() => proveDetail(db, account, detail, signal))
      proved.push(provedOf(account, sums, details))
    }
  }
  return verifiedOf(proved)
}

/**
 * Runs proof 2 from each account's checkpoint to the end of a day, and proof 1 from there to the newest entry, because
 * its sums must be the balance. Writes a checkpoint at the end of that day for every account without a deviation. The
 * costs depend on the time since the last checkpoint, not on the age of the ledger. An account without a checkpoint is
 * proved from its first entry.
 */
export async function verifyNight(db: Tx, end: string, signal?: AbortSignal): Promise<NightVerified> {
  const proved: AccountResult[] = []
  const late: AccountId[] = []
  for await (const accounts of pagesOf(db)) {
    const checkpoints = await readCheckpoints(db, accounts)
    const next = new Map<AccountId, Checkpoint>()
    for (const account of accounts) {
      const found = await proveNight(db, account, checkpoints.get(account), end, signal)
      proved.push(found)
      if (found.findings.length === 0) next.set(account, found.checkpoint)
      if (found.late) late.push(account)
    }
    await writeCheckpoints(db, next)
  }
  return { ...verifiedOf(proved), late }
}

interface AccountResult {
  readonly entries: bigint
  readonly messages: bigint
  readonly findings: readonly Finding[]
}

interface NightResult extends AccountResult {
  readonly checkpoint: Checkpoint
  readonly late: boolean
}

async function* pagesOf(db: Tx): AsyncGenerator<readonly AccountId[]> {
  for (let after: string = FIRST_ID; ;) {
    const accounts = (await db.run<{ id: AccountId }>(ACCOUNTS, [after])).map(({ id }) => id)
    yield accounts
    if (accounts.length < ACCOUNTS_PAGE) return
    after = accounts.at(-1) ?? LAST_ID
  }
}

/**
 * True where the account has more entries before the checkpoint's id than the checkpoint counts, and all its entries
 * sum to the balance. The others were committed after it was written: the clock was set back, or a commit took long.
 */
const isLate = (history: Summed, checkpoint: Checkpoint): boolean =>
  history.wrong.length === 0 && history.checkpoint.entries > checkpoint.entries

/**
 * Runs proof 1 over all entries, and compares the checkpoint, where there is one, with the entries before it. Late
 * entries are no deviation of a checkpoint: the next night adds them.
 */
async function proveWholeSums(
  db: Tx,
  account: AccountId,
  checkpoint: Checkpoint | undefined,
  signal?: AbortSignal,
): Promise<Summed> {
  const sums = await proveSums(db, account, beginning, checkpoint?.before ?? LAST_ID, signal)
  if (checkpoint === undefined || isLate(sums, checkpoint)) return sums
  return { ...sums, wrong: [...sums.wrong, ...disagreements(checkpoint, sums.checkpoint)] }
}

/**
 * Proves an account from its checkpoint on. Where the sums are wrong, reads the entries before the checkpoint as well.
 * If late entries explain the difference, proves again from sums with them. Otherwise it is a deviation, and the
 * checkpoint stays.
 */
async function proveNight(
  db: Tx,
  account: AccountId,
  checkpoint: Checkpoint | undefined,
  end: string,
  signal?: AbortSignal,
): Promise<NightResult> {
  const kept = wholeDetail(momentOf(end)).from
  const since = (from: string): Stretch => ({ from: from > kept ? from : kept, to: end })
  const prove = async (from: Checkpoint, detail: Stretch): Promise<NightResult> => {
    const sums = await repeated(() => proveSums(db, account, from, end, signal))
    const details = await repeated(async () =>
      detail.from < detail.to ? await proveDetail(db, account, detail, signal) : NO_DETAIL,
    )
    return { ...provedOf(account, sums, details), checkpoint: sums.checkpoint, late: false }
  }
  const found = await prove(checkpoint ?? beginning, since(checkpoint?.before ?? FIRST_ID))
  if (checkpoint === undefined || found.findings.every(({ proof }) => proof !== 1)) return found

  let history = await repeated(() => proveSums(db, account, beginning, checkpoint.before, signal))
  for (let run = 1; isLate(history, checkpoint); run += 1) {
    const again = await prove(history.checkpoint, since(FIRST_ID))
    const isProved = again.findings.every(({ proof }) => proof !== 1)
    if (isProved || run === RUNS) return { ...again, entries: again.entries + history.entries, late: true }
    // Another entry was committed late, between the two proofs.
    history = await repeated(() => proveSums(db, account, beginning, checkpoint.before, signal))
  }
  const wrong = [...history.wrong, ...disagreements(checkpoint, history.checkpoint)]
  const details = found.findings.filter(({ proof }) => proof === 2)
  const findings = [...wrong.map((what) => ({ account, proof: 1 as const, what })), ...details]
  return { ...found, entries: found.entries + history.entries, findings, checkpoint }
}

const NO_DETAIL: Detailed = { messages: 0n, wrong: [] }

const provedOf = (account: AccountId, sums: Summed, details: Detailed): AccountResult => ({
  entries: sums.entries,
  messages: details.messages,
  findings: [
    ...sums.wrong.map((what) => ({ account, proof: 1 as const, what })),
    ...details.wrong.map((name) => ({
      account,
      proof: 2 as const,
      what: `the messages that name the entry of ${name} do not sum to it`,
    })),
  ],
})

function verifiedOf(proved: readonly AccountResult[]): Verified {
  const findings = proved.flatMap((one) => one.findings)
  const total = (pick: (one: AccountResult) => bigint): bigint => proved.reduce((sum, one) => sum + pick(one), 0n)
  const holds = (nr: 1 | 2): boolean => findings.every(({ proof }) => proof !== nr)
  return {
    ok: findings.length === 0,
    entries: total(({ entries }) => entries),
    messages: total(({ messages }) => messages),
    proof1: holds(1),
    proof2: holds(2),
    findings,
  }
}

/** Repeats a proof that found a deviation; a single clean run counts as clean. */
async function repeated<R extends { readonly wrong: readonly string[] }>(look: () => Promise<R>): Promise<R> {
  let found = await look()
  for (let run = 1; run < RUNS && found.wrong.length > 0; run += 1) found = await look()
  return found
}
