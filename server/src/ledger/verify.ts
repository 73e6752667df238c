import { DAY } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import { statement, type Tx } from '../db/tx.ts'
import { FIRST_ID, firstIdAt, LAST_ID, momentOf } from '../kit/ids.ts'
import { beginning, type Checkpoint, disagreements, readCheckpoints, writeCheckpoints } from './checkpoints.ts'
import { type Detailed, proveDetail, type Stretch } from './detail-proof.ts'
import { proveSums, type Summed } from './sums-proof.ts'

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
  /** Accounts with entries that were committed after the checkpoint behind them was written. */
  readonly late: readonly AccountId[]
}

/** Every entry whose messages are all still kept. */
export const wholeDetail = (now: Date): Stretch => ({
  from: firstIdAt(new Date(now.getTime() - DETAIL_KEPT)),
  to: LAST_ID,
})

/** The first id after the UTC day of a moment. */
export const endOfDay = (moment: Date): string => firstIdAt(new Date((Math.floor(moment.getTime() / DAY) + 1) * DAY))

/**
 * Runs both proofs of the ledger (semantics D5), account by account: proof 1 over every entry, which also proves the
 * checkpoints, and proof 2 over a stretch of them. Only reads, in short statements, and may run beside traffic. Throws
 * when aborted.
 */
export async function verifyLedger(db: Tx, detail: Stretch, signal?: AbortSignal): Promise<Verified> {
  const proved: Proved[] = []
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
 * Runs both proofs from each account's checkpoint to the end of a day, and proof 1 from there to the balance. Writes a
 * checkpoint of that day for every account without a deviation. The costs are those of the time since the last
 * checkpoint, however long the ledger is. An account without a checkpoint is proved from its beginning.
 */
export async function verifyNight(db: Tx, end: string, signal?: AbortSignal): Promise<NightVerified> {
  const proved: Proved[] = []
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

interface Proved {
  readonly entries: bigint
  readonly messages: bigint
  readonly findings: readonly Finding[]
}

interface NightProved extends Proved {
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
 * More entries than a checkpoint counts, which sum to the balance, were committed after it was written, with ids of
 * before: the clock was set back, or a commit took long.
 */
const isLate = (history: Summed, checkpoint: Checkpoint): boolean =>
  history.wrong.length === 0 && history.checkpoint.entries > checkpoint.entries

/** Proof 1 from the beginning, and of the checkpoint where there is one: the next night adds late entries to it. */
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
 * Proves an account from its checkpoint on. Where the sums are wrong, its history is read as well. The night goes on from
 * sums that contain late entries. Any other difference is a deviation, and the checkpoint stays.
 */
async function proveNight(
  db: Tx,
  account: AccountId,
  checkpoint: Checkpoint | undefined,
  end: string,
  signal?: AbortSignal,
): Promise<NightProved> {
  const kept = wholeDetail(momentOf(end)).from
  const since = (from: string): Stretch => ({ from: from > kept ? from : kept, to: end })
  const prove = async (from: Checkpoint, detail: Stretch): Promise<NightProved> => {
    const sums = await repeated(() => proveSums(db, account, from, end, signal))
    const details = await repeated(async () =>
      detail.from < detail.to ? await proveDetail(db, account, detail, signal) : NO_DETAIL,
    )
    return { ...provedOf(account, sums, details), checkpoint: sums.checkpoint, late: false }
  }
  const found = await prove(checkpoint ?? beginning, since(checkpoint?.before ?? FIRST_ID))
  if (checkpoint === undefined || found.findings.every(({ proof }) => proof !== 1)) return found

  const history = await repeated(() => proveSums(db, account, beginning, checkpoint.before, signal))
  if (isLate(history, checkpoint)) {
    const again = await prove(history.checkpoint, since(FIRST_ID))
    return { ...again, entries: again.entries + history.entries, late: true }
  }
  const wrong = [...history.wrong, ...disagreements(checkpoint, history.checkpoint)]
  const details = found.findings.filter(({ proof }) => proof === 2)
  const findings = [...wrong.map((what) => ({ account, proof: 1 as const, what })), ...details]
  return { ...found, entries: found.entries + history.entries, findings, checkpoint }
}

const NO_DETAIL: Detailed = { messages: 0n, wrong: [] }

const provedOf = (account: AccountId, sums: Summed, details: Detailed): Proved => ({
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

function verifiedOf(proved: readonly Proved[]): Verified {
  const findings = proved.flatMap((one) => one.findings)
  const total = (pick: (one: Proved) => bigint): bigint => proved.reduce((sum, one) => sum + pick(one), 0n)
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
