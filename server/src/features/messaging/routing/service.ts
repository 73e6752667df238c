import type { Routing, RoutingVersion, SavedRouting } from '@hongyan/contract/endpoints/messaging/routing'
import { errorText } from '@hongyan/contract/errors'
import { UpstreamType } from '@hongyan/contract/vocabulary/upstream'
import type { Transaction } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { readChannels } from './account-routing.ts'
import { namedBy } from './check-rules.ts'
import type { Caller, RoutingDeps } from './deps.ts'
import { requireRules } from './known.ts'
import { problemsOf } from './problems.ts'
import {
  changing,
  findVersion,
  insertVersion,
  listVersions,
  readRouting,
  type RoutingRow,
  writeRouting,
} from './store.ts'

/** Reads the rules in force and the draft, with what keeps it from being activated. */
export async function showRouting(deps: RoutingDeps, caller: Caller): Promise<Routing> {
  const row = await readRouting(deps.db, caller.account)
  return {
    version: row.version,
    rules: [...row.rules],
    activated_at: row.activated_at?.toISOString() ?? null,
    fallback: { type: UpstreamType.Standard },
    draft: await presentDraft(deps, caller, row),
    draft_version: row.draft_version,
  }
}

async function presentDraft(
  { db, standardLink }: RoutingDeps,
  { account, locale }: Caller,
  { draft, draft_version: version, draft_at: at, simulated_at: simulated }: RoutingRow,
): Promise<Routing['draft']> {
  if (draft === null || at === null) return null
  const problems = problemsOf(draft, await readChannels(db, account, standardLink, namedBy(draft).templates))
  return {
    version,
    rules: [...draft],
    saved_at: at.toISOString(),
    simulated_at: simulated?.toISOString() ?? null,
    problems: problems.map((problem) => ({ ...problem, message: errorText(problem.code, locale) })),
  }
}

/** Runs a change under the account's lock; one that was made from another version is refused with the current record. */
async function atVersion(
  deps: RoutingDeps,
  caller: Caller,
  isCurrent: (row: RoutingRow) => boolean,
  change: (tx: Transaction<Schema>, row: RoutingRow) => Promise<RoutingRow>,
): Promise<Routing> {
  const { account } = caller
  const isDone = await changing(deps.db, account, async (tx, row) => {
    if (!isCurrent(row)) return false
    await writeRouting(tx, account, await change(tx, row))
    return true
  })
  const current = await showRouting(deps, caller)
  if (!isDone) throw new Refusal('state_conflict', { field: 'version', details: { current } })
  return current
}

const NO_DRAFT = { draft: null, draft_at: null, simulated_at: null } as const

/** Stores rules as the draft. */
export const saveDraft = (deps: RoutingDeps, caller: Caller, { version, rules }: SavedRouting): Promise<Routing> =>
  atVersion(
    deps,
    caller,
    (row) => row.draft_version === version,
    async (tx, row) => {
      await requireRules(tx, caller.account, rules, row)
      return { ...row, draft: rules, draft_version: version + 1, draft_at: deps.clock.now(), simulated_at: null }
    },
  )

/** Drops the draft. The rules in force stay. */
export const discardDraft = (deps: RoutingDeps, caller: Caller, version: number): Promise<Routing> =>
  atVersion(
    deps,
    caller,
    (row) => row.draft !== null && row.draft_version === version,
    async (_, row) => ({ ...row, ...NO_DRAFT, draft_version: version + 1 }),
  )

/** Puts the draft in force as the next version. */
export const activateDraft = (deps: RoutingDeps, caller: Caller, version: number): Promise<Routing> =>
  atVersion(
    deps,
    caller,
    (row) => row.draft !== null && row.draft_version === version,
    async (tx, row) => {
      const next = await enforced(deps, caller, tx, { row, rules: row.draft ?? [], revertedTo: null })
      return { ...next, ...NO_DRAFT, draft_version: version + 1 }
    },
  )

/** Puts the rules of an earlier version in force as the next one. The draft stays. */
export const revertTo = (
  deps: RoutingDeps,
  caller: Caller,
  { version, to }: { readonly version: number; readonly to: number },
): Promise<Routing> =>
  atVersion(
    deps,
    caller,
    (row) => row.version === version,
    async (tx, row) => {
      const rules = await findVersion(tx, caller.account, to)
      if (rules === null) throw new Refusal('not_found', { field: 'to' })
      return enforced(deps, caller, tx, { row, rules, revertedTo: to })
    },
  )

interface Enforced extends Pick<RoutingRow, 'rules'> {
  readonly row: RoutingRow
  readonly revertedTo: number | null
}

/** Writes rules into the history as the next version; throws the first problem that they have. */
async function enforced(
  { clock, standardLink }: RoutingDeps,
  { account }: Caller,
  tx: Transaction<Schema>,
  { row, rules, revertedTo }: Enforced,
): Promise<RoutingRow> {
  const [problem] = problemsOf(rules, await readChannels(tx, account, standardLink, namedBy(rules).templates))
  if (problem !== undefined) throw new Refusal(problem.code, { field: problem.field })
  const version = row.version + 1
  const at = clock.now()
  await insertVersion(tx, account, { version, rules, activated_at: at, reverted_to: revertedTo })
  return { ...row, version, rules, activated_at: at }
}

/** Lists the versions that were in force, newest first. */
export async function listHistory({ db }: RoutingDeps, { account }: Caller): Promise<RoutingVersion[]> {
  const rows = await listVersions(db, account)
  return rows.map(({ rules, activated_at: at, ...row }) => ({
    ...row,
    rules: [...rules],
    activated_at: at.toISOString(),
  }))
}
