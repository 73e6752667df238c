import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BY_PREFIX } from '../src/gateway/templates.ts'
import { fastest } from './fastest.ts'
import { newSender } from './sender.ts'
import { newSignature, newTemplate, verified } from './senders.ts'
import { newWorld, type SignedIn, type World } from './world.ts'

const isFull = process.env['SCALE'] === 'full'
const LISTED = isFull ? 100_000 : 10_000
const OWNED = isFull ? 100_000 : 10_000

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

/** Gives an account approved and filed copies of its template, each with a text of its own, and with ids in their order. */
async function addTemplates(account: string, template: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    await addSome(account, template, [from, Math.min(count, from + AT_ONCE - 1)])
  }
  await world.pool.query('analyze template, template_code, template_version, filing')
}

const AT_ONCE = 2_500

async function addSome(account: string, template: string, [from, to]: readonly [number, number]): Promise<void> {
  await world.pool.query(
    `with made as (
       insert into template (account_id, id, code, serving, prefix, created_at)
       select account_id, overlay(gen_random_uuid()::text placing lpad(to_hex(n), 8, '0') || '-0000-7' from 1 for 15)::uuid, 'many_' || n, 1, '第' || n || '号订单', created_at
       from template, generate_series($3::integer, $4::integer) n where account_id = $1 and id = $2
       returning id, code
     ), codes as (
       insert into template_code (account_id, code, template_id) select $1, code, id from made
     ), versions as (
       insert into template_version (account_id, template_id, version, is_newest, name, scene, language, content,
         signature_id, industry, usage_note, variables, parts_min, parts_max, status, reasons, submitted_at, checked_at,
         decided_at, urged_at, updated_at)
       select v.account_id, m.id, 1, true, v.name || replace(m.code, 'many_', ' '), v.scene, v.language,
         '第' || replace(m.code, 'many_', '') || '号订单{order}已发货。', v.signature_id, v.industry, v.usage_note,
         v.variables, v.parts_min, v.parts_max, v.status, v.reasons, v.submitted_at, v.checked_at, v.decided_at,
         v.urged_at, v.updated_at
       from template_version v, made m where v.account_id = $1 and v.template_id = $2
     )
     insert into filing (account_id, subject_id, version, carrier, kind, state, changed_at)
     select f.account_id, m.id, 1, f.carrier, f.kind, f.state, f.changed_at
     from filing f, made m where f.account_id = $1 and f.subject_id = $2`,
    [account, template, from, to],
  )
}

async function ownerOf(count: number): Promise<SignedIn> {
  const owner = await world.account({ partition: 'cn', balance: '1000' })
  await verified(world, owner)
  await newSignature(world, owner, { regions: ['cn'] })
  const { id } = await newTemplate(world, owner, {
    code: 'first',
    language: 'zh-CN',
    content: '您的订单{order}已发货。',
  })
  await addTemplates(owner.id, id, count)
  return owner
}

test('a page of many templates is read whole, at any offset and under any filter', async () => {
  const owner = await ownerOf(LISTED)
  const queries = {
    first: {},
    last: { offset: '9980' },
    approved: { status: '4', scene: '2' },
    text: { text: `many_${LISTED - 1}` },
    codes: { text: 'many_', offset: '9980' },
    words: { text: '号订单' },
    none: { text: 'no such words' },
  }
  for (const [name, query] of Object.entries(queries)) {
    const millis = await fastest(5, () => owner.call(templates.list, { query }))
    process.stdout.write(`templates of ${LISTED}, ${name}: ${millis.toFixed(1)} ms\n`)
  }
  const found = await owner.call(templates.list, { query: queries.text })
  expect(found.map(({ code }) => code)).toEqual([`many_${LISTED - 1}`])
  // The broadcast wizard shows the newest hundred, and searches for others by a text.
  const newest = await owner.call(templates.list, { query: { limit: '100' } })
  const older = await owner.call(templates.list, { query: { text: '第17号订单', limit: '100' } })
  expect(older.map(({ code }) => code)).toEqual(['many_17'])
  expect(newest.map(({ code }) => code)).not.toContain('many_17')
  expect(await owner.call(templates.list, { query: queries.last })).toHaveLength(20)
  expect(await owner.call(templates.list, { query: queries.codes })).toHaveLength(20)
  expect(await owner.call(templates.list, { query: queries.none })).toEqual([])
})

test('a send finds its template among very many, by its code and by its words', async () => {
  const [few, many] = [await ownerOf(10), await ownerOf(OWNED)]
  const timesOf = async (owner: SignedIn) => {
    const { send } = await newSender(world, owner)
    const body = { to: '+8613800138901', signature: '流明快递', dryRun: true }
    const byCode = await fastest(20, async (run) => {
      const { body: reply } = await send({
        ...body,
        templateId: `many_${(run % 10) + 1}`,
        templateData: { order: 'B1' },
      })
      expect(reply.code).toBe('0')
    })
    const byWords = await fastest(20, async (run) => {
      const { body: reply } = await send({ ...body, content: `第${(run % 10) + 1}号订单C${run}已发货。` })
      expect(reply.code).toBe('0')
    })
    return { byCode, byWords }
  }
  const [beside, alone] = [await timesOf(many), await timesOf(few)]
  const plan = await world.pool.query(`explain ${BY_PREFIX.text}`, [many.id, ['第', '第1号订单'], 2_000])
  expect(JSON.stringify(plan.rows)).toContain('Index Scan using template_prefix')
  process.stdout.write(
    `a send of an account with ${OWNED} templates and with 10: by code ${beside.byCode.toFixed(1)} and ` +
      `${alone.byCode.toFixed(1)} ms, by words ${beside.byWords.toFixed(1)} and ${alone.byWords.toFixed(1)} ms\n`,
  )
})
