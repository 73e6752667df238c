import type { Upstream, upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { type UpstreamId, wireId } from '@hongyan/contract/ids'
import type { z } from 'zod'
import { txOf } from '../../../db/tx.ts'
import type { Caller, UpstreamDeps } from './deps.ts'
import { readFigures, readLinks, readStandardFigures } from './figures.ts'
import { readRules } from './named-by.ts'
import { presentStandard, presentUpstream } from './present.ts'
import { findRow, listRows } from './store.ts'

type ListQuery = z.output<typeof upstreams.list.query>

/** All channels of an account, the product's own one first. An account has at most fifty. */
async function readAll(deps: UpstreamDeps, { account, locale }: Caller): Promise<readonly Upstream[]> {
  const { db, clock, standardLink } = deps
  const now = clock.now()
  const rows = await listRows(db, account)
  const [figuresOf, figures, links, { inForce: rules }] = await Promise.all([
    readFigures(txOf(db), account, now),
    readStandardFigures(txOf(db), account, standardLink, now),
    readLinks(txOf(db), [standardLink, ...rows.map(({ id }) => wireId(id))]),
    readRules(db, account),
  ])
  return [
    presentStandard({ figures, link: links.get(standardLink), rules }, locale),
    ...rows.map((row) =>
      presentUpstream(row, { figures: figuresOf(row.id), link: links.get(wireId(row.id)), rules }, deps),
    ),
  ]
}

/** Reads a page of the channels that pass the filters, and their number. */
export async function listUpstreams(
  deps: UpstreamDeps,
  caller: Caller,
  { limit, offset, provider, type, state, region }: ListQuery,
): Promise<{ readonly rows: Upstream[]; readonly total: number }> {
  const found = (await readAll(deps, caller)).filter(
    (one) =>
      (provider === undefined || one.provider === provider) &&
      (type === undefined || one.type === type) &&
      (state === undefined || one.state === state) &&
      (region === undefined || one.regions.length === 0 || one.regions.includes(region)),
  )
  return { rows: found.slice(offset, offset + limit), total: found.length }
}

export async function readUpstream(deps: UpstreamDeps, { account }: Caller, id: UpstreamId): Promise<Upstream> {
  const { db, clock } = deps
  const row = await findRow(db, { account, id })
  const [figuresOf, links, { inForce: rules }] = await Promise.all([
    readFigures(txOf(db), account, clock.now()),
    readLinks(txOf(db), [wireId(id)]),
    readRules(db, account),
  ])
  return presentUpstream(row, { figures: figuresOf(id), link: links.get(wireId(id)), rules }, deps)
}
