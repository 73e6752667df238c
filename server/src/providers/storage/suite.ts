import { randomBytes } from 'node:crypto'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Storage } from './storage.ts'

/** An adapter under test. */
export interface StorageUnderTest {
  /** `folder` is for this test alone. */
  readonly start: (folder: string) => Promise<{ readonly storage: Storage; readonly stop?: () => Promise<void> }>
  /** The keys of all stored objects. */
  readonly keys: (folder: string) => Promise<readonly string[]>
}

/** The tests that every adapter passes. */
export function suiteOfStorage({ start, keys }: StorageUnderTest): void {
  let folder: string
  let storage: Storage
  let stop: (() => Promise<void>) | undefined
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'storage-'))
    ;({ storage, stop } = await start(folder))
  })
  afterAll(async () => {
    await stop?.()
    await rm(folder, { recursive: true })
  })

  const newKey = (): string => randomBytes(16).toString('hex')

  async function put(content: Buffer): Promise<string> {
    const key = newKey()
    const file = path.join(folder, `file-${key}`)
    await writeFile(file, content)
    await storage.put(key, file)
    await rm(file, { force: true })
    return key
  }

  async function read(key: string): Promise<Buffer | null> {
    const stream = await storage.open(key)
    if (stream === null) return null
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  test.each([0, 1, 70_000, 3_000_000])('an object of %i bytes is read as it was stored', async (size) => {
    const content = randomBytes(size)
    const key = await put(content)
    expect((await read(key))?.equals(content)).toBe(true)
    await storage.remove(key)
  })

  test('a removed object is gone, and removing it again succeeds', async () => {
    const [kept, key] = [await put(Buffer.from('kept')), await put(Buffer.from('removed'))]
    await storage.remove(key)
    await storage.remove(key)
    expect(await read(key)).toBe(null)
    expect(await keys(folder)).toEqual([kept])
    expect((await read(kept))?.toString()).toBe('kept')
  })

  test('an object that was never stored is not there', async () => {
    expect(await storage.open(newKey())).toBe(null)
  })

  test('a file that is missing stores nothing', async () => {
    const key = newKey()
    await expect(storage.put(key, path.join(folder, 'missing'))).rejects.toThrow('ENOENT')
    expect(await storage.open(key)).toBe(null)
  })

  test('a stream that is abandoned leaves its object whole', async () => {
    const key = await put(randomBytes(1_000_000))
    const stream = await storage.open(key)
    stream?.destroy()
    expect((await read(key))?.length).toBe(1_000_000)
  })

  test.each(['', '..', '../../etc/passwd', 'ABC', `${'a'.repeat(31)}/`, 'a'.repeat(33)])(
    'the text %j is no key',
    async (key) => {
      const file = path.join(folder, 'untouched')
      await writeFile(file, 'x')
      await expect(storage.put(key, file)).rejects.toThrow('no key')
      await expect(storage.open(key)).rejects.toThrow('no key')
      await expect((async () => storage.remove(key))()).rejects.toThrow('no key')
      await access(file)
    },
  )
}
