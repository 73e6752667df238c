import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { openPage } from '../browser.ts'
import { bothLooks } from '../looks.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'
import { signIn } from '../sign-in.ts'

const server = commonServer()
const demo = { identifier: 'demo@hongyan.example', password: 'hongyan-demo' }

/** So many that a broadcast of one a second is still sending when a person looks at it. */
const numbers = Array.from({ length: 60 }, (_, nr) => `+120655501${String(nr).padStart(2, '0')}`)
const HOUR = 3_600_000

interface Choice {
  readonly to?: readonly string[]
  readonly plan?: { readonly time: string; readonly at: string | null; readonly speed: number | null }
}

/** Makes a broadcast by the calls of the wizard, for the next hour where no plan is given. */
async function schedule(
  page: Page,
  name: string,
  { to = numbers, plan: own }: Choice = {},
): Promise<{ readonly id: string }> {
  const headers = { origin: server.address }
  const made = async (reply: Awaited<ReturnType<Page['request']['post']>>): Promise<{ readonly id: string }> => {
    if (!reply.ok()) throw new Error(await reply.text())
    return (await reply.json()) as { readonly id: string }
  }
  const source = { source: 1, input: to.join('\n'), country: 'US' }
  const audience = await made(await page.request.post('/api/broadcasts/parse', { headers, data: source }))
  const message = {
    signature: null,
    template: 'pub_order_shipped_en',
    text: null,
    scene: 2,
    variables: { order: { value: 'A19' }, time: { value: '14:00' } },
    accepted_bad: 0,
  }
  const at = new Date(Date.now() + HOUR).toISOString()
  const plan = { local: null, window: null, canary: 0, stop_above: null, ...(own ?? { time: 'at', at, speed: 1 }) }
  const order = { audience: audience.id, message, plan }
  const quote = await made(await page.request.post('/api/broadcasts/quote', { headers, data: order }))
  return made(await page.request.put('/api/broadcasts', { headers, data: { name, quote: quote.id, repeat: true } }))
}

test('a scheduled broadcast is deleted from the list; another one is started, paused, resumed and stopped, and its messages lead back to it', async () => {
  const { page, problems } = await openAsOwner(server, {}, '/broadcast', { balance: '10' })
  await page.getByText('Send your first broadcast').waitFor()
  expect(await violations(page)).toEqual([])
  await schedule(page, 'Wrong date')
  await schedule(page, 'Order news')
  await page.goto('/broadcast')

  await page.getByRole('button', { name: 'Actions for Wrong date' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Are you sure you want to delete the broadcast "Wrong date"?').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Broadcast deleted').waitFor(patience)
  await expect.poll(() => page.getByRole('link', { name: 'Wrong date' }).count(), patience).toBe(0)

  expect(await page.getByRole('link', { name: 'Phonebooks' }).getAttribute('href')).toBe('/phonebooks')
  await page.getByRole('link', { name: 'Order news' }).click()
  const state = page.getByRole('region', { name: 'Status' })
  await state.getByText('Scheduled', { exact: true }).waitFor(patience)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Start now')
  await state.getByText('Sending', { exact: true }).waitFor(patience)
  // The page shows the first receipt without a reload.
  const arrived = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Delivered' }) })
  await expect.poll(() => arrived.textContent(), patience).not.toBe('Delivered0')
  await press('Pause')
  await state.getByText('Paused', { exact: true }).waitFor(patience)
  expect(await violations(page)).toEqual([])
  await picture(page, 'broadcast-paused', { fullPage: true })
  await press('Resume')
  await state.getByText('Sending', { exact: true }).waitFor(patience)
  await press('Stop')
  await question.getByText(/get no message\. A stopped broadcast can’t be resumed\./).waitFor()
  await question.getByRole('button', { name: 'Stop' }).click()
  await state.getByText('Stopped', { exact: true }).waitFor(patience)
  expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0)

  await page.getByRole('link', { name: 'View in logs' }).click()
  await page.locator('[data-row] a[data-opens]').first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Order news' }).click()
  await page.getByRole('heading', { level: 1, name: 'Order news' }).waitFor(patience)
  expect(problems).toEqual([])
})

test('the page of a small broadcast that starts at once follows it and its recipients to the last receipt', async () => {
  const { page, problems } = await openAsOwner(server, {}, '/broadcast', { balance: '10' })
  const choice = { to: numbers.slice(0, 5), plan: { time: 'now', at: null, speed: null } }
  const made = await schedule(page, 'Small news', choice)
  // The page loads before the first message is handed over.
  await page.route(`**/api/broadcasts/${made.id}`, (route) => route.fulfill({ json: made }), { times: 1 })
  await page.route(
    `**/api/broadcasts/${made.id}/recipients?*`,
    async (route) => {
      const response = await route.fetch()
      const rows = (await response.json()) as readonly object[]
      await route.fulfill({ response, json: rows.map((row) => ({ ...row, state: 'waiting' })) })
    },
    { times: 1 },
  )
  await page.goto(`/broadcast/${made.id}`)
  await page.getByRole('region', { name: 'Status' }).getByText('Every recipient has a result.').waitFor(patience)
  const arrived = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Delivered' }) })
  expect(await arrived.textContent()).toBe('Delivered5')
  await expect.poll(() => page.locator('[data-row]').getByText('Delivered', { exact: true }).count(), patience).toBe(5)
  expect(problems).toEqual([])
})

const words = {
  'en-US': { paused: 'Paused', finished: 'Finished', scheduled: 'Scheduled', why: 'Why messages didn’t arrive' },
  'zh-CN': { paused: '已暂停', finished: '已完成', scheduled: '待发送', why: '未送达原因' },
} as const

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('the demo shows a broadcast of each kind, and axe finds nothing on its page', async () => {
    const { page, close } = await openPage(server.address, { theme, width, locale, height: width === 390 ? 844 : 800 })
    onTestFinished(close)
    await signIn(page, demo, '/broadcast')
    const { paused, finished, scheduled, why } = words[locale]
    for (const state of [scheduled, paused, finished]) {
      await page.locator('[data-row]').getByText(state, { exact: true }).first().waitFor(patience)
    }
    await picture(page, `broadcasts-${width}-${theme}`)
    await page.getByRole('link', { name: 'Autumn sale, last days' }).click()
    await page.getByRole('heading', { name: why }).waitFor(patience)
    await page.locator('[data-row]').first().waitFor(patience)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await picture(page, `broadcast-finished-${width}-${theme}`, { fullPage: true })
  })
})
