import { DAY, HOUR, MINUTE } from '@hongyan/contract/durations'
import { shortId } from '@hongyan/contract/account'
import { credentials } from '@hongyan/contract/endpoints/messaging/credentials'
import { type Ticket, tickets } from '@hongyan/contract/endpoints/support/tickets'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newTicketForm, ticketCommand } from '../../../../test/tickets.ts'
import { layEndpoints } from '../../../../test/webhook-endpoints.ts'
import { insertMessages } from '../../../../test/message-rows.ts'
import { FIRST_MOMENT } from '../../../../test/world-template.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { uuidv7 } from '../../../kit/ids.ts'

let world: World
beforeAll(async () => (world = await newWorld()))
beforeEach(() => world.clock.set(FIRST_MOMENT))
afterAll(() => world.close())

const attach = (owner: SignedIn, diagnostics: string) =>
  owner.ask(tickets.create, { body: { ...newTicketForm(), diagnostics } })
const expired = { status: 409, body: { error: { code: 'diagnostics_expired' } } }

/** An account with a failed message, a refused request, a key and an endpoint, each with a secret. */
async function troubled() {
  const owner = await world.account({ balance: '5' })
  const [to, text] = ['+12065550004', 'A secret text of wild geese']
  await insertMessages(world.pool, { account: owner.id, count: 3, from: FIRST_MOMENT, texts: [text], recipients: [to] })
  const key = await owner.call(credentials.create, { body: { mode: AuthMode.Hmac } })
  await world.pool.query('update credential set last_used_at = $2 where id = $1', [key.id, FIRST_MOMENT])
  await world.pool.query(
    `insert into request_log (account_id, id, credential_id, at, action, code, address, request_id)
     select $1, id, $2, $3, 'sms.message.send', 'invalid_signature', '192.0.2.77', 'request-9'
       from unnest($4::uuid[]) as id`,
    [owner.id, key.id, world.clock.now(), [uuidv7(world.clock.now()), uuidv7(world.clock.now())]],
  )
  const url = 'https://hooks.acme.example/receive/tok_9f8e7d?key=wild'
  const run = (text: string, values: readonly unknown[]) => world.pool.query(text, [...values])
  await layEndpoints(run, world.secrets, { urls: [url], events: 0 })
  await world.pool.query('update webhook_endpoint set account_id = $1, failing_since = $2 where url = $3', [
    owner.id,
    new Date(FIRST_MOMENT.getTime() - HOUR),
    url,
  ])
  return { owner, key }
}

test('a snapshot explains an account without a secret, a text, a recipient or a whole key', async () => {
  const { owner, key } = await troubled()
  const { lines } = await owner.call(tickets.diagnose)
  expect(lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    `Account: ${shortId(owner.id)}`,
    'Site: International',
    'Language: English',
    'Status: Active',
    'Verified: No',
    'Trust level: Verified',
    'Funds for messages: Yes',
    expect.stringMatching(/^Failed messages, last 24 hours: 1 × \w+: .+/),
    'Refused requests, last 24 hours: 2 × invalid_signature: The signature doesn’t match.',
    `Credential: API, HMAC mode, ••••${key.key.slice(-4)}, last used 2026-11-20 09:00 UTC`,
    'Webhook: hooks.acme.example, failing since 2026-11-20 08:00 UTC',
  ])
  const snapshot = JSON.stringify(lines)
  const all = await owner.call(credentials.list)
  const secrets = all.flatMap((each) => [each.key, each.secret])
  const planted = ['+12065550004', '2065550004', 'wild', 'geese', 'tok_9f8e7d', 'receive', '192.0.2.77', 'request-9']
  expect([...secrets, ...planted, owner.email].filter((each) => snapshot.includes(each))).toEqual([])
})

test('its labels and values are in the language of the reader', async () => {
  const owner = await world.account({ partition: 'cn', balance: '0' })
  const { body } = await owner.ask(tickets.diagnose, { headers: { 'accept-language': 'zh-CN' } })
  const { lines } = tickets.diagnose.reply.parse(body)
  const shown = lines.map(({ label, value }) => `${label}：${value}`)
  expect(shown).toContain('状态：正常')
  expect(shown.filter((each) => /^[\x20-\x7e]+：/.test(each))).toEqual(['Webhook：无'])
})

test('support reads byte for byte what the preview showed, whatever has changed since', async () => {
  const { owner } = await troubled()
  const preview = await owner.call(tickets.diagnose)
  const made = (await attach(owner, preview.id)).body as Ticket // the reply of a created ticket
  await world.pool.query(`update account set status = 1, locale = 'zh-CN' where id = $1`, [owner.id])
  const { lines, taken_at: at } = preview
  expect(made.diagnostics).toEqual({ taken_at: at, lines })
  const { line, json } = await ticketCommand(world, 'show', made.id, '--by', 'Ines')
  expect(json).toMatchObject({ diagnostics: { taken_at: at, lines } })
  const shown = lines.map(({ label, value }) => `    ${label}: ${value}`).join('\n')
  expect(line).toContain(`  diagnostics of ${at}\n${shown}\n`)
})

test('errors of more than a day ago are not counted', async () => {
  const { owner } = await troubled()
  world.clock.set(new Date(FIRST_MOMENT.getTime() + DAY + MINUTE))
  const { lines } = await owner.call(tickets.diagnose)
  expect(lines.filter(({ value }) => value === 'None').map(({ label }) => label)).toEqual([
    'Failed messages, last 24 hours',
    'Refused requests, last 24 hours',
  ])
})

describe('snapshots that a ticket cannot attach', () => {
  test('a ticket cannot attach the snapshot of another account', async () => {
    const [owner, other] = [await world.account(), await world.account()]
    const { id } = await other.call(tickets.diagnose)
    expect(await attach(owner, id)).toMatchObject(expired)
    expect((await attach(other, id)).status).toBe(200)
  })

  test('a ticket cannot attach a snapshot that is unknown, attached already, or older than an hour', async () => {
    const owner = await world.account()
    expect(await attach(owner, uuidv7(FIRST_MOMENT))).toMatchObject(expired)
    const [one, two] = [await owner.call(tickets.diagnose), await owner.call(tickets.diagnose)]
    const both = await Promise.all([attach(owner, one.id), attach(owner, one.id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    world.clock.set(new Date(FIRST_MOMENT.getTime() + HOUR))
    expect(await attach(owner, two.id)).toMatchObject(expired)
  })
})

test('an account keeps its newest snapshots, and needs no ticket for them', async () => {
  const owner = await world.account()
  const ids = []
  for (let nr = 0; nr < 22; nr += 1) ids.push((await owner.call(tickets.diagnose)).id)
  const { rows } = await world.pool.query('select id from ticket_diagnostics where account_id = $1 order by id', [
    owner.id,
  ])
  expect(rows.map(({ id }) => String(id))).toEqual(ids.slice(-20))
})
