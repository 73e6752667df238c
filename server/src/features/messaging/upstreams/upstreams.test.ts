import { audit } from '@hongyan/contract/endpoints/account/audit'
import { upstreamMappings, upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import { UpstreamId, wireId } from '@hongyan/contract/ids'
import { defaultRules } from '@hongyan/contract/upstreams/default-rule'
import type { MappingState } from '@hongyan/contract/vocabulary/upstream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crashed } from '../../../../test/crashed.ts'
import {
  degradeLink,
  newChannel,
  newChannelForm,
  newMappedForm,
  PROBE_AT,
  secretEnding,
} from '../../../../test/channels.ts'
import { NO_MATCH, ruleOver } from '../../../../test/routed.ts'
import { approveSender, newSignature, newTemplate, newTemplateForm } from '../../../../test/senders.ts'
import { alone } from '../../../db/tx.ts'
import { mappingsAudit } from './audit.ts'
import { createChannelFigures } from '../../../gateway/channel-figures.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const NOW = new Date('2026-11-20T12:00:30Z')
const REJECTED = secretEnding('000')
const credentials = newChannelForm().credentials

const refused = async (answer: ReturnType<SignedIn['ask']>) => {
  const { status, body } = await answer
  const { code, field } = (body as { error: { code: string; field?: string } }).error
  return [status, code, field]
}
const add = (owner: SignedIn, change: object = {}) => owner.ask(upstreams.create, { body: newChannelForm(change) })
const change = (owner: SignedIn, id: string, body: object) =>
  owner.ask(upstreams.update, { params: { id }, body: { ...newChannelForm(), ...body } })
const ids = (id: string) => ({ id: UpstreamId.parse(id) })

test('an account without channels has the product’s own one alone, named by the last rule', async () => {
  const owner = await world.account()
  expect(await owner.call(upstreams.list)).toMatchObject([
    { id: 'standard', type: 1, provider: null, state: 'active', priority: 1, version: 0, receipt_url: null },
  ])
})

test('channels do not exist for an account with wildcard SMS or SMPP', async () => {
  for (const column of ['sms_wildcard = $2', 'sms_smpp = true']) {
    const owner = await world.account()
    const values = column.includes('$2') ? [owner.id, JSON.stringify(['signature'])] : [owner.id]
    await world.pool.query(`update account set ${column} where id = $1`, values)
    for (const row of [upstreams.list, upstreamMappings.list, routing.get, routing.history]) {
      expect(await refused(owner.ask(row))).toEqual([404, 'not_found', undefined])
    }
    expect(await refused(add(owner))).toEqual([404, 'not_found', undefined])
  }
})

test('a new channel is tested next, and no reply, audit entry or table holds its secret', async () => {
  const owner = await world.account()
  const { body } = await add(owner, { name: 'Twilio SG', daily_cap: '50.5' })
  expect(body).toMatchObject({
    name: 'Twilio SG',
    type: 2,
    provider: 'twl',
    state: 'testing',
    regions: ['SG'],
    tps: 20,
    daily_cap: '50.500000',
    spent_today: '0.000000',
    behaviour: 'normal',
    priority: null,
    version: 1,
    receipt_url: expect.stringMatching(/\/receipts\/[\w-]{32}$/) as unknown,
    credentials: [
      { name: 'accountSid', secret: false, value: credentials.accountSid },
      { name: 'authToken', secret: true, value: '******abc' },
      { name: 'messagingServiceSid', secret: false, value: '' },
      { name: 'from', secret: false, value: '+12065550100' },
    ],
  })
  const { rows } = await world.pool.query('select to_jsonb(u) from upstream u where account_id = $1', [owner.id])
  const kept = JSON.stringify([await owner.call(upstreams.list), await owner.call(audit.list), rows])
  expect(kept).not.toContain(credentials.authToken)
})

test('each wrong field of a channel is refused at its field', async () => {
  const owner = await world.account()
  await add(owner, { name: 'Taken' })
  const wrong: readonly (readonly [change: object, field: string])[] = [
    [{ name: '' }, 'name'],
    [{ tps: 0 }, 'tps'],
    [{ tps: 1_001 }, 'tps'],
    [{ daily_cap: '0' }, 'daily_cap'],
    [{ regions: ['sg'] }, 'regions[0]'],
    [{ provider: 'uig' }, 'provider'],
    [{ credentials: { ...credentials, accountSid: 'AC1' } }, 'credentials.accountSid'],
    [{ credentials: { ...credentials, authToken: '' } }, 'credentials.authToken'],
    [{ credentials: { ...credentials, from: '' } }, 'credentials.messagingServiceSid'],
    [{ credentials: { ...credentials, other: 'x' } }, 'credentials.other'],
  ]
  for (const [fields, field] of wrong) {
    const [status, , named] = await refused(add(owner, fields))
    expect([status, named]).toEqual([400, field])
  }
  expect(await refused(add(owner, { name: 'Taken' }))).toEqual([409, 'name_used', 'name'])
})

test('an account has at most fifty channels', async () => {
  const owner = await world.account()
  await add(owner)
  await world.pool.query(
    `insert into upstream (account_id, id, name, provider, state, regions, tps, settings, sealed_secrets, secret_tails,
       receipt_token, version, created_at, updated_at)
     select account_id, gen_random_uuid(), 'Copy ' || n, provider, state, regions, tps, settings, sealed_secrets,
       secret_tails, gen_random_uuid(), 1, created_at, updated_at
     from upstream, generate_series(1, 49) n where account_id = $1`,
    [owner.id],
  )
  expect(await refused(add(owner))).toEqual([409, 'too_many_upstreams', undefined])
  await world.pool.query('delete from upstream where account_id = $1', [owner.id])
})

test('rejected credentials are named at their field by the check, and fail the channel that has them', async () => {
  const owner = await world.account()
  const wrong = { ...credentials, authToken: REJECTED }
  expect(await owner.call(upstreams.check, { body: { provider: 'twl', credentials: wrong } })).toEqual({
    result: 'rejected',
    field: 'authToken',
    message: 'The provider rejected the credentials. Check them at the provider and save them again.',
  })
  const { body } = await add(owner, { credentials: wrong })
  const made = upstreams.create.reply.parse(body)
  expect(made.state).toBe('auth_failed')
  const params = ids(made.id)
  expect(await refused(owner.ask(upstreams.resume, { params, body: { version: 1 } }))).toEqual([
    409,
    'upstream_auth_failed',
    undefined,
  ])
  expect(
    await owner.call(upstreams.check, {
      body: { ...params, provider: 'twl', credentials: { ...credentials, authToken: '' } },
    }),
  ).toMatchObject({ result: 'rejected' })
  const mended = await change(owner, made.id, { provider: 'twl', version: 1, credentials })
  expect(mended.body).toMatchObject({ state: 'testing', version: 2 })
})

test('a change keeps secrets that are left out, and an active channel fails once it gets rejected ones', async () => {
  const owner = await world.account()
  const { id, version } = await newChannel(owner)
  const kept = await change(owner, id, { version, credentials: { ...credentials, authToken: null }, tps: 30 })
  expect(kept.body).toMatchObject({ state: 'active', tps: 30, version: version + 1 })
  expect(JSON.stringify(kept.body)).toContain('******abc')
  const other = { ...credentials, authToken: secretEnding('def') }
  const accepted = await change(owner, id, { version: version + 1, credentials: other })
  expect(accepted.body).toMatchObject({ state: 'active' })
  const failed = await change(owner, id, { version: version + 2, credentials: { ...other, authToken: REJECTED } })
  expect(failed.body).toMatchObject({ state: 'auth_failed' })
})

test('a stale version is refused with the current channel, also to pause and to activate', async () => {
  const owner = await world.account()
  const { id, version } = await newChannel(owner)
  const params = { id }
  for (const answer of [
    await change(owner, id, { version: version - 1 }),
    await owner.ask(upstreams.pause, { params, body: { version: version - 1 } }),
    await owner.ask(upstreams.resume, { params, body: { version: version - 1 } }),
  ]) {
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'state_conflict', field: 'version', details: { current: { id, version } } } },
    })
  }
  const paused = await owner.call(upstreams.pause, { params: ids(id), body: { version } })
  expect(paused).toMatchObject({ state: 'paused', version: version + 1 })
  const entry = (await owner.call(audit.list)).find(
    ({ action, outcome }) => action === 'upstreams.pause' && outcome === 'done',
  )
  expect(entry?.changes).toEqual([{ field: 'state', before: 'active', after: 'paused' }])
  expect(await refused(owner.ask(upstreams.pause, { params, body: { version: version + 1 } }))).toEqual([
    409,
    'upstream_state',
    undefined,
  ])
})

