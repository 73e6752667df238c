import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { pushAddress } from '../console-router.ts'
import { bothLooks } from '../looks.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'

const server = commonServer()

/** Sends to numbers of the sandbox that end in these digits, and waits until the log has their ends. */
async function send(page: Page, ...ends: readonly string[]): Promise<void> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
    method: 'POST',
    body: JSON.stringify({ to: ends.map((end) => `+1206555${end}`), text: 'Your parcel is here.' }),
  })
  expect(reply.status).toBe(200)
  await expect
    .poll(async () => {
      const log = (await (await page.request.get('/api/sms/messages')).json()) as readonly { done_at: string | null }[]
      return log.filter(({ done_at: at }) => at !== null).length
    }, patience)
    .toBe(ends.length)
}

test('the log’s filters become a file that is downloaded, and the export is deleted', async () => {
  const { page, problems } = await openAsOwner(server, {}, null, { balance: '10' })
  await send(page, '0002', '1234')
  await page.goto('/sms/logs?status=5')
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New export' })
  await dialog.getByText('1 filter of its page applies').waitFor()
  await dialog.getByText('1 row', { exact: true }).waitFor(patience)
  await dialog.getByLabel('Name').fill('Undelivered')
  expect(await violations(page)).toEqual([])
  await picture(page, 'exports-dialog')
  await dialog.getByRole('button', { name: 'Create export' }).click()
  const file = page.getByRole('link', { name: 'Download Undelivered' })
  await file.waitFor(patience)
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()])
  const [head = '', ...rows] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(head).toContain('Status')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain('Undelivered')

  await page.getByRole('button', { name: 'Actions for Undelivered' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No exports yet').waitFor(patience)
  expect(problems).toEqual([])
})

test('an export from a log with an end alone has the days that the log shows, none of them out of range, and no period without days', async () => {
  const { page, problems } = await openAsOwner(server, {}, '/sms/logs?to=2026-01-10', { balance: '10' })
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New export' })
  await dialog.getByText('0 rows', { exact: true }).waitFor(patience)
  await dialog.getByRole('button', { name: /^Period 11 Oct 2025 – 10 Jan 2026$/ }).click()
  const periods = page.getByRole('dialog', { name: 'Period' })
  await periods.getByRole('button', { name: 'Last 7 days' }).waitFor()
  expect(await periods.getByRole('button', { name: 'All time' }).count()).toBe(0)
  await periods.getByRole('button', { name: 'Saturday, 10 January 2026' }).first().waitFor()
  expect(await periods.getByRole('group', { description: 'Out of range' }).count()).toBe(0)
  expect(await periods.getByRole('button', { description: 'Out of range' }).count()).toBe(0)
  expect(problems).toEqual([])
})

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing in the list of exports and in the form', async () => {
    const look = { theme, locale, width, height: width === 390 ? 844 : 800 } as const
    const { page } = await openAsOwner(server, look, '/sms/exports', { balance: '10' })
    await send(page, '1234')
    const isEnglish = locale === 'en-US'
    await pushAddress(page, '/sms/exports?new=messages')
    const create = page.getByRole('button', { name: isEnglish ? 'Create export' : '创建导出' })
    await create.waitFor(patience)
    await page.getByText(isEnglish ? 'More options' : '更多选项').click()
    expect(await violations(page)).toEqual([])
    await picture(page, `exports-form-${width}-${theme}`)
    await create.click()
    await page
      .getByText(isEnglish ? 'Finished' : '已完成', { exact: true })
      .first()
      .waitFor(patience)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await picture(page, `exports-${width}-${theme}`)
  })
})
