import type { IpRestriction, SavedIpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { keepRules, saveChange } from './queries.ts'

const rules: IpRestriction = {
  version: 7,
  enabled: true,
  mode: 'allow',
  reportOnly: false,
  entries: [],
  revert_at: null,
  reverted_at: null,
  own_address: '203.0.113.7',
  strict: true,
  countries: false,
  callers: [],
}
const entry = { cidr: '198.51.100.0/24', effect: 'allow', note: '', credential: null } as const

/** Replies as the server does whose rules have this version: every change cuts a caller off. */
function answer({ version, confirmed }: SavedIpRestriction, stored: number): Response {
  const refuse = (code: string, details: object) =>
    Response.json({ error: { code, message: 'Refused.', details } }, { status: 409 })
  if (version !== stored) return refuse('state_conflict', {})
  if (!confirmed) return refuse('ip_lock_out', { callers: [], total: 1, own_address: null })
  return Response.json({ ...rules, version: stored + 1 })
}

let stored: number
let sent: SavedIpRestriction[]

beforeEach(() => {
  stored = rules.version
  sent = []
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const saved = JSON.parse(body) as SavedIpRestriction // the only call with a body
    sent.push(saved)
    return answer(saved, stored)
  })
  keepRules(rules)
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a confirmed change of the IP rules is the one whose callers were shown', async () => {
  expect(await saveChange({ entries: [entry] }, async () => true)).toBe(true)
  const [first, second] = sent
  expect(first).toMatchObject({ version: 7, entries: [entry], confirmed: false })
  expect(second).toEqual({ ...first, confirmed: true })
})

test('a confirmed change of the IP rules is refused when another session saved its own meanwhile', async () => {
  const saving = saveChange({ entries: [entry] }, async () => {
    stored = 8
    keepRules({ ...rules, version: stored })
    return true
  })
  await expect(saving).rejects.toMatchObject({ code: 'state_conflict' })
  expect(sent.map(({ version }) => version)).toEqual([7, 7])
})