test('a channel is deleted once no rule names it and no message waits for it', async () => {
  const owner = await world.account()
  const { id } = await newChannel(owner)
  const [last] = defaultRules
  const rules = [{ ...last, targets: [{ upstream: id, weight: null }] }]
  await owner.call(routing.save, { body: { version: 0, rules: rules as never } })
  const remove = () => owner.ask(upstreams.remove, { params: { id } })
  expect(await remove()).toMatchObject({
    status: 409,
    body: { error: { code: 'upstream_in_use', details: { rules: ['Default'] } } },
  })
  await owner.call(routing.discard, { body: { version: 1 } })
  await world.pool.query(
    `insert into deferred (account_id, id, lane, upstream, attempt, parts, channel, recipient, text, valid_until, due_at,
       price_micros, pay_for_delivered, accepted_at)
     values ($1, gen_random_uuid(), 1, $2, 1, 1, 'sms', '+6591234567', 'Hi', now(), now() + interval '1 day', 0, false, now())`,
    [owner.id, wireId(UpstreamId.parse(id))],
  )
  expect(await refused(remove())).toEqual([409, 'upstream_busy', undefined])
  await world.pool.query('delete from deferred where account_id = $1', [owner.id])
  expect(await remove()).toMatchObject({ status: 200 })
  expect(await refused(remove())).toEqual([404, 'not_found', undefined])
})

