import { SECOND } from '@hongyan/contract/durations'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { senderDeps } from '../../../../compose/reviews.ts'
import { readArguments } from '../../../../kit/command.ts'
import { deliveriesOf } from '../../../../../test/deliveries.ts'
import { eventually, newSender } from '../../../../../test/sender.ts'
import { newLentSignature } from '../../../../../test/senders.ts'
import { newWorld, type SignedIn, type World } from '../../../../../test/world.ts'
import { signatureCommands } from './commands.ts'
import { keepAuthorisationsUp } from './upkeep.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
beforeEach(() => world.clock.set(new Date('2026-11-20T09:00:00Z')))
afterAll(() => world.close())

const END = new Date('2027-01-01T00:00:00Z')
const roundAt = async (at: Date) => {
  world.clock.set(at)
  await keepAuthorisationsUp({ ...senderDeps(world), pool: world.pool })
}
const subjectsTo = async ({ email }: SignedIn) =>
  (await deliveriesOf(world)).filter(({ to }) => to === email).map(({ subject }) => subject)

/** An approved sender ID that a client lent until the end of 2026. */
const lent = (owner: SignedIn) => newLentSignature(world, owner, '2026-12-31')
const storedRow = async (id: string) =>
  (await world.pool.query('select status, reasons from signature where id = $1', [id])).rows[0] as unknown

test('a third party’s authorisation is followed by reminders, and its last day ends the sender ID with an error of its own', async () => {
  const owner = await world.account({ balance: '1' })
  const { id, name } = await lent(owner)
  const { send } = await newSender(world, owner)
  const message = { to: '+447400123477', text: 'Hello', signature: name, dryRun: true }
  await deliveriesOf(world)
  const sent: (readonly [string, readonly (string | null)[]])[] = []
  for (const day of ['2026-12-01', '2026-12-02', '2026-12-10', '2026-12-25', '2026-12-31']) {
    await roundAt(new Date(`${day}T00:00:00Z`))
    sent.push([day, await subjectsTo(owner)])
  }
  expect(sent).toEqual([
    ['2026-12-01', []],
    ['2026-12-02', [`The authorisation of ${name} ends in 30 days`]],
    ['2026-12-10', []],
    ['2026-12-25', [`The authorisation of ${name} ends in 7 days`]],
    ['2026-12-31', [`The authorisation of ${name} ends in 1 day`]],
  ])
  world.clock.set(new Date(END.getTime() - SECOND))
  expect((await send(message)).status).toBe(200)
  world.clock.set(END)
  const refused = await send(message)
  expect([refused.body.code, refused.body.details?.error]).toEqual(['107122', 'third_party_authorisation_expired'])
  await Promise.all([roundAt(END), roundAt(END)])
  expect(await subjectsTo(owner)).toEqual([`Sender ID ${name} rejected`])
  expect(await storedRow(id)).toMatchObject({ status: 2, reasons: [{ code: 'authorisation-expired' }] })
  expect((await send(message)).body.details?.error).toBe('third_party_authorisation_expired')
  const { rows } = await world.pool.query(
    `select actor, action from audit_entry where subject = $1 and actor = 'system'`,
    [id],
  )
  expect(rows).toEqual([{ actor: 'system', action: 'signature.reject' }])
})

test('an authorisation that staff renew goes on without a pause, and its reminders begin anew', async () => {
  const owner = await world.account({ balance: '1' })
  const { id, name } = await lent(owner)
  const [renew] = signatureCommands
  const renewing = (...typed: string[]) =>
    renew?.run(senderDeps(world), readArguments(renew, [id, ...typed, '--by', 'Li Wei']))
  await expect(renewing('--until', 'soon')).rejects.toThrow('--until must be a day to come')
  await renewing('--until', '2027-06-30')
  expect(await owner.call(signatures.get, { params: { id } })).toMatchObject({
    status: 4,
    evidence: { authorised_until: '2027-06-30' },
  })
  const { send } = await newSender(world, owner)
  await deliveriesOf(world)
  await roundAt(new Date('2027-06-01T00:00:00Z'))
  expect(await subjectsTo(owner)).toEqual([`The authorisation of ${name} ends in 30 days`])
  const message = { to: '+447400123478', text: 'Hello', signature: name, dryRun: true }
  await eventually(
    () => send(message),
    ({ status }) => status === 200,
  )
})
