import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import { upstreamMappings } from '@hongyan/contract/endpoints/messaging/upstreams'
import { TemplateId, UpstreamId } from '@hongyan/contract/ids'
import { list as limits } from '@hongyan/contract/limits/screens'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listedKeys } from '../src/features/messaging/upstreams/mappings/listed-keys.ts'
import { newChannel, newMappedForm } from './channels.ts'
import { fastest } from './fastest.ts'
import { activate, ruleOver } from './routed.ts'
import { eventually, newSender } from './sender.ts'
import { newTemplate } from './senders.ts'
import { mostRows, type Step } from './plan-rows.ts'
import { newWorld, type SignedIn, type World } from './world.ts'

/** Templates of the account, more than a list can page; one in so many is not mapped, and one is rejected. */
const LISTED = process.env['SCALE'] === 'full' ? 100_000 : 12_500
const RARE = LISTED / 5
/** The most memory that an account's mappings may take (MB). */
const MOST_MEMORY = 50

let world: World
let owner: SignedIn
let upstream: UpstreamId
beforeAll(async () => {
  world = await newWorld()
  owner = await world.account({ balance: '5' })
  const { id } = await newTemplate(world, owner, { content: 'Your order has arrived.', variables: [] })
  upstream = UpstreamId.parse((await newChannel(owner, newMappedForm({ daily_cap: null, regions: [] }))).id)
  await addMapped(id)
})
afterAll(() => world.close())

/** The beginning of the templates’ ids, which end in their number: older than the one that they are copies of. */
const FIRST_ID = '0190'

/** Statements add so many rows, so that each ends within its time. */
const AT_ONCE = 2_500

/** Copies an approved template of the account, and maps the copies at a channel. */
async function addMapped(template: string): Promise<void> {
  for (let from = 1; from <= LISTED; from += AT_ONCE) {
    await world.pool.query(ADD, [
      owner.id,
      template,
      from,
      Math.min(LISTED, from + AT_ONCE - 1),
      upstream,
      RARE,
      FIRST_ID,
    ])
  }
  await world.pool.query('vacuum analyze template, template_code, template_version, upstream_mapping')
}

/** The id of a template by its number. */
const idOf = (nr: number): TemplateId => {
  const hex = nr.toString(16).padStart(8, '0')
  return TemplateId.parse(`${FIRST_ID}${hex.slice(0, 4)}-${hex.slice(4)}-7000-8000-000000000000`)
}

const ADD = `with made as (
    insert into template (account_id, id, code, serving, prefix, created_at)
    select account_id, ($7 || lpad(to_hex(n), 8, '0') || '70008000000000000000')::uuid, 'many_' || n, 1, prefix, created_at
    from template, generate_series($3::integer, $4::integer) n where account_id = $1 and id = $2
    returning id, code
  ), codes as (
    insert into template_code (account_id, code, template_id) select $1, code, id from made
  ), versions as (
    insert into template_version (account_id, template_id, version, is_newest, name, scene, language, content,
      signature_id, industry, usage_note, variables, parts_min, parts_max, status, reasons, submitted_at, updated_at)
    select v.account_id, m.id, 1, true, v.name, v.scene, v.language, v.content, v.signature_id, v.industry,
      v.usage_note, v.variables, v.parts_min, v.parts_max, v.status, v.reasons, v.submitted_at, v.updated_at
    from template_version v, made m where v.account_id = $1 and v.template_id = $2
  )
  insert into upstream_mapping (account_id, upstream_id, kind, local, remote, variables, state, updated_at)
  select $1, $5, 'template', id, 'SMS_' || nr, '{}', case when nr % $6 = 1 then 'rejected' else 'ready' end, now()
  from (select id, split_part(code, '_', 2)::integer as nr from made) m where nr % $6 <> 0`