test('a test message goes to a proved number alone, over a channel that is tested or active, outside its regions too', async () => {
  const owner = await world.account({ phone: '+12065550188' })
  const { body } = await add(owner, { regions: ['SG'] })
  const { id } = upstreams.create.reply.parse(body)
  const send = (to: string) => owner.ask(upstreams.test, { params: { id }, body: { to } })
  expect(await refused(send('+12065550189'))).toEqual([403, 'own_numbers_only', 'to'])
  expect(await refused(send('12'))).toEqual([400, 'invalid_phone_number', 'to'])
  expect(await send('206 555 0188')).toMatchObject({ status: 200, body: { message: expect.any(String) as unknown } })
  await world.pool.query(`update upstream set state = 'draft' where account_id = $1`, [owner.id])
  expect(await refused(send('+12065550188'))).toEqual([409, 'upstream_state', undefined])
})

test('a test message over a provider of templates has its newest mapped template with the sample values', async () => {
  const owner = await world.account({ phone: '+12065550187' })
  const template = await newTemplate(world, owner, {
    content: 'Your order {order} arrives {day}.',
    variables: [
      { name: 'order', type: 'id', max_length: 20, sample: 'A1' },
      { name: 'day', type: 'text', max_length: 10, sample: 'today' },
    ],
  })
  const { id } = await newChannel(owner, newMappedForm())
  const upstream = UpstreamId.parse(id)
  const call = { params: { id }, body: { to: '+12065550187' }, headers: { 'idempotency-key': 'test' } }
  const send = () => owner.ask(upstreams.test, call)
  expect(await refused(send())).toEqual([409, 'mapping_missing', undefined])
  const variables = ['day', 'order']
  const body = { upstream, kind: 'template', local: template.id, remote: 'SMS_1', variables } as const
  await owner.call(upstreamMappings.create, { body: { ...body, variables: [...variables] } })
  const { message } = upstreams.test.reply.parse((await send()).body)
  const texts = () => world.pool.query<{ text: string }>('select text from message_body where id = $1', [message])
  expect((await texts()).rows).toEqual([{ text: 'Your order A1 arrives today.' }])
  expect((await send()).body).toEqual({ message })
  await crashed(world, owner)
  expect((await send()).body).toEqual({ message })
})

