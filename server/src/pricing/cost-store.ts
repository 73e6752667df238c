import { statement, type Tx } from '../db/tx.ts'
import type { UpstreamCost } from './cost-file.ts'
import { EVERY_SCENE } from './price-book-store.ts'

const WRITE = statement(
  'upstream_cost.write',
  `insert into upstream_cost (upstream, country, scene, currency, unit_cost_micros, effective_from)
   select * from unnest($1::text[], $2::text[], $3::smallint[], $4::text[], $5::bigint[], $6::timestamptz[])
   on conflict (upstream, country, scene, currency, effective_from)
     do update set unit_cost_micros = excluded.unit_cost_micros`,
)

/** Writes costs beside earlier ones. One of the same moment is replaced: staff correct it so. */
export async function writeCosts(tx: Tx, costs: readonly UpstreamCost[]): Promise<void> {
  await tx.run(WRITE, [
    costs.map(({ upstream }) => upstream),
    costs.map(({ country }) => country),
    costs.map(({ scene }) => (scene === '*' ? EVERY_SCENE : scene)),
    costs.map(({ currency }) => currency),
    costs.map(({ unitCost }) => unitCost),
    costs.map(({ effectiveFrom }) => effectiveFrom),
  ])
}

/**
 * SQL: what a part of a message `m` of an account `a` cost the house when it was accepted. A cost of the scene goes
 * before one for every scene. Null where the upstream has none.
 */
export const UNIT_COST = `(select c.unit_cost_micros from upstream_cost c
  where c.upstream = m.upstream and c.country = m.country and c.scene in (m.scene, ${EVERY_SCENE})
    and c.currency = a.currency and c.effective_from <= m.accepted_at
  order by c.scene desc, c.effective_from desc limit 1)`