test('a list of very many mappings is read by page, channel, kind and state, the few that are missing among them', async () => {
  const list = (query: object) => owner.call(upstreamMappings.list, { query })
  const queries = {
    first: {},
    last: { offset: '9980' },
    channel: { upstream, kind: 'template' },
    ready: { state: 'ready', offset: '5000' },
    rejected: { state: 'rejected' },
    missing: { state: 'missing' },
    none: { state: 'pending' },
  }
  for (const [name, query] of Object.entries(queries)) {
    const millis = await fastest(5, () => list(query))
    process.stdout.write(`mappings of ${LISTED}, ${name}: ${millis.toFixed(1)} ms\n`)
  }
  const localsOf = async (query: object) => (await list(query)).map(({ local }) => local)
  const newest = Array.from({ length: 40 }, (_, nr) => idOf(LISTED - nr))
  expect((await localsOf({ limit: '41' })).slice(1)).toEqual(newest)
  expect(await localsOf({ offset: '21' })).toEqual(newest.slice(20))
  expect(await localsOf(queries.rejected)).toEqual([4, 3, 2, 1, 0].map((nr) => idOf(nr * RARE + 1)))
  expect((await localsOf(queries.missing)).slice(1)).toEqual([5, 4, 3, 2, 1].map((nr) => idOf(nr * RARE)))
  expect(await list(queries.last)).toHaveLength(20)
  expect(await list(queries.none)).toEqual([])
})

test('a message is routed by the mapping of its template among very many, and loses the channel with it', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // V8 has it while its flag is set
  const heap = (): number => {
    collect()
    return process.memoryUsage().heapUsed / 2 ** 20
  }
  const senders = [await newSender(world, owner), await newSender(world, owner)]
  const rule = ruleOver([upstream], { match: { ...ruleOver([]).match, templates: [idOf(2), idOf(7)] } })
  await activate(owner, rule)
  const before = heap()
  const codeOf = async (nr: number, sender = senders[0]) =>
    (await sender?.send({ to: '+6591234567', templateId: `many_${nr}`, dryRun: true }))?.body.code
  const priceOf = async (nr: number, sender = senders[0]) =>
    (await sender?.send({ to: '+6591234567', templateId: `many_${nr}`, dryRun: true }))?.body.data?.messages[0]?.price
  for (const sender of senders) {
    await eventually(
      () => priceOf(7, sender),
      (price) => price === '0.001500',
    )
  }
  const millis = await fastest(20, () => priceOf(2))
  const taken = heap() - before
  process.stdout.write(`a decision among ${LISTED} mappings: ${millis.toFixed(1)} ms, ${taken.toFixed(1)} MB\n`)
  expect(taken).toBeLessThan(MOST_MEMORY)
  const message = { to: '+6591234567', scene: MessageScene.Notification, signature: null, credential: null }
  const simulated = (nr: number) => owner.call(routing.simulate, { body: { ...message, template: idOf(nr) } })
  expect(await simulated(7)).toMatchObject({ order: [{ upstream }], skipped: [] })
  await owner.call(upstreamMappings.remove, { query: { upstream, kind: 'template', local: idOf(7) } })
  expect(await simulated(7)).toMatchObject({ order: [], skipped: [{ upstream, reason: 'mapping_missing' }] })
  await eventually(
    () => codeOf(7),
    (code) => code === '101303',
  )
  expect(await priceOf(2)).toBe('0.001500')
  const last = (await owner.call(routing.get)).rules.slice(-1)
  const saved = await owner.call(routing.save, { body: { version: 2, rules: [rule, ...last] } })
  expect(saved.draft?.problems).toMatchObject([{ code: 'mapping_missing', field: 'rules.0.targets' }])
})

test('the list of missing mappings of a channel without any reads no more templates than it can page', async () => {
  const { id } = await newChannel(owner, newMappedForm({ daily_cap: null, regions: [] }))
  const query = { upstream: UpstreamId.parse(id), state: 'missing' } as const
  const { sql, parameters } = listedKeys(owner.id, query).compile(world.db)
  const { rows } = await world.pool.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(`explain (analyze, format json) ${sql}`, [
    ...parameters,
  ])
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  expect(plan && mostRows(plan)).toBeLessThanOrEqual(limits.exactTotalUpTo + limits.maxLimit + 2)
  const listed = await owner.call(upstreamMappings.list, { query: { ...query, limit: '3' } })
  expect(listed.slice(1).map(({ local }) => local)).toEqual([idOf(LISTED), idOf(LISTED - 1)])
})
