import { account } from '@hongyan/contract/endpoints/account/account'
import { notices } from '@hongyan/contract/endpoints/account/notices'
import { verification } from '@hongyan/contract/endpoints/account/verification'
import { TrustLevel } from '@hongyan/contract/vocabulary/account'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableProcess, newKillableProcess } from '../../../../test/killable-process.ts'
import { randomFrom } from '../../../../test/random.ts'
import { approveSubmission, newPerson, rejectSubmission, submitted } from '../../../../test/submissions.ts'
import { newWorld, type SignedIn, type World } from '../../../../test/world.ts'
import { openKysely } from '../../../db/connect.ts'
import type { Schema } from '../../../db/schema.ts'

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000)
const RACES = process.env['SCALE'] === 'full' ? 50 : 8

let world: World
/** A reviewer's process beside the server. */
let killable: KillableProcess
let reviewer: World
beforeAll(async () => {
  world = await newWorld()
  killable = newKillableProcess(world.databaseUrl)
  reviewer = { ...world, pool: killable.pool, db: openKysely<Schema>(killable.pool) }
})
afterAll(async () => {
  await killable.pool.end()
  await world.close()
})

const newOwner = () => world.account({ partition: 'cn', level: 0, balance: '0' })

/** Everything that a decision changes, as its owner sees it and as the audit log has it. */
async function stateOf(owner: SignedIn) {
  const { current, valid, level } = await owner.call(verification.get)
  const { realname_auth: verified, realname_info: info } = await owner.call(account.get)
  const { notices: sent } = await owner.call(notices.list)
  const { rows } = await world.pool.query<{ action: string }>(
    `select action from audit_entry where account_id = $1 and actor = 'staff'`,
    [owner.id],
  )
  return {
    status: current?.status ?? null,
    isValid: valid !== null,
    level,
    verified,
    name: info.name,
    notices: sent.map(({ kind }) => kind),
    decisions: rows.map(({ action }) => action),
  }
}

const undecided = { isValid: false, level: TrustLevel.New, verified: false, name: '', notices: [], decisions: [] }
const waiting = { ...undecided, status: ReviewStatus.PreApproved }
const approved = {
  status: ReviewStatus.Approved,
  isValid: true,
  level: TrustLevel.Verified,
  verified: true,
  name: '陈嘉禾',
  notices: ['verification_approved'],
  decisions: ['verification.approve'],
}
const rejected = {
  ...undecided,
  status: ReviewStatus.ManualRejected,
  notices: ['verification_rejected'],
  decisions: ['verification.reject'],
}

test.each([
  ['an approval', approveSubmission, approved],
  ['a rejection', rejectSubmission, rejected],
] as const)(
  `a reviewer whose process is killed during %s leaves all of it or nothing, at every moment (KILL_SEED=${seed})`,
  async (_, decide, decided) => {
    const random = randomFrom(seed)
    let deaths = 0
    for (let after = 1, isDone = false; !isDone; after += 1) {
      const owner = await newOwner()
      const { id } = await submitted(owner, newPerson())
      const inFlight = random() < 0.5
      isDone = await killable.live(async () => void (await decide(reviewer, id)), { after, inFlight })
      const state = await stateOf(owner)
      expect([waiting, decided]).toContainEqual(state)
      if (isDone) expect(state).toEqual(decided)
      else deaths += 1
      if (state.status === ReviewStatus.PreApproved) await decide(world, id)
      expect(await stateOf(owner)).toEqual(decided)
    }
    expect(deaths).toBeGreaterThan(5)
  },
)

const isDone = ({ status }: PromiseSettledResult<unknown>): boolean => status === 'fulfilled'

test('an approval and a withdrawal at the same moment on two servers end as one of them, whole', async () => {
  for (let race = 0; race < RACES; race += 1) {
    const owner = await newOwner()
    const { id } = await submitted(owner, newPerson())
    const [approval, withdrawal] = await Promise.all([
      Promise.allSettled([approveSubmission(reviewer, id)]),
      owner.ask(verification.withdraw, { params: { id } }),
    ])
    const isApproved = approval.every(isDone)
    expect(withdrawal.status).toBe(isApproved ? 409 : 200)
    expect(await stateOf(owner)).toEqual(isApproved ? approved : { ...undecided, status: null })
  }
})

test('two reviewers who decide at the same moment on two servers leave one decision, whole', async () => {
  for (let race = 0; race < RACES; race += 1) {
    const owner = await newOwner()
    const { id, version } = await submitted(owner, newPerson())
    // A decision without a version may also revoke an approval.
    const shown = String(version)
    const results = await Promise.allSettled([
      approveSubmission(reviewer, id, '--version', shown),
      rejectSubmission(world, id, 'name', 'name_mismatch', '--version', shown),
    ])
    expect(results.filter(isDone)).toHaveLength(1)
    expect(await stateOf(owner)).toEqual(results[0].status === 'fulfilled' ? approved : rejected)
  }
})

test('a form that is submitted anew while its rejected one is approved or repaired elsewhere is one submission', async () => {
  for (let race = 0; race < RACES; race += 1) {
    const owner = await newOwner()
    const { id } = await submitted(owner, newPerson())
    await rejectSubmission(world, id)
    const version = (await owner.call(verification.get)).current?.version ?? 0
    const answers = await Promise.all([
      owner.ask(verification.submit, { body: newPerson() }),
      owner.ask(verification.resubmit, { params: { id }, body: { version, name: '陈嘉和' } }),
      approveSubmission(reviewer, id).then(
        () => ({ status: 200 }),
        () => ({ status: 409 }),
      ),
    ])
    const [submit, resubmit, approval] = answers.map(({ status }) => status === 200)
    // Only the repaired form can be approved, and a later submission stands beside an approval.
    expect([submit, resubmit].filter(Boolean)).toHaveLength(submit && approval ? 2 : 1)
    const { rows } = await world.pool.query<{ status: number }>(
      `select status from verification where account_id = $1`,
      [owner.id],
    )
    const isApproved = ({ status }: { status: number }) => status === ReviewStatus.Approved
    expect(rows.filter(isApproved)).toHaveLength(approval ? 1 : 0)
    expect(rows.filter((row) => !isApproved(row))).toHaveLength(submit || !approval ? 1 : 0)
  }
})
