import { MINUTE } from '@hongyan/contract/durations'
import { sql } from 'kysely'
import type { Loop } from '../../../../jobs/loop.ts'
import { Refusal } from '../../../../kit/refusal.ts'
import type { UpstreamDeps } from '../deps.ts'
import { changing, findRow } from '../store.ts'
import { remoteState } from './service.ts'
import { type MappingRow, updateMapping } from './store.ts'

type RefreshDeps = Pick<UpstreamDeps, 'db' | 'clock' | 'secrets' | 'providers'>

const EVERY = MINUTE
/** Mappings that one run asks for. */
const AT_ONCE = 500

/** Asks providers for the mappings that are pending, until they are ready or rejected. */
export const mappingLoop = (deps: RefreshDeps): Loop => {
  let last: Pick<MappingRow, 'account_id' | 'upstream_id' | 'local'> | null = null

  /** The pending mappings behind those of the last run, and again from the start. */
  const next = async (): Promise<readonly MappingRow[]> => {
    const behind = last
    const rows = await deps.db
      .selectFrom('upstream_mapping')
      .selectAll()
      .where('state', '=', 'pending')
      .$if(behind !== null, (of) =>
        of.where(
          sql<boolean>`(account_id, upstream_id, local) > (${behind?.account_id}, ${behind?.upstream_id}, ${behind?.local})`,
        ),
      )
      .orderBy('account_id')
      .orderBy('upstream_id')
      .orderBy('local')
      .limit(AT_ONCE)
      .execute()
    last = rows.length < AT_ONCE ? null : (rows.at(-1) ?? null)
    return rows
  }

  return {
    name: 'upstream-mappings',
    every: EVERY,
    run: async (stopping) => {
      const failures: unknown[] = []
      for (const mapping of await next()) {
        stopping.throwIfAborted()
        try {
          await refresh(deps, mapping)
        } catch (error) {
          // One channel whose secrets cannot be opened must not keep the others from being asked for.
          if (!(error instanceof Refusal)) failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

/** Asks for one mapping. A change of its id meanwhile has asked for itself; a channel that was deleted is refused. */
async function refresh(deps: RefreshDeps, mapping: MappingRow): Promise<void> {
  const { account_id: account, upstream_id: upstream, kind, local, remote } = mapping
  const row = await findRow(deps.db, { account, id: upstream })
  const state = await remoteState(deps, row, mapping)
  if (state === 'pending') return
  const change = { state, updated_at: deps.clock.now() }
  await changing(deps.db, account, (tx) => updateMapping(tx, { account, upstream, kind, local }, change, remote))
}
