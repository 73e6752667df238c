import { HOUR } from '@hongyan/contract/durations'
import { upload } from '@hongyan/contract/endpoints/upload'
import type { UploadId } from '@hongyan/contract/ids'
import { upload as limits } from '@hongyan/contract/limits/uploads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUpload, pdf } from '../../test/forms.ts'
import { leftBehind } from '../../test/stored-files.ts'
import { newWorld, type SignedIn, type World } from '../../test/world.ts'
import { alone, inTransaction } from '../db/tx.ts'
import { createHeld } from '../kit/held.ts'
import { keyedQueue } from '../kit/keyed-queue.ts'
import type { Storage } from '../providers/storage/storage.ts'
import { type Claim, claimUploads, releaseUploads, scheduleDeletion, uploadsOf } from './claims.ts'
import { openUpload } from './open.ts'
import { receiveUpload } from './receive.ts'
import { uploadLoop } from './sweep.ts'
import { type Uploads, writingLimits } from './uploads.ts'

let world: World
beforeAll(async () => {
  world = await newWorld()
})
afterAll(() => world.close())

const idOf = async (owner: SignedIn): Promise<UploadId> => (await newUpload(owner)).id
const claim = (owner: SignedIn, ids: readonly UploadId[], rest: Partial<Claim> = {}) =>
  inTransaction(world.pool, (tx) =>
    claimUploads(tx, { account: owner.id, ids, purpose: 'evidence', subject: 'review 1', field: 'images', ...rest }),
  )
const idsOf = async (owner: SignedIn, subject = 'review 1') =>
  (await uploadsOf(alone(world.pool), owner.id, subject)).map(({ id }) => id)
const isOpen = async (owner: SignedIn, id: string): Promise<boolean> =>
  (await owner.ask(upload.link, { params: { id } })).status === 200

/** Runs the loop at a time after now, and sets the clock back. */
async function sweepAfter(milliseconds: number): Promise<void> {
  const now = world.clock.now()
  world.clock.set(new Date(now.getTime() + milliseconds))
  await world.loops.run('uploads')
  world.clock.set(now)
}

const isStored = async (id: string): Promise<boolean> =>
  (await world.pool.query('select from upload where id = $1', [id])).rows.length > 0

const unavailable = { code: 'upload_unavailable', field: 'images' }

