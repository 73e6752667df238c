import { notices } from '@hongyan/contract/endpoints/account/notices'
import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUpload } from '../../../../../test/forms.ts'
import { newLentSignature, newSignature, revokeSender } from '../../../../../test/senders.ts'
import { review } from '../../../../../test/submissions.ts'
import { newWorld, type SignedIn, type World } from '../../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const renewed = async (owner: SignedIn, change: object = {}) => ({
  authorised_until: '2027-12-31',
  authorisation: (await newUpload(owner)).id,
  version: 1,
  ...change,
})
const waitingIds = async (name: string): Promise<readonly string[]> => {
  const { waiting } = (await review(world, 'list')).json as { waiting: { id: string; name: string }[] }
  return waiting.filter((each) => each.name === name).map(({ id }) => id)
}
const waitingId = async (name: string): Promise<string> => (await waitingIds(name))[0] ?? ''
const claimed = async (owner: SignedIn, id: string): Promise<boolean> =>
  (
    await world.pool.query(
      'select from upload where account_id = $1 and id = $2 and claimed_by is not null and delete_after is null',
      [owner.id, id],
    )
  ).rowCount === 1

test('a new authorisation waits while the present one serves, and takes its place once it is approved', async () => {
  const owner = await world.account()
  const { id, name, files } = await newLentSignature(world, owner, '2026-12-31')
  const before = files.find(({ field }) => field === 'authorisation')?.id ?? ''
  const body = await renewed(owner)
  const submitted = await owner.call(signatures.renew, { params: { id }, body })
  expect(submitted).toMatchObject({
    status: 4,
    version: 1,
    evidence: { authorised_until: '2026-12-31' },
    renewal: { authorised_until: '2027-12-31' },
  })
  expect(submitted.steps.at(-1)).toMatchObject({ event: 'renew', by: 'owner' })
  expect(await claimed(owner, body.authorisation)).toBe(true)
  await review(world, 'approve', await waitingId(name), '--by', 'Li Wei')
  const approved = await owner.call(signatures.get, { params: { id } })
  expect(approved).toMatchObject({
    status: 4,
    evidence: { authorised_until: '2027-12-31' },
    files: expect.arrayContaining([expect.objectContaining({ field: 'authorisation', id: body.authorisation })]),
    renewal: null,
  })
  expect([await claimed(owner, before), await waitingIds(name)]).toEqual([false, []])
  const stored = await world.pool.query('select expires_at from signature where id = $1', [id])
  expect(stored.rows).toEqual([{ expires_at: new Date('2028-01-01T00:00:00Z') }])
  const { notices: shown } = await owner.call(notices.list)
  expect(shown.find(({ kind }) => kind === 'signature_renewal')).toMatchObject({
    values: { name, state: 'approved', due_on: '2027-12-31' },
  })
})

test('a rejected authorisation leaves the present one in use, and a second one replaces the first that waits', async () => {
  const owner = await world.account()
  const { id, name } = await newLentSignature(world, owner, '2026-12-31')
  const first = await renewed(owner)
  await owner.call(signatures.renew, { params: { id }, body: first })
  const firstId = await waitingId(name)
  const second = await renewed(owner, { authorised_until: '2028-12-31' })
  await owner.call(signatures.renew, { params: { id }, body: second })
  const typed = ['--field', 'authorisation', '--reason', 'authorisation_invalid', '--by', 'Li Wei']
  await expect(review(world, 'reject', firstId, ...typed)).rejects.toThrow('There is no submission')
  expect(await claimed(owner, first.authorisation)).toBe(false)
  await review(world, 'reject', await waitingId(name), ...typed)
  const current = await owner.call(signatures.get, { params: { id } })
  expect(current).toMatchObject({ status: 4, evidence: { authorised_until: '2026-12-31' }, renewal: null })
  expect(current.steps.at(-1)).toMatchObject({ event: 'renewRefused', reasons: [{ code: 'authorisation_invalid' }] })
  expect(await claimed(owner, second.authorisation)).toBe(false)
})

test('a new authorisation is checked as the form checks it, and only an approved name that was lent takes one', async () => {
  const owner = await world.account()
  const { id, name } = await newLentSignature(world, owner, '2026-12-31')
  const asking = async (change: object) =>
    owner.ask(signatures.renew, { params: { id }, body: await renewed(owner, change) })
  expect(await asking({ authorised_until: '2020-12-31' })).toMatchObject({
    body: { error: { code: 'third_party_authorisation_expired', field: 'authorised_until' } },
  })
  expect(await asking({ authorised_until: 'soon' })).toMatchObject({ body: { error: { field: 'authorised_until' } } })
  expect(await asking({ authorisation: '' })).toMatchObject({
    body: { error: { code: 'evidence_missing', field: 'authorisation' } },
  })
  const stale = { status: 409, body: { error: { code: 'state_conflict', details: { current: { id } } } } }
  expect(await asking({ version: 2 })).toMatchObject(stale)
  const own = await newSignature(world, owner)
  const body = await renewed(owner)
  expect(await owner.ask(signatures.renew, { params: { id: own.id }, body })).toMatchObject({ status: 409 })

  await owner.call(signatures.renew, { params: { id }, body })
  await revokeSender(world, id, 'name')
  expect(await waitingIds(name)).toEqual([])
  expect(await asking({})).toMatchObject(stale)
})
