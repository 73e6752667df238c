import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { openPage } from '../browser.ts'
import { bothLooks } from '../looks.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { startSession } from '../sign-in.ts'

const server = commonServer()

/** Sends to numbers of the sandbox that end in these digits. */
async function send(page: Page, ...ends: readonly string[]): Promise<void> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
    method: 'POST',
    body: JSON.stringify({ to: ends.map((end) => `+1206555${end}`), text: 'Your parcel is here.' }),
  })
  expect(reply.status).toBe(200)
}

/** Waits until every message has its result, so that no figure moves any more. */
async function settled(page: Page, count: number): Promise<void> {
  await expect
    .poll(async () => {
      const reply = await page.request.get('/api/sms/messages')
      const rows = (await reply.json()) as readonly { done_at: string | null }[]
      return rows.filter(({ done_at: at }) => at !== null).length
    }, patience)
    .toBe(count)
}

const figure = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('link').first()

test('from home, figures are compared with the days before, and lead to their own messages', async () => {
  const { page, problems } = await openAsOwner(server, {}, '/analytics', { balance: '10' })
  await page.getByText('No messages in this period').waitFor()
  await send(page, '0002', '1234', '1235')
  await settled(page, 3)
  await page.goto('/')
  await page.getByRole('region', { name: 'Trends' }).getByRole('link', { name: 'Analytics' }).click()
  await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor()
  await expect.poll(() => figure(page, 'Messages').innerText()).toMatch(/^3\s/)
  await expect.poll(() => figure(page, 'Delivery rate').innerText()).toMatch(/^66\.66%\s/)

  await page.getByRole('switch', { name: 'Compare with the days before' }).click()
  await page.getByText(/^Compared with /).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')).toBe('previous')

  await figure(page, 'Not delivered').click()
  await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor()
  await page.getByRole('link', { name: '+1 206••• ••02' }).waitFor()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(1)

  await page.goBack()
  await page.getByRole('tab', { name: 'Error' }).click()
  const errors = page.getByRole('table', { name: 'Figures by Error' })
  await errors.getByText('undelivered', { exact: true }).waitFor()
  await errors.getByRole('link', { name: / Messages of / }).click()
  await page.getByRole('link', { name: '+1 206••• ••02' }).waitFor()

  await page.goBack()
  await page.getByRole('tab', { name: 'Channel' }).click()
  await page.getByRole('table', { name: 'Figures by Channel' }).getByText('Hongyan Direct', { exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('the chart is read by arrow keys, and its table leads to the messages of a day', async () => {
  const { page } = await openAsOwner(server, {}, '/', { balance: '10' })
  await send(page, '1234')
  await settled(page, 1)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('insights')
  await page.getByRole('option', { name: 'Analytics' }).click()
  const chart = page.getByRole('slider', { name: 'Messages and deliveries by day' })
  await chart.focus()
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/: 1 message, 1 delivered$/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/: 0 messages, 0 delivered$/)

  await page.getByRole('radio', { name: 'Table' }).check({ force: true })
  const days = page.getByRole('table', { name: 'By day' })
  await expect.poll(() => days.locator('tbody').getByRole('row').count()).toBe(30)
  await days
    .getByRole('link', { name: / Delivered of / })
    .first()
    .click()
  await page.getByRole('link', { name: '+1 206••• ••34' }).waitFor()
})

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing on the figures, their table and each breakdown', async () => {
    const { page, close } = await openPage(server.address, { theme, width, locale, height: width === 390 ? 844 : 800 })
    onTestFinished(close)
    await startSession(page, { identifier: 'demo@hongyan.example', password: 'hongyan-demo' })
    const name = `analytics-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
    for (const search of ['', '?view=table&by=error', '?compare=previous&by=template']) {
      await page.goto(`/analytics${search}`)
      await page.getByRole('tabpanel').locator('[data-row]').first().waitFor(patience)
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await picture(page, `${name}${search.replaceAll(/\W/g, '-')}`, { fullPage: true })
    }
  })
})
