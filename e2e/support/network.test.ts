import { expect, test } from 'vitest'
import { violations } from '../axe.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { commonServer } from '../server.ts'

const server = commonServer()
const texts = ['--text-en', 'A carrier is slow.', '--text-zh', '某运营商处理缓慢。', '--by', 'ops']

test('an owner finds an incident and the channels of support, and follows both', async () => {
  const title = ['--title-en', 'Delays to India', '--title-zh', '印度短信延迟']
  const opened = [
    'incident',
    'open',
    '--severity',
    'degraded',
    '--country',
    'IN',
    '--partition',
    'cn',
    ...title,
    ...texts,
  ]
  const { id } = (await server.hongyan(...opened)) as { id: string }
  const { page, problems } = await openAsOwner(server, {}, '/support/wechat', { partition: 'cn' })

  const dialog = page.getByRole('dialog', { name: 'WeChat' })
  await dialog.getByRole('img', { name: 'QR code of WeChat' }).waitFor(patience)
  expect(await dialog.getByRole('link', { name: 'Open WeChat' }).getAttribute('href')).toMatch(
    /^https:\/\/work\.weixin/,
  )
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/support')

  await page.getByText('Delays to India').waitFor()
  await page.getByRole('link', { name: 'All countries' }).click()
  await page.getByRole('heading', { name: 'Network status', level: 1 }).waitFor(patience)
  await page.getByText('A carrier is slow.').waitFor()
  expect(await violations(page)).toEqual([])
  await server.hongyan('incident', 'close', id, ...texts)
  await page.reload()
  await page.getByText('Resolved').first().waitFor(patience)
  expect(problems).toEqual([])
})