describe('claims', () => {
  test('a subject gets its uploads in the order of the request, and may claim them again', async () => {
    const owner = await world.account()
    const [one, two] = [await idOf(owner), await idOf(owner)]
    expect((await claim(owner, [two, one, two])).map(({ id }) => id)).toEqual([two, one])
    expect((await claim(owner, [one])).map(({ id }) => id)).toEqual([one])
    expect(await idsOf(owner)).toEqual([one, two])
  })

  test.each<[string, (owner: SignedIn, id: UploadId) => Promise<unknown>]>([
    ['of another account', async (_, id) => claim(await world.account(), [id])],
    ['for another purpose', (owner, id) => claim(owner, [id], { purpose: 'attachment' })],
    [
      'of another subject',
      async (owner, id) => {
        await claim(owner, [id], { subject: 'review 2' })
        return claim(owner, [id])
      },
    ],
    [
      'that was deleted',
      async (owner, id) => {
        await sweepAfter(limits.unclaimedFor)
        return claim(owner, [id])
      },
    ],
    [
      'that is not stored yet',
      async (owner, id) => {
        await world.pool.query('update upload set stored_at = null where id = $1', [id])
        return claim(owner, [id])
      },
    ],
  ])('an upload %s is refused, and with it the whole claim', async (_, run) => {
    const owner = await world.account()
    await expect(run(owner, await idOf(owner))).rejects.toMatchObject(unavailable)
    const good = await idOf(owner)
    const unknown = '01a1f82f-1e80-7263-b806-44a5dd9a7d93' as UploadId // a UUIDv7
    await expect(claim(owner, [good, unknown], { subject: 'review 3' })).rejects.toMatchObject(unavailable)
    expect(await idsOf(owner, 'review 3')).toEqual([])
  })

  test('more uploads than the purpose allows are refused', async () => {
    const owner = await world.account()
    const ids = await Promise.all(Array.from({ length: 6 }, () => idOf(owner)))
    await expect(claim(owner, [...ids, await idOf(owner)])).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await claim(owner, ids)).toHaveLength(6)
  })

  test('of two subjects that claim one upload at the same moment, one gets it', async () => {
    const owner = await world.account()
    for (let round = 0; round < 10; round += 1) {
      const id = await idOf(owner)
      const subjects = [`one ${round}`, `two ${round}`]
      const results = await Promise.allSettled(subjects.map((subject) => claim(owner, [id], { subject })))
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('deletion', () => {
  test('an upload that no feature claims is deleted after a day, its object too', async () => {
    const owner = await world.account()
    const id = await idOf(owner)
    await sweepAfter(limits.unclaimedFor - 1)
    expect(await isOpen(owner, id)).toBe(true)
    await sweepAfter(limits.unclaimedFor)
    expect(await isOpen(owner, id)).toBe(false)
    expect(await isStored(id)).toBe(false)
    const { rows, files } = await leftBehind(world)
    expect(files).toBe(rows)
  })

  test('a claimed upload stays until its subject schedules its deletion', async () => {
    const owner = await world.account()
    const id = await idOf(owner)
    await claim(owner, [id])
    await sweepAfter(100 * limits.unclaimedFor)
    expect(await isOpen(owner, id)).toBe(true)
    const at = new Date(world.clock.now().getTime() + HOUR)
    await scheduleDeletion(alone(world.pool), owner.id, 'review 1', at)
    await sweepAfter(HOUR - 1)
    expect(await isOpen(owner, id)).toBe(true)
    await sweepAfter(HOUR)
    expect(await isOpen(owner, id)).toBe(false)
  })

  test('a released upload can be claimed by another subject, and is deleted after a day unless it is', async () => {
    const owner = await world.account()
    const [kept, released, forgotten] = [await idOf(owner), await idOf(owner), await idOf(owner)]
    await claim(owner, [kept, released, forgotten])
    await releaseUploads(alone(world.pool), owner.id, 'review 1', world.clock.now(), [kept])
    expect(await idsOf(owner)).toEqual([kept])
    await claim(owner, [released], { subject: 'review 2' })
    await sweepAfter(limits.unclaimedFor)
    expect(await Promise.all([kept, released, forgotten].map((id) => isOpen(owner, id)))).toEqual([true, true, false])
  })

  test('the loop counts the uploads that wait for deletion', async () => {
    const owner = await world.account()
    await sweepAfter(1_000 * limits.unclaimedFor)
    await idOf(owner)
    const loop = uploadLoop(uploadsWith(brokenStorage))
    expect(await loop.backlog?.()).toBe(0)
    world.clock.set(new Date(world.clock.now().getTime() + limits.unclaimedFor))
    expect(await loop.backlog?.()).toBe(1)
  })
})

const brokenStorage: Storage = {
  put: () => Promise.reject(new Error('the storage is away')),
  open: () => Promise.reject(new Error('the storage is away')),
  remove: () => Promise.reject(new Error('the storage is away')),
}

/** The world's uploads on another storage. */
const uploadsWith = (storage: Storage): Uploads => ({
  pool: world.pool,
  clock: world.clock,
  secrets: world.secrets,
  storage,
  incoming: `${world.config.dataDir}/files/incoming`,
  running: createHeld(1, 1),
  writing: writingLimits(),
  examining: keyedQueue(),
})

describe('a process that dies', () => {
  test('before an upload is complete leaves a row that nothing reads, and the loop removes row and object', async () => {
    const owner = await world.account()
    const id = await idOf(owner)
    const due = new Date(world.clock.now().getTime() + limits.completedWithin)
    await world.pool.query('update upload set stored_at = null, delete_after = $2 where id = $1', [id, due])
    expect(await isOpen(owner, id)).toBe(false)
    await sweepAfter(limits.completedWithin)
    const { rows, files } = await leftBehind(world)
    expect(files).toBe(rows)
    expect(await isStored(id)).toBe(false)
  })

  test('between the object and the row leaves a row that nothing reads, and the loop tries again', async () => {
    const owner = await world.account()
    const id = await idOf(owner)
    const now = world.clock.now()
    world.clock.set(new Date(now.getTime() + limits.unclaimedFor))
    await expect(uploadLoop(uploadsWith(brokenStorage)).run(new AbortController().signal)).rejects.toThrow('away')
    expect(await openUpload(uploadsWith(brokenStorage), owner.id, id)).toBe(null)
    expect(await isOpen(owner, id)).toBe(false)
    world.clock.set(now)
    await sweepAfter(limits.unclaimedFor + HOUR)
    expect(await isStored(id)).toBe(false)
  })
})

test('an upload that cannot be stored leaves neither row nor file', async () => {
  const owner = await world.account()
  const before = await leftBehind(world)
  const { content } = pdf()
  async function* chunks() {
    yield content
  }
  const removable = { ...brokenStorage, remove: () => Promise.resolve() }
  const receive = receiveUpload(uploadsWith(removable), owner.id, async (take) => ({
    purpose: 'evidence',
    file: await take({ name: 'a.pdf', content: chunks() }),
  }))
  await expect(receive).rejects.toThrow('away')
  expect(await leftBehind(world)).toEqual(before)
})