test('the list and the health of a channel show its figures, its breaker and its errors', async () => {
  world.clock.set(NOW)
  const owner = await world.account()
  const { id } = await newChannel(owner)
  await world.pool.query(
    `insert into upstream_minute (account_id, upstream_id, minute, submitted, accepted, parts, receipts, latency)
     values ($1, $2, '2026-11-20T12:00:00Z', 10, 8, 60, 5, '{0,8,2,0,0,0,0,0}'),
       ($1, $2, '2026-11-20T11:59:00Z', 10, 10, 120, 9, '{0,10,0,0,0,0,0,0}'),
       ($1, $2, '2026-11-18T11:59:00Z', 99, 99, 99, 99, '{99,0,0,0,0,0,0,0}')`,
    [owner.id, id],
  )
  await world.pool.query(
    `insert into limit_use (account_id, key, window_start, used)
     values ($1, 'upstream.' || replace($2, '-', ''), '2026-11-20T00:00:00Z', 1250000)`,
    [owner.id, id],
  )
  await world.pool.query(
    `insert into upstream_error (account_id, upstream_id, minute, code, count)
     values ($1, $2, '2026-11-20T12:00:00Z', 'THROTTLED', 2), ($1, $2, '2026-11-20T10:00:00Z', '500', 3)`,
    [owner.id, id],
  )
  await degradeLink(world, id)
  const [, listed] = await owner.call(upstreams.list)
  expect(listed).toMatchObject({
    state: 'degraded',
    probe_at: PROBE_AT.toISOString(),
    submitted: 20,
    accepted: 18,
    receipts: 14,
    p95: 150,
    per_second: 2,
    spent_today: '1.250000',
  })
  expect(await owner.call(upstreams.list, { query: { state: 'degraded' } })).toHaveLength(1)
  const { upstreams: hour } = await owner.call(upstreams.health, { query: { period: '1h' } })
  expect(hour.map(({ points }) => points.length)).toEqual([0, 60])
  expect(hour[1]?.points.at(-1)).toMatchObject({
    at: '2026-11-20T12:00:00.000Z',
    submitted: 10,
    errors: 2,
    receipts: 5,
  })
  expect(hour[1]?.errors).toEqual([{ code: 'THROTTLED', count: 2 }])
  const { upstreams: day } = await owner.call(upstreams.health, { query: { period: '24h' } })
  expect([day[1]?.points.length, day[1]?.errors.length]).toEqual([96, 2])
  const { upstreams: week } = await owner.call(upstreams.health, { query: { period: '7d' } })
  expect(week[1]?.points.reduce((sum, { submitted }) => sum + submitted, 0)).toBe(119)
})

test('the errors of a channel are those of the minutes that its points show', async () => {
  world.clock.set(new Date('2026-11-20T13:30:10Z'))
  const owner = await world.account()
  const { id } = await newChannel(owner)
  const figures = createChannelFigures(world)
  const fail = async (upstreamCode: string) => {
    const channel = { account: owner.id, id: UpstreamId.parse(id) }
    figures.submitted(channel, 1, { kind: 'deferred', error: 'no_upstream_available', upstreamCode }, 20)
    await figures.loop.run(new AbortController().signal)
  }
  await fail('THROTTLED')
  await fail('THROTTLED')
  world.clock.set(new Date('2026-11-20T13:31:10Z'))
  await fail('500')
  world.clock.set(new Date('2026-11-20T14:30:10Z'))
  const read = async (period: '1h' | '24h') => {
    const [, channel] = (await owner.call(upstreams.health, { query: { period } })).upstreams
    return { counted: channel?.points.reduce((sum, { errors }) => sum + errors, 0), errors: channel?.errors }
  }
  expect(await read('1h')).toEqual({ counted: 1, errors: [{ code: '500', count: 1 }] })
  expect(await read('24h')).toEqual({
    counted: 3,
    errors: [
      { code: 'THROTTLED', count: 2 },
      { code: '500', count: 1 },
    ],
  })
})

