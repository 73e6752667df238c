import { rm, writeFile } from 'node:fs/promises'
import { MINUTE } from '@hongyan/contract/durations'
import { upload } from '@hongyan/contract/endpoints/upload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUpload, pdf } from '../../../test/forms.ts'
import { filesOf } from '../../../test/stored-files.ts'
import { newWorld, type SignedIn, type World } from '../../../test/world.ts'
import { newLogger } from '../../kit/logger.ts'
import { signLink } from '../../uploads/links.ts'

let world: World
const lines: string[] = []
beforeAll(async () => {
  world = await newWorld({}, newLogger('debug', { write: (line) => void lines.push(line) }))
})
afterAll(() => world.close())

async function newLink(owner: SignedIn, id?: string): Promise<string> {
  const stored = id ?? (await newUpload(owner)).id
  return (await owner.call(upload.link, { params: { id: stored } })).url
}

/** The status and the error code of a link. */
async function opened(url: string): Promise<readonly [status: number, code: string | null]> {
  const response = await fetch(url)
  const text = await response.text()
  return [response.status, response.ok ? null : (JSON.parse(text) as { error: { code: string } }).error.code]
}
const MISSING = [404, 'not_found'] as const

test('a link returns the file without a session, in headers that keep a browser from running or storing it', async () => {
  const owner = await world.account()
  const file = { ...pdf(), name: '营业执照 (1).pdf' }
  const { id } = await newUpload(owner, 'evidence', file)
  const response = await fetch(await newLink(owner, id), { headers: { range: 'bytes=0-3' } })
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(file.content)).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(file.content.length),
    'content-disposition': `attachment; filename="____ (1).pdf"; filename*=UTF-8''%E8%90%A5%E4%B8%9A%E6%89%A7%E7%85%A7%20%281%29.pdf`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'none',
  })
  expect(response.headers.get('set-cookie')).toBe(null)
})

test('a link expires after 15 minutes', async () => {
  const owner = await world.account()
  const url = await newLink(owner)
  const made = world.clock.now()
  world.clock.set(new Date(made.getTime() + 15 * MINUTE))
  expect((await opened(url))[0]).toBe(200)
  world.clock.set(new Date(made.getTime() + 15 * MINUTE + 1))
  expect(await opened(url)).toEqual(MISSING)
  world.clock.set(made)
})

test('a link with any character altered, removed or added is not found', async () => {
  const url = new URL(await newLink(await world.account()))
  const token = url.pathname.split('/').at(-1) ?? ''
  const other = (character: string) => (character === 'A' ? 'B' : 'A')
  const altered = token.split('').map((character, at) => token.slice(0, at) + other(character) + token.slice(at + 1))
  for (const text of [
    ...altered,
    token.slice(1),
    token.slice(0, -1),
    `${token}A`,
    `${token}=`,
    token.toLowerCase(),
    'x',
  ]) {
    expect(await opened(`${url.origin}/files/${text}`)).toEqual(MISSING)
  }
  expect((await opened(url.href))[0]).toBe(200)
})

test('a link to an upload of another account is not found, even if it is signed', async () => {
  const [owner, other] = [await world.account(), await world.account()]
  const id = (await newUpload(owner)).id
  const token = signLink(world.secrets, { account: other.id, id }, world.clock.now())
  expect(await opened(`${world.address}/files/${token}`)).toEqual(MISSING)
})

test('a link to a deleted upload is not found', async () => {
  const owner = await world.account()
  const { id } = await newUpload(owner)
  const url = await newLink(owner, id)
  await world.pool.query('delete from upload where id = $1', [id])
  expect(await opened(url)).toEqual(MISSING)
})

test('a link to an upload whose object is missing is not found', async () => {
  const owner = await world.account()
  const before = await filesOf(world)
  const url = await newLink(owner)
  for (const file of await filesOf(world)) if (!before.includes(file)) await rm(file)
  expect(await opened(url)).toEqual(MISSING)
})

test('an object that was altered on the disk is an error, and nothing of it is returned', async () => {
  const owner = await world.account()
  const before = await filesOf(world)
  const url = await newLink(owner)
  for (const file of await filesOf(world)) if (!before.includes(file)) await writeFile(file, 'altered')
  expect(await opened(url)).toEqual([500, 'internal'])
})

test('neither a link nor its failure shows its token in the log', async () => {
  const owner = await world.account()
  const url = new URL(await newLink(owner))
  await opened(url.href)
  await opened(`${url.href.slice(0, -1)}A`)
  await fetch(url, { method: 'DELETE' })
  expect(lines.filter((line) => line.includes('/files/'))).toEqual([])
})

test('a page below the files is not found, also for a browser', async () => {
  const response = await fetch(`${world.address}/files/a/b`, { headers: { accept: 'text/html' } })
  expect(response.status).toBe(404)
})
