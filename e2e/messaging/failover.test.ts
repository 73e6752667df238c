import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { openPage } from '../browser.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { type OwnServer, startServer } from '../server.ts'
import { startSession } from '../sign-in.ts'
import { type Sink, startSink } from '../sink.ts'
import { typeInto } from '../type-into.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'failover-'))
let sink: Sink
let server: OwnServer

beforeAll(async () => {
  sink = await startSink(path.join(folder, 'sink.jsonl'))
  server = await startServer({ SANDBOX_SINK: sink.address })
})

afterAll(async () => {
  await server.stop()
  await sink.stop()
  rmSync(folder, { recursive: true })
})

interface Listed {
  readonly id: string
  readonly upstream: string | null
  readonly upstream_name: string | null
}

/** Sends a message over the public API, and returns it as the log lists it. */
async function send(page: Page, key: string): Promise<Listed> {
  const body = JSON.stringify({ to: '+12065551234', text: 'Your parcel is here.' })
  await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, { method: 'POST', body })
  const [newest] = (await (await page.request.get('/api/sms/messages?limit=1')).json()) as readonly Listed[]
  if (newest === undefined) throw new Error('no message was accepted')
  return newest
}

/** Adds the first channel by its form and activates it. */
async function addChannel(page: Page, name: string): Promise<void> {
  await page.getByText('All traffic uses our own network').waitFor(patience)
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByText('ChuangLan', { exact: true }).click(patience)
  await typeInto(page.getByLabel('Account', { exact: true }), 'N1234567')
  await typeInto(page.getByLabel('Password', { exact: true }), 'wild-goose')
  await typeInto(page.getByLabel('Endpoint'), 'https://smssh1.253.com')
  await typeInto(page.getByLabel('Name', { exact: true }), name)
  await page.getByRole('button', { name: 'Add channel' }).click()
  const sheet = page.getByRole('dialog', { name: `Channel ${name}` })
  await sheet.getByRole('button', { name: 'Activate' }).click(patience)
  await sheet.getByRole('link', { name: 'Routing' }).click(patience)
}

/** Puts a rule in force that sends over a channel, and over the product's own where that fails. */
async function addRule(page: Page, dialog: Locator, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add rule' }).click(patience)
  await typeInto(dialog.getByLabel('Name'), 'Parcels')
  await dialog.getByRole('button', { name: 'Channel 1' }).click()
  await page.getByRole('option', { name }).click()
  await dialog.getByRole('button', { name: 'Add channel' }).click()
  await dialog.getByRole('button', { name: 'Save to draft' }).click()
  await page.getByRole('button', { name: 'Activate draft' }).click(patience)
  await dialog.getByText(`${name} then Hongyan Direct`).waitFor(patience)
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('heading', { name: 'Version 1', exact: true }).waitFor(patience)
}

test('a first channel is added and routed, and once its provider fails, a message and its sheet show the failover in both languages', async () => {
  const { page, owner, problems } = await openAsOwner(server, {}, '/upstreams', { balance: '10' })
  await addChannel(page, 'Ostrava')
  const dialog = page.getByRole('dialog')
  await addRule(page, dialog, 'Ostrava')
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { readonly key: string }
  let upstream: string | null = null
  const sendFirst = async () => {
    const first = await send(page, key)
    upstream = first.upstream
    return first.upstream_name
  }
  await expect.poll(sendFirst, { ...patience, interval: 500 }).toBe('Ostrava')
  await sink.fail(String(upstream))
  const { id } = await send(page, key)
  const address = `/sms/logs?open=${id}`
  await page.goto(address)
  await dialog.getByText('Ostrava · Rule “Parcels”').first().waitFor(patience)
  await dialog.getByText('From Ostrava to Hongyan Direct · Rule “Parcels” · Not Ostrava: Down').waitFor(patience)
  await dialog.getByText('Delivered', { exact: true }).first().waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'failover-1280')
  expect(problems).toEqual([])

  const { page: phone, close } = await openPage(server.address, {
    locale: 'zh-CN',
    width: 390,
    height: 844,
    theme: 'dark',
  })
  onTestFinished(close)
  await startSession(phone, owner)
  await phone.goto(address)
  await phone
    .getByRole('dialog')
    .getByText('由 Ostrava 改为鸿雁直连 · 规则“Parcels” · 未选 Ostrava：')
    .waitFor(patience)
  await picture(phone, 'failover-390')
})