test('health names the countries with traffic that one channel alone would carry', async () => {
  const owner = await world.account()
  const { id } = await newChannel(owner)
  await world.pool.query(
    `insert into analytics_count (account_id, day, dimension, key, messages, refused, parts, delivered, failed,
       network_messages, network_delivered, cost_micros, buckets, counts)
     select $1, '2026-11-19', 'country', c, 1, 0, 1, 1, 0, 0, 0, 0, '{}', '{}' from unnest(array['SG', 'US']) c`,
    [owner.id],
  )
  const [last] = defaultRules
  const targets = [id, 'standard'].map((upstream) => ({ upstream, weight: null }))
  await owner.call(routing.save, { body: { version: 0, rules: [{ ...last, targets }] as never } })
  await owner.call(routing.activate, { body: { version: 1 } })
  const { single_upstream: single } = await owner.call(upstreams.health, { query: { period: '1h' } })
  expect(single).toEqual([{ country: 'US', id: 'standard' }])
})

test('a mapping lists the template’s variables in the provider’s order, each once', async () => {
  const owner = await world.account()
  const template = await newTemplate(world, owner, {
    content: 'Your order {order} arrives {day}.',
    variables: [
      { name: 'order', type: 'id', max_length: 20, sample: 'A1' },
      { name: 'day', type: 'text', max_length: 10, sample: 'today' },
    ],
  })
  const signature = await newSignature(world, owner)
  const { id } = await newChannel(owner, newMappedForm({ name: 'Alibaba' }))
  const upstream = UpstreamId.parse(id)
  const states = async () => (await owner.call(upstreamMappings.list)).map(({ kind, state }) => `${kind} ${state}`)
  expect(await states()).toEqual(['signature missing', 'template missing'])
  const body = { upstream, kind: 'template', local: template.id, remote: 'SMS_1', variables: ['day', 'order'] } as const
  const save = (changed: object) => refused(owner.ask(upstreamMappings.create, { body: { ...body, ...changed } }))
  expect(await save({ variables: ['day'] })).toEqual([400, 'mapping_variables', 'variables'])
  expect(await save({ variables: ['day', 'day'] })).toEqual([400, 'mapping_variables', 'variables'])
  expect(await save({ local: 'not_one_of_ours' })).toEqual([400, 'invalid_request', 'local'])
  expect(
    await owner.call(upstreamMappings.create, { body: { ...body, variables: [...body.variables] } }),
  ).toMatchObject({
    name: template.name,
    state: 'ready',
    variables: ['day', 'order'],
  })
  expect(await save({})).toEqual([409, 'state_conflict', 'local'])
  const signed = { upstream, kind: 'signature', local: signature.id, variables: [] } as const
  await owner.call(upstreamMappings.create, { body: { ...signed, variables: [], remote: 'PENDING-1' } })
  expect(await states()).toEqual(['signature pending', 'template ready'])
  await owner.call(upstreamMappings.update, { body: { ...signed, variables: [], remote: 'SIGN000' } })
  expect(await states()).toEqual(['signature rejected', 'template ready'])
  await owner.call(upstreamMappings.remove, { query: { upstream, kind: 'template', local: template.id } })
  expect(await owner.call(upstreamMappings.list, { query: { state: 'missing' } })).toMatchObject([
    { local: template.id },
  ])
})

test('the audit entry of a mapping holds the change of this mapping alone, and reads no other', async () => {
  const owner = await world.account()
  const [first, second] = [await newSignature(world, owner), await newSignature(world, owner)]
  const { id } = await newChannel(owner, newMappedForm({ name: 'Alibaba' }))
  const key = { upstream: UpstreamId.parse(id), kind: 'signature' } as const
  const save = { ...key, variables: [] }
  await owner.call(upstreamMappings.create, { body: { ...save, local: first.id, remote: 'SIGN1' } })
  await owner.call(upstreamMappings.create, { body: { ...save, local: second.id, remote: 'SIGN2' } })
  await owner.call(upstreamMappings.update, { body: { ...save, local: second.id, remote: 'SIGN3' } })
  const stored = await mappingsAudit.read(alone(world.pool), owner.id, JSON.stringify({ ...key, local: first.id }))
  expect(Object.keys(Object(stored?.['mapping']))).toEqual([`${id} signature ${first.id}`])
  await owner.call(upstreamMappings.remove, { query: { ...key, local: second.id } })
  const entries = await owner.call(audit.list, { query: { action: 'upstreamMappings' } })
  const field = (local: string) => `mapping.${id} signature ${local}.remote`
  const shown = entries.map(({ action, subject, changes }) => [
    action.split('.')[1],
    subject,
    changes.filter((change) => change.field.endsWith('remote')),
  ])
  expect(shown).toEqual([
    ['remove', null, [{ field: field(second.id), before: 'SIGN3', after: null }]],
    ['update', null, [{ field: field(second.id), before: 'SIGN2', after: 'SIGN3' }]],
    ['create', null, [{ field: field(second.id), before: null, after: 'SIGN2' }]],
    ['create', null, [{ field: field(first.id), before: null, after: 'SIGN1' }]],
  ])
})

