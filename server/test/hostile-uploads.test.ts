import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request as sendRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { type ErrorCode, errors } from '@hongyan/contract/errors'
import { uploadPurposeLimits } from '@hongyan/contract/limits/uploads'
import { type UploadPurpose, uploadPurposes } from '@hongyan/contract/vocabulary/upload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archive, workbook } from './archives.ts'
import { form, image, newUpload, pdf, type TestFile } from './forms.ts'
import { patient } from './patience.ts'
import { below, type Random, randomFrom } from './random.ts'
import { leftBehind } from './stored-files.ts'
import { newWorld, type SignedIn, type World } from './world.ts'

const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_123)
const OF_EACH = process.env['SCALE'] === 'full' ? 200 : 20
const MEGABYTE = 1024 * 1024
/** The most memory that all of them may leave behind. The allocator keeps some of what the images took. */
const LEFT_MEMORY = 150 * MEGABYTE

let world: World
let owner: SignedIn
let samples: Readonly<Record<'jpeg' | 'png' | 'gif', Buffer>>
beforeAll(async () => {
  world = await newWorld()
  owner = await world.account()
  samples = {
    jpeg: await image('jpeg', 300, 200),
    png: await image('png', 300, 200),
    gif: await image('gif', 300, 200),
  }
})
afterAll(() => world.close())

interface Sent {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** Hangs up after these bytes. */
  readonly cutAt?: number
}

/** Workbooks with a sheet of one repeated byte. */
const bombs = [10, 20, 40].map((megabytes) => workbook(Buffer.alloc(megabytes * MEGABYTE, megabytes)))

const pick = <T>(random: Random, all: readonly T[]): T => all[below(random, all.length)] as T // never empty
const noise = (random: Random, size: number): Buffer =>
  Buffer.from(Uint8Array.from({ length: size }, () => below(random, 256)))
const sent = (random: Random, file: TestFile, purpose: UploadPurpose = pick(random, uploadPurposes)): Sent =>
  form({ purpose }, file)

/** The content with some of its bytes changed. */
function damaged(random: Random, content: Buffer): Buffer {
  const copy = Buffer.from(content)
  for (let times = 1 + below(random, 20); times > 0; times -= 1) copy[below(random, copy.length)] = below(random, 256)
  return random() < 0.3 ? copy.subarray(0, 1 + below(random, copy.length)) : copy
}

/** A PNG of a few bytes that claims to be huge. */
function hugeImage(random: Random): Buffer {
  const header = Buffer.alloc(17)
  header.write('IHDR')
  header.writeUInt32BE(8_000 + below(random, 200_000), 4)
  header.writeUInt32BE(8_000 + below(random, 200_000), 8)
  header.set([8, 6, 0, 0, 0], 12)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(header))
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])
  return Buffer.concat([start, header, check, Buffer.from('\0\0\x10\0IDAT'), noise(random, 200)])
}

const names = [
  '../../../../etc/passwd',
  '..\\..\\boot.ini',
  '/dev/null',
  'CON',
  'a\u0000.pdf',
  '\u202efdp.exe',
  '%2e%2e%2fetc',
  '.pdf',
  'x'.repeat(5_000),
  '\ud83d'.toWellFormed(),
  'a;b="c',
  '\r\nX-Injected: 1',
]

/** The families of hostile uploads. Each makes one of its kind from a seeded generator. */
const families: Readonly<Record<string, (random: Random) => Sent>> = {
  'types that lie': (random) =>
    sent(random, {
      name: `photo.${pick(random, ['jpg', 'png', 'pdf', 'csv', 'xlsx'])}`,
      type: pick(random, ['image/jpeg', 'application/pdf', 'text/csv']),
      content: Buffer.concat([
        Buffer.from(pick(random, ['MZ', '\x7fELF', '#!/bin/sh\0', 'PK\x05\x06', '\0\0'])),
        noise(random, 3_000),
      ]),
    }),
  'images that claim to be huge': (random) => sent(random, { content: hugeImage(random) }, 'evidence'),
  'images with damage': (random) =>
    sent(random, { content: damaged(random, pick(random, Object.values(samples))) }, 'attachment'),
  'workbooks that unpack to far more': (random) => sent(random, { content: pick(random, bombs) }, 'recipients'),
  'workbooks with damage': (random) =>
    sent(random, { content: damaged(random, workbook(noise(random, 2_000))) }, 'recipients'),
  'archives that leave their folder or share their bytes': (random) =>
    sent(
      random,
      {
        content: archive([
          { name: '[Content_Types].xml', content: 'x' },
          { name: 'xl/workbook.xml', content: noise(random, 100) },
          pick(random, [
            { name: `${'../'.repeat(1 + below(random, 9))}evil`, content: 'x' },
            { name: 'xl/shared.xml', content: 'x', shares: 1 },
            { name: 'xl/lies.xml', content: 'xx', stated: below(random, 2) },
            { name: 'xl/secret.xml', content: 'x', flags: 1 },
          ]),
        ]),
      },
      'recipients',
    ),
  'names that leave their folder': (random) => sent(random, { ...pdf(), name: pick(random, names) }, 'evidence'),
  'forms with damage': (random) => {
    const { body, headers } = sent(random, pdf())
    const at = below(random, body.length)
    return { headers, body: pick(random, [body.subarray(0, at), Buffer.concat([body, body]), damaged(random, body)]) }
  },
  'connections that end half-way': (random) => {
    const whole = sent(random, { content: noise(random, 200_000) })
    return { ...whole, cutAt: below(random, whole.body.length) }
  },
  'files above their limit': (random) => {
    // All uploads share 20 MB a second, so most of these are small.
    const purpose = random() < 0.9 ? 'evidence' : pick(random, uploadPurposes)
    const { bytes } = uploadPurposeLimits[purpose]
    return sent(random, { content: Buffer.alloc(bytes + 1 + below(random, MEGABYTE), 'a,b\n') }, purpose)
  },
}

