import { account } from '@hongyan/contract/endpoints/account/account'
import { session } from '@hongyan/contract/endpoints/account/session'
import { verification } from '@hongyan/contract/endpoints/account/verification'
import { DAY } from '@hongyan/contract/durations'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verifiedAccounts } from '../../../compose/reviews.ts'
import { deliveriesOf } from '../../../../test/deliveries.ts'
import { approveSubmission, newPerson, review, submitted } from '../../../../test/submissions.ts'
import { cookieOf, newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { keepVerificationsUp } from './upkeep.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
beforeEach(() => world.clock.set(APPROVED_AT))
afterAll(() => world.close())

const APPROVED_AT = new Date('2026-11-20T09:00:00Z')
const END = new Date(APPROVED_AT.getTime() + 365 * DAY)
const daysFromEnd = (days: number, seconds = 0) => new Date(END.getTime() + days * DAY + seconds * 1000)

const roundAt = async (at: Date) => {
  world.clock.set(at)
  await keepVerificationsUp({ ...world, accounts: verifiedAccounts })
}
const newVerified = async (choice: Parameters<World['account']>[0] = {}): Promise<SignedIn> => {
  const owner = await world.account({ partition: 'cn', level: 0, balance: '0', ...choice })
  await approveSubmission(world, (await submitted(owner, newPerson())).id)
  return owner
}
/** The owner signed in at the moment of the clock. */
async function signIn(owner: SignedIn): Promise<SignedIn> {
  const { email: identifier, password } = owner
  const answer = await world.visitor().ask(session.create, { body: { identifier, password } })
  return { ...owner, ...world.visitor({ cookie: cookieOf(answer) }) }
}
const readNow = async (owner: SignedIn) => (await signIn(owner)).call(verification.get)
const accountNow = async (owner: SignedIn) => (await signIn(owner)).call(account.get)
const levelOf = async (owner: SignedIn) => (await readNow(owner)).level
const subjectsTo = async ({ email }: SignedIn) =>
  (await deliveriesOf(world)).filter(({ to }) => to === email).map(({ subject }) => subject)

test('the owner is reminded 30, 7 and 1 days before the end and at the end, and stays verified for 30 days more', async () => {
  const owner = await newVerified()
  await deliveriesOf(world)
  const sent: (readonly [number, readonly (string | null)[]])[] = []
  for (const [days, seconds] of [
    [-30, -1],
    [-30, 0],
    [-29, 0],
    [-7, 0],
    [-1, 0],
    [0, 0],
    [29, 0],
    [30, -1],
  ] as const) {
    await roundAt(daysFromEnd(days, seconds))
    sent.push([days, await subjectsTo(owner)])
  }
  expect(sent.filter(([, subjects]) => subjects.length > 0)).toEqual([
    [-30, ['账户实名认证将于 30 天后到期']],
    [-7, ['账户实名认证将于 7 天后到期']],
    [-1, ['账户实名认证将于 1 天后到期']],
    [0, ['账户实名认证已到期']],
  ])
  expect(await accountNow(owner)).toMatchObject({ realname_auth: true })
})

test('without a renewal the account is no longer verified after the grace, and its owner is notified and may submit again', async () => {
  const owner = await newVerified()
  const { current } = await readNow(owner)
  await deliveriesOf(world)
  await roundAt(daysFromEnd(30))
  expect(await subjectsTo(owner)).toEqual(['账户实名认证已失效'])
  expect(await accountNow(owner)).toMatchObject({ realname_auth: false, realname_info: { name: '' } })
  const ended = await readNow(owner)
  expect(ended).toMatchObject({
    level: TrustLevel.New,
    valid: null,
    current: { id: current?.id, status: ReviewStatus.ManualRejected, reasons: [{ code: 'verification_expired' }] },
  })
  const { rows } = await world.pool.query(
    `select actor, operator from audit_entry where account_id = $1 and action = 'verification.expire'`,
    [owner.id],
  )
  expect(rows).toEqual([{ actor: 'system', operator: null }])
  const params = { id: current?.id ?? '' } as { id: NonNullable<typeof current>['id'] }
  const again = await (
    await signIn(owner)
  ).call(verification.resubmit, { params, body: { version: ended.current?.version ?? 0 } })
  expect(again.current?.status).toBe(ReviewStatus.PreApproved)
})

test('a renewal in time begins a new year', async () => {
  const owner = await newVerified()
  await roundAt(daysFromEnd(-7))
  await approveSubmission(world, (await submitted(await signIn(owner), newPerson())).id)
  await roundAt(daysFromEnd(31))
  expect(await readNow(owner)).toMatchObject({
    level: TrustLevel.Verified,
    valid: { valid_until: daysFromEnd(-7 + 365).toISOString() },
  })
})

test('an owner whose renewal waits for a reviewer is not reminded', async () => {
  const owner = await newVerified()
  world.clock.set(daysFromEnd(-31))
  await submitted(await signIn(owner), newPerson())
  await deliveriesOf(world)
  await roundAt(daysFromEnd(-30))
  expect(await subjectsTo(owner)).toEqual([])
})

test('an approval that ends beside a waiting submission leaves that submission waiting', async () => {
  const owner = await newVerified()
  world.clock.set(daysFromEnd(29))
  const { id } = await submitted(await signIn(owner), newPerson())
  await roundAt(daysFromEnd(30))
  expect(await readNow(owner)).toMatchObject({
    valid: null,
    current: { id, status: ReviewStatus.PreApproved },
  })
  await approveSubmission(world, id)
  expect(await levelOf(owner)).toBe(TrustLevel.Verified)
})

test('the end of a verification returns the level to what payments prove, and leaves a level that staff gave', async () => {
  const paid = await newVerified({ balance: '100' })
  const given = await newVerified({ level: TrustLevel.Verified })
  const trusted = await newVerified()
  await world.pool.query('update account set level = 3 where id = $1', [trusted.id])
  await roundAt(daysFromEnd(30))
  expect([await levelOf(paid), await levelOf(given), await levelOf(trusted)]).toEqual([
    TrustLevel.Paid,
    TrustLevel.Verified,
    TrustLevel.Trusted,
  ])
})

test('an approval that a reviewer revokes ends at once, with its reasons', async () => {
  const owner = await newVerified()
  const id = (await readNow(owner)).current?.id ?? ''
  await review(world, 'reject', id, '--field', 'id_number', '--reason', 'fraud', '--by', 'Li Wei')
  expect(await readNow(owner)).toMatchObject({
    valid: null,
    level: TrustLevel.New,
    current: { status: ReviewStatus.ManualRejected, reasons: [{ field: 'id_number', code: 'fraud' }] },
  })
  expect(await accountNow(owner)).toMatchObject({ realname_auth: false })
})

test('two servers remind and end once', async () => {
  const [one, other] = [await newVerified(), await newVerified()]
  await deliveriesOf(world)
  await Promise.all([roundAt(daysFromEnd(-30)), roundAt(daysFromEnd(-30))])
  const subjects = (await deliveriesOf(world)).map(({ to }) => to)
  expect(subjects.filter((to) => to === one.email || to === other.email).toSorted()).toEqual(
    [one.email, other.email].toSorted(),
  )
})

test('a draft is deleted after 30 days', async () => {
  const owner = await world.account()
  await owner.call(verification.saveDraft, { body: { type: 'business', name: 'Lumen' } })
  await roundAt(new Date(APPROVED_AT.getTime() + 30 * DAY))
  expect((await readNow(owner)).draft).not.toBeNull()
  await roundAt(new Date(APPROVED_AT.getTime() + 30 * DAY + 1))
  expect((await readNow(owner)).draft).toBeNull()
})