test('a pending mapping is asked for again until the provider has decided', async () => {
  const owner = await world.account()
  const signature = await newSignature(world, owner)
  const { id } = await newChannel(owner, newMappedForm())
  const key = { upstream: UpstreamId.parse(id), kind: 'signature', local: signature.id } as const
  await owner.call(upstreamMappings.create, { body: { ...key, variables: [], remote: 'PENDING-2' } })
  const { id: other } = await newChannel(owner, newMappedForm())
  await owner.call(upstreamMappings.create, {
    body: { ...key, upstream: UpstreamId.parse(other), variables: [], remote: 'PENDING-3' },
  })
  // The provider decides: the sandbox answers by the id.
  await world.pool.query(`update upstream_mapping set remote = 'SIGN2' where upstream_id = $1`, [id])
  await world.loops.run('upstream-mappings')
  const states = (await owner.call(upstreamMappings.list)).map(({ remote, state }) => `${remote} ${state}`)
  expect(states.toSorted()).toEqual(['PENDING-3 pending', 'SIGN2 ready'])
})

test('a mapping lists the variables of the version that messages use, and is missing once that version has others', async () => {
  const owner = await world.account()
  const order = { name: 'order', type: 'id', max_length: 20, sample: 'A1' } as const
  const hour = { name: 'hour', type: 'text', max_length: 10, sample: 'noon' } as const
  const { id: local } = await newTemplate(world, owner)
  const upstream = UpstreamId.parse((await newChannel(owner, newMappedForm())).id)
  const form = { content: 'Your order {order} arrives at {hour}.', variables: [order, hour] }
  await owner.call(templates.revise, { params: { id: local }, body: { ...newTemplateForm(form), version: 1 } })
  const list = (state?: MappingState) => owner.call(upstreamMappings.list, { query: { ...(state && { state }) } })
  const body = { upstream, kind: 'template', local, remote: 'SMS_1' } as const
  expect(await list()).toMatchObject([{ state: 'missing', template_variables: ['order'] }])
  const saved = await owner.call(upstreamMappings.create, { body: { ...body, variables: ['order'] } })
  expect(saved).toMatchObject({ state: 'ready', template_variables: ['order'] })
  const last = (await owner.call(routing.get)).rules
  const rules = [ruleOver([upstream], { match: { ...NO_MATCH, templates: [local] } }), ruleOver([upstream]), ...last]
  const problems = async (version: number) => {
    const { draft } = await owner.call(routing.save, { body: { version, rules } })
    return draft?.problems.map(({ code }) => code)
  }
  expect(await problems(0)).toEqual([])
  await approveSender(world, local)
  const outdated = { state: 'missing', remote: 'SMS_1', variables: ['order'], template_variables: ['order', 'hour'] }
  expect(await list()).toMatchObject([outdated])
  expect(await list('missing')).toMatchObject([outdated])
  expect(await list('ready')).toEqual([])
  expect(await problems(1)).toEqual(['mapping_missing', 'mapping_missing'])
  const message = { to: '+6591234567', scene: 2 as const, signature: null, template: local, credential: null }
  const simulated = () => owner.call(routing.simulate, { body: message })
  expect(await simulated()).toMatchObject({ order: [], skipped: [{ upstream, reason: 'mapping_missing' }] })
  await owner.call(upstreamMappings.update, { body: { ...body, variables: ['hour', 'order'] } })
  expect(await list('ready')).toMatchObject([{ variables: ['hour', 'order'] }])
  expect(await simulated()).toMatchObject({ order: [{ upstream }], skipped: [] })
})