/** How the uploads of a family may end: stored, with a code, or without a response. */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  'types that lie': ['upload_wrong_type'],
  'images that claim to be huge': ['upload_too_many_pixels'],
  'images with damage': ['stored', 'upload_damaged', 'upload_wrong_type'],
  'workbooks that unpack to far more': ['upload_unpacks_too_large'],
  'workbooks with damage': ['stored', 'upload_damaged', 'upload_wrong_type', 'upload_unpacks_too_large'],
  'archives that leave their folder or share their bytes': ['upload_damaged'],
  'names that leave their folder': ['stored', 'unreadable', 'missing_params', 'upload_broken_off'],
  'forms with damage': [
    'stored',
    'upload_broken_off',
    'missing_params',
    'restricted_params',
    'invalid_request',
    'upload_wrong_type',
    'not_a_form',
  ],
  'connections that end half-way': ['no response'],
  'files above their limit': ['upload_too_large'],
}

function outcomeOf(answer: { readonly status: number; readonly text: string } | null): string {
  if (answer === null) return 'no response'
  if (answer.status === 200) return 'stored'
  const { code } = (JSON.parse(answer.text) as { error: { code: ErrorCode } }).error
  expect(answer.status).toBe(errors[code].http)
  return code
}

/** Sends it on a connection of its own. Null where the connection ended without a response. */
async function answerTo({ body, headers, cutAt }: Sent): Promise<{ status: number; text: string } | null> {
  const request = sendRequest(`${world.address}/api/upload`, {
    method: 'POST',
    agent: false,
    headers: { ...headers, origin: world.address, cookie: owner.cookie, 'content-length': body.length },
  })
  const failed = once(request, 'error').then(() => null)
  const responded = once(request, 'response').then(async ([response]) => {
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return { status: Number(response.statusCode), text }
  })
  if (cutAt === undefined) request.end(body)
  else request.write(body.subarray(0, cutAt), () => request.destroy())
  return Promise.race([responded.catch(() => null), failed])
}

const openDescriptors = (): number => readdirSync('/proc/self/fd').length

/** Waits until a number is no longer above a bound, and returns it. A pool closes a connection after ten idle seconds. */
async function settled(read: () => number | Promise<number>, most: number): Promise<number> {
  const until = Date.now() + patient(30_000)
  while ((await read()) > most && Date.now() < until) await sleep(20)
  return read()
}

/** Deletes what was accepted, so that the account's limit is never in the way. */
async function deleteAccepted(): Promise<void> {
  await world.pool.query('update upload set delete_after = created_at')
  await world.loops.run('uploads')
}

const upload = (name: string, random: Random): Promise<{ status: number; text: string } | null> =>
  answerTo((families[name] as (random: Random) => Sent)(random))

/** One of each loads the libraries, whose memory and descriptors stay. */
beforeAll(async () => {
  const random = randomFrom(1)
  for (const name of Object.keys(families)) await upload(name, random)
  await newUpload(owner, 'evidence', { content: samples.jpeg })
  await deleteAccepted()
})

test(`${OF_EACH} hostile uploads of each of ten families leave memory, disk and descriptors as they were`, async () => {
  const memory = process.memoryUsage().rss
  const descriptors = openDescriptors()
  for (const name of Object.keys(families)) {
    const random = randomFrom(SEED)
    for (let made = 0; made < OF_EACH; made += 1) {
      const answer = await upload(name, random)
      const outcome = outcomeOf(answer)
      expect(outcomes[name], `${name} ${made}: ${outcome}`).toContain(outcome)
    }
    await deleteAccepted()
  }
  expect(await settled(async () => (await leftBehind(world)).files, 0)).toBe(0)
  expect(await leftBehind(world)).toEqual({ rows: 0, files: 0 })
  expect(await settled(openDescriptors, descriptors)).toBeLessThanOrEqual(descriptors)
  expect(await settled(() => process.memoryUsage().rss - memory, LEFT_MEMORY)).toBeLessThan(LEFT_MEMORY)
  expect((await newUpload(owner)).type).toBe('application/pdf')
})
