import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()
const address = '/extensions/sms-dlr'

/** Opens a receiver by its call, and returns its address. */
async function openReceiver(page: Page): Promise<string> {
  const reply = await page.request.put('/api/plugins/sms-dlr/receiver', { headers: { origin: server.address } })
  return ((await reply.json()) as { url: string }).url
}

test('an endpoint is added after bad input, receives a test event, and a delivery is replayed and found by its id, the endpoint by its name', async () => {
  const { page, problems } = await openAsOwner(server, {}, address, { balance: '10' })
  await page.getByText('No endpoints yet').waitFor(patience)
  await picture(page, 'webhooks-empty-1280')
  await page.getByRole('button', { name: 'Open a test receiver' }).click()
  await page.getByText('Waiting for the first request…').waitFor(patience)
  await page.getByRole('link', { name: 'Use this address' }).click()
  const url = await page.getByLabel('URL', { exact: true }).inputValue()
  const name = page.getByLabel('Name', { exact: true })
  await typeInto(page.getByLabel('URL', { exact: true }), 'shop.example')
  await page.getByLabel('URL', { exact: true }).press('Enter')
  await page.getByText('Enter a name of up to 48 characters.').waitFor()
  await page.getByText('Enter a full URL without a user name.').waitFor()
  await typeInto(name, 'Orders')
  await typeInto(page.getByLabel('URL', { exact: true }), url)
  await typeInto(page.getByLabel('Events per request'), '101')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByText('Enter a number from 1 to 100.').waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'webhooks-form-1280', { fullPage: true })
  const countries = page.getByLabel('Countries', { exact: true })
  await countries.selectOption({ label: 'United States (US)' })
  await countries.selectOption({ label: 'Japan (JP)' })
  await page.getByRole('button', { name: 'Remove Japan (JP)' }).click()
  await typeInto(page.getByLabel('Events per request'), '1')
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor(patience)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await page.getByText(/^whsec_/).waitFor(patience)
  await page.getByText('United States', { exact: true }).waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, 'webhooks-settings-1280')

  await page.getByRole('tab', { name: 'Test' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Delivered', { exact: true }).waitFor(patience)
  const requests = page.getByRole('list', { name: 'Received requests' })
  await requests.getByText('webhook-signature').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'webhooks-test-1280', { fullPage: true })

  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
    method: 'POST',
    body: JSON.stringify({ to: '+12065551234', text: 'Your parcel is here.' }),
  })
  await page.getByRole('tab', { name: 'Deliveries' }).click()
  const row = page.getByRole('row').filter({ hasText: 'sms.message.delivered' })
  await row.getByText('Succeeded').waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'webhooks-deliveries-1280')
  await row.getByRole('link').first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Attempt 1', { exact: true }).waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'webhooks-delivery-1280')
  await sheet.getByRole('button', { name: 'Replay' }).click()
  await sheet.getByText('Attempt 2', { exact: true }).waitFor(patience)

  await page.goto('/sms/logs')
  await page.getByRole('row').filter({ hasText: 'Delivered' }).getByRole('link').first().click()
  const delivery = page.getByRole('dialog').getByRole('link', { name: 'Orders' })
  await delivery.waitFor(patience)
  await delivery.scrollIntoViewIfNeeded()
  expect(await violations(page)).toEqual([])
  await picture(page, 'webhooks-message-1280')
  await delivery.click()
  await page.getByRole('dialog').getByText('Attempt 2', { exact: true }).waitFor(patience)

  const webhookId = await page.getByRole('dialog').getByText(/^msg_/).textContent()
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor(patience)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill(webhookId ?? '')
  await page.getByRole('option').filter({ hasText: 'Webhook delivery' }).click(patience)
  await page.getByRole('dialog').getByText('Attempt 2', { exact: true }).waitFor(patience)

  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor(patience)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('orde')
  await page.getByRole('option').filter({ hasText: 'Webhook endpoint' }).filter({ hasText: 'Orders' }).click(patience)
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor(patience)
  expect(problems).toEqual([])
})

test('on a phone in Chinese, a receiver becomes an endpoint that is removed by its name', async () => {
  const look = { theme: 'dark', locale: 'zh-CN', width: 390, height: 844 } as const
  const { page } = await openAsOwner(server, look, null)
  const url = await openReceiver(page)
  await page.goto(`${address}?form=new&url=${encodeURIComponent(url)}`)
  await typeInto(page.getByLabel('名称', { exact: true }), '订单')
  expect(await violations(page)).toEqual([])
  await picture(page, 'webhooks-form-390', { fullPage: true })
  await page.getByRole('button', { name: '添加端点' }).click()
  await page.getByRole('heading', { level: 1, name: '订单' }).waitFor(patience)
  await page.getByRole('button', { name: '订单的操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  const alert = page.getByRole('alertdialog')
  await alert.getByRole('button', { name: '删除' }).click()
  await page.getByText('暂无端点').waitFor(patience)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
