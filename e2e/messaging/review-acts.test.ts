import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { type OwnServer, startServer } from '../server.ts'

const MINUTE = 60_000
/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let server: OwnServer
let folder: string

/** Sets the server's clock beside the browser's, which is right. */
const setClock = (offset: number): void => writeFileSync(path.join(folder, 'offset'), String(offset))

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hongyan-clock-'))
  setClock(-25 * MINUTE)
  server = await startServer({
    AVATAR_URL_CN: 'none',
    SANDBOX_FILING_SECONDS: '3600',
    CLOCK_FILE: path.join(folder, 'offset'),
    NODE_OPTIONS: `--import=${path.resolve(import.meta.dirname, '../steered-clock.mjs')}`,
  })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function stored(page: Page, address: string, data: object): Promise<string> {
  const reply = await page.request.put(`/api${address}`, { data, headers: { origin: server.address } })
  if (!reply.ok()) throw new Error(await reply.text())
  return ((await reply.json()) as { readonly id: string }).id
}

async function newSender(page: Page, name: string): Promise<string> {
  const file = { name: 'licence.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }
  const multipart = { purpose: 'evidence', file }
  const upload = await page.request.post('/api/upload', { multipart, headers: { origin: server.address } })
  const { id: licence } = (await upload.json()) as { readonly id: string }
  return stored(page, '/sms/signatures', {
    name,
    kind: 1,
    usage: 'own',
    regions: ['cn'],
    scenes: [1, 2, 3],
    industry: 'ECOMMERCE',
    purpose: '向下单用户发送验证码和物流通知。',
    evidence: { registration_number: '91999999EJGC9P6N5T', licence },
  })
}

const newTemplate = (page: Page): Promise<string> =>
  stored(page, '/sms/templates', {
    name: 'Order shipped',
    scene: 2,
    language: 'zh-CN',
    content: '您的订单{order}已发货。',
    industry: 'ECOMMERCE',
    variables: [{ name: 'order', type: 'id', max_length: 20, sample: 'A20261123' }],
  })

/** Presses a button, and the one of the same name in the question that it asks. */
async function withdraw(page: Page): Promise<void> {
  await page
    .getByRole('menuitem', { name: 'Withdraw' })
    .or(page.getByRole('button', { name: 'Withdraw' }))
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
}

test('reviews are urged once and withdrawn, and a failed filing is repeated, on a phone', async () => {
  const look = { width: 390, height: 844 }
  const shape = { partition: 'cn', fields: { realname_auth: 'true' } } as const
  const { page, problems } = await openAsOwner(server, look, null, shape)
  const [kept, dropped] = [await newSender(page, '流明快递'), await newSender(page, '流明速运')]
  await newTemplate(page)
  setClock(0)

  await page.goto(`/sms/signatures?open=${kept}`)
  const sheet = page.getByRole('dialog', { name: 'Sender ID 流明快递' })
  await sheet.getByRole('button', { name: 'Send reminder' }).click()
  await sheet.getByText('Reminder sent').waitFor(patience)
  expect(await sheet.getByRole('button', { name: /^Send reminder/ }).count()).toBe(0)

  await page.goto('/sms/templates')
  const menu = page.getByRole('button', { name: 'Actions for Order shipped' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Send reminder' }).click()
  await page.getByText('Reviewers have been reminded').first().waitFor(patience)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Send reminder' }).count()).toBe(0)
  await withdraw(page)
  await page.getByText('Start with a template').waitFor(patience)

  await page.goto(`/sms/signatures?open=${dropped}`)
  await withdraw(page)
  await expect.poll(() => page.getByRole('link', { name: '【流明速运】' }).count(), patience).toBe(0)

  await server.hongyan('review', 'approve', kept, '--by', 'Li Wei')
  await server.hongyan('filing', 'fail', kept, '--carrier', 'CUCC', '--reason', '资料不清晰', '--by', 'Li Wei')
  await page.goto(`/sms/signatures?open=${kept}`)
  await sheet.getByText('资料不清晰').first().waitFor()
  const refile = sheet.getByRole('button', { name: 'File again at China Unicom' })
  await refile.click()
  await expect.poll(() => refile.count(), patience).toBe(0)
  expect(await sheet.getByText('Filing', { exact: true }).count()).toBe(4)
  expect(problems).toEqual([])
})
