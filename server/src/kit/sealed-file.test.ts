import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asyncProperty, assert, constantFrom, nat } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFileKey, openSealed, writeSealed } from './sealed-file.ts'

const SEGMENT = 64 * 1024
const SEALED = SEGMENT + 16

let folder: string
let made = 0
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sealed-'))
})
afterAll(() => rm(folder, { recursive: true }))

const unlimited = { pass: () => Promise.resolve(), inTurn: (sync: () => Promise<void>) => sync() }

async function* inChunks(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function collected(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

async function sealedFile(content: Buffer, chunk = 10_000) {
  const key = newFileKey()
  const file = path.join(folder, String((made += 1)))
  const written = await writeSealed(file, key, inChunks(content, chunk), unlimited)
  return { key, file, written, sealed: await readFile(file) }
}

const opened = (sealed: Buffer, key: Buffer, chunk = 50_000) => collected(openSealed(inChunks(sealed, chunk), key))

test('a sealed file opens to its content, whatever its size and its chunks', async () => {
  const sizes = constantFrom(0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 3 * SEGMENT + 7)
  await assert(
    asyncProperty(sizes, nat(200_000), nat(200_000), async (size, one, other) => {
      const content = randomBytes(size)
      const { key, written, sealed } = await sealedFile(content, one + 1)
      expect(written).toEqual({ size, sha256: createHash('sha256').update(content).digest('hex') })
      expect((await opened(sealed, key, other + 1)).equals(content)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('a sealed file shows nothing of its content, and is readable by its owner alone', async () => {
  const content = Buffer.from('licence number 12345 '.repeat(100))
  const { file, sealed } = await sealedFile(content)
  expect(sealed.includes('licence')).toBe(false)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test.each<[string, (sealed: Buffer) => Buffer]>([
  ['with one altered bit', (sealed) => Buffer.from(sealed).fill((sealed[100] ?? 0) ^ 1, 100, 101)],
  ['cut inside a segment', (sealed) => sealed.subarray(0, SEALED + 100)],
  ['cut behind a segment', (sealed) => sealed.subarray(0, SEALED)],
  ['cut to nothing', () => Buffer.alloc(0)],
  ['with a segment removed', (sealed) => sealed.subarray(SEALED)],
  ['with a segment repeated', (sealed) => Buffer.concat([sealed.subarray(0, SEALED), sealed])],
  [
    'with two segments exchanged',
    (sealed) =>
      Buffer.concat([sealed.subarray(SEALED, 2 * SEALED), sealed.subarray(0, SEALED), sealed.subarray(2 * SEALED)]),
  ],
  ['with bytes behind its end', (sealed) => Buffer.concat([sealed, Buffer.alloc(20)])],
])('a sealed file %s does not open', async (_, change) => {
  const { key, sealed } = await sealedFile(randomBytes(3 * SEGMENT))
  await expect(opened(change(sealed), key)).rejects.toThrow()
})

test('a sealed file does not open with the key of another', async () => {
  const { sealed } = await sealedFile(randomBytes(10))
  await expect(opened(sealed, newFileKey())).rejects.toThrow()
})
