import { ParseResult } from '@hongyan/contract/vocabulary/job'
import { expect, test } from 'vitest'
import type { RecipientPage } from './read.ts'
import { readInThread } from './in-worker.ts'

/** A program of a thread in place of the one that the build makes. */
const program = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

const OPTIONS = { country: 'US', phoneColumn: null, sheet: null }
const PAGE = `{ columns: [], phone: -1, rows: [], leftOut: [], progress: 1 }`
const START = `import { parentPort, workerData } from 'node:worker_threads';`

const read = (
  text: string,
  take: (page: RecipientPage) => Promise<void> = async () => undefined,
  signal?: AbortSignal,
) =>
  readInThread(
    program(text),
    { kind: 'file', content: new Uint8Array(8) },
    { ...OPTIONS, ...(signal && { signal }) },
    take,
  )

const FAILED = { result: ParseResult.ParseFileFailed, problem: null, counts: { rows: 0 } }

test.each([
  ['ends without a word', ''],
  ['throws', `throw new Error('a bug')`],
  ['ends in the middle', `${START} parentPort.postMessage({ page: ${PAGE} }); process.exit(7)`],
  ['fills its memory', `const kept = []; for (;;) kept.push(new Array(1000).fill(Math.random()))`],
])('a thread that %s makes the file unreadable', async (_, text) => {
  expect(await read(text)).toMatchObject(FAILED)
})

test('pages of a thread are taken one at a time, and it is at most one page ahead', async () => {
  const text = `${START} import { once } from 'node:events';
    for (let nr = 1; nr <= 4; nr += 1) {
      const answered = once(parentPort, 'message');
      parentPort.postMessage({ page: { ...${PAGE}, progress: nr } });
      await answered;
    }
    parentPort.postMessage({ summary: { result: 0, sha256: new Uint8Array([1]), content: workerData.input.content.length } });`
  const taken: number[] = []
  let open = 0
  const summary = await read(text, async ({ progress }) => {
    open += 1
    expect(open).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    taken.push(progress)
    open -= 1
  })
  expect(taken).toEqual([1, 2, 3, 4])
  expect(summary).toMatchObject({ result: ParseResult.Ok, sha256: Buffer.from([1]), content: 8 })
})

test('a page that cannot be taken ends the reading with its error', async () => {
  const text = `${START} parentPort.postMessage({ page: ${PAGE} }); setInterval(() => undefined, 1000)`
  await expect(read(text, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
})

test('a reading ends when its process stops', async () => {
  const stopping = new AbortController()
  const text = `${START} parentPort.postMessage({ page: ${PAGE} }); setInterval(() => undefined, 1000)`
  const reading = read(
    text,
    async () => {
      stopping.abort(new Error('the process stops'))
    },
    stopping.signal,
  )
  await expect(reading).rejects.toThrow('the process stops')
})

test('a page that is taken while its thread dies is taken to its end before the reading ends', async () => {
  let isTaken = false
  // The thread ends once its page is with the server: a page that it posts while it ends may be lost.
  const text = `${START} parentPort.once('message', () => process.exit(7)); parentPort.postMessage({ page: ${PAGE} })`
  const summary = await read(text, async () => {
    for (let turn = 0; turn < 1_000; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    isTaken = true
  })
  expect([summary, isTaken]).toMatchObject([FAILED, true])
})
