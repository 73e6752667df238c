import { errorWords } from '@hongyan/contract/errors'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './browser.ts'
import { pushAddress, routePaths } from './console-router.ts'
import { newOwner } from './new-owner.ts'
import { patience } from './patience.ts'
import { commonServer } from './server.ts'
import { settleOf } from './settle.ts'
import { startSession } from './sign-in.ts'
import { typeInto } from './type-into.ts'

const server = commonServer()

/** The server's refusal of a suspended account begins with the same sentence. */
const reason = errorWords('account_suspended', 'en').what

/**
 * The actions of a page for a suspended account: those that are disabled with the reason, and the primary ones that are
 * not. Both lists are complete.
 */
interface Actions {
  readonly closed?: readonly string[]
  readonly open?: readonly string[]
}

/** Every route of the console, and forms that an address opens. */
const pages: Readonly<Record<string, Actions>> = {
  '/': { closed: ['Send test message'] },
  '/broadcast': { closed: ['New broadcast'] },
  '/broadcast/new': { closed: ['Check recipients'] },
  '/broadcast/$id': {},
  '/credentials': { closed: ['Create credential', 'Edit'] },
  '/sms/signatures': { closed: ['Create sender ID'] },
  '/sms/signatures?form=new': { closed: ['Submit for review'] },
  '/sms/templates': { closed: ['Create template'] },
  '/sms/templates?form=new': { closed: ['Submit for review'] },
  '/sms/logs': { open: ['Send a message'] },
  '/sms/exports': { open: ['New export'] },
  '/analytics': { open: ['Send a message'] },
  '/phonebooks': { closed: ['New phonebook'] },
  '/phonebooks/$id': { closed: ['Add contact', 'Import'] },
  '/protection': { closed: ['Add number', 'Import'] },
  '/extensions/ip-restriction': { closed: ['Add IP addresses'] },
  '/extensions/sms-rate-limiting': {},
  '/extensions/sms-dlr': { closed: ['Add endpoint', 'Open a test receiver'] },
  '/extensions/sms-dlr?form=new': { closed: ['Add endpoint'] },
  '/upstreams': { closed: ['Add channel'] },
  '/upstreams?form=new': { closed: ['Add channel'] },
  '/transactions': {},
  '/invoices': {},
  '/topup': {},
  '/prices': { open: ['Calculate'] },
  '/verification': { open: ['Start verification'] },
  '/account/settings': { open: ['Save changes'] },
  '/support': { open: ['Submit a ticket'] },
  '/support/new': { open: ['Send ticket'] },
  '/support/tickets/$id': {},
  '/support/status': {},
  '/support/$channel': { open: ['Submit a ticket'] },
}

/** Names and states of the buttons of a page, and of the links that look like primary ones. */
const actionsOf = (page: Page, words: string): Promise<Required<Actions>> =>
  page.evaluate((sentence) => {
    const shown = [...document.querySelectorAll<HTMLElement>('main button, main a.bg-accent')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    )
    const named = (found: readonly HTMLElement[]) => found.map(({ innerText }) => innerText.trim()).toSorted()
    const closed = shown.filter((each) => each.matches(':disabled') && each.title === sentence)
    return { closed: named(closed), open: named(shown.filter((each) => each.matches('.bg-accent:not(:disabled)'))) }
  }, words)

test('what a suspended account may not do is disabled with the server’s reason, on every page', async () => {
  const owner = await newOwner(server, { balance: '10' })
  const { page, problems, close } = await openPage(server.address)
  onTestFinished(close)
  const settle = settleOf(page)
  await startSession(page, owner)
  const make = async (address: string, data: object): Promise<string> => {
    const made = await page.request.put(`/api${address}`, { headers: { origin: server.address }, data })
    expect(made.status()).toBe(200)
    return ((await made.json()) as { id: string }).id
  }
  await make('/credentials', { mode: 1 })
  await make('/sms/recipients', { recipient: '+12065550123', reason: 'block' })
  const book = await make('/phonebooks', { name: 'Regulars' })
  await server.hongyan('account', 'set', owner.identifier, 'acct_status', '1')

  const refused = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { error } = (await refused.json()) as { error: { message: string } }
  expect(error.message.slice(0, reason.length)).toBe(reason)

  await page.goto('/')
  await page.getByRole('button', { name: 'Okay' }).click()
  const routes = await routePaths(page)
  expect(routes.filter((route) => !(route in pages))).toEqual([])
  for (const [address, { closed = [], open = [] }] of Object.entries(pages)) {
    await pushAddress(page, address.replace('$id', book))
    await page.getByRole('heading', { level: 1 }).waitFor(patience)
    await settle()
    await expect.poll(() => actionsOf(page, reason), { message: address }).toEqual({ closed, open })
  }
  await pushAddress(page, '/protection')
  await page.getByRole('button', { name: /^Actions/ }).click()
  const items = page.getByRole('menuitem', { disabled: true })
  await expect.poll(() => items.allInnerTexts()).toEqual([`Delete\n${reason}`])
  await page.getByRole('menuitem', { name: 'View and edit', disabled: false }).waitFor()
  await pushAddress(page, '/upstreams?form=new')
  await page.getByText('Twilio', { exact: true }).click()
  await typeInto(page.getByLabel('Account SID'), `AC${'0123456789abcdef'.repeat(2)}`)
  await typeInto(page.getByLabel('Auth token'), `${'0123456789abcdef'.repeat(2).slice(3)}000`)
  await typeInto(page.getByLabel('From (optional)'), '+12065550100')
  await typeInto(page.getByLabel('Name', { exact: true }), 'Twilio US')
  // As by an account that was suspended after the click.
  await page.locator('main form').evaluate((form: HTMLFormElement) => form.requestSubmit())
  const anyway = page.getByRole('button', { name: 'Save anyway', disabled: true })
  await expect.poll(() => anyway.getAttribute('title', patience)).toBe(reason)
  await pushAddress(page, '/extensions/sms-rate-limiting')
  await page.getByRole('switch', { name: 'Enforce rate limits' }).click()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  const save = preview.getByRole('button', { name: 'Save', disabled: true })
  await expect.poll(() => save.getAttribute('title')).toBe(reason)
  // The broadcast and the ticket do not exist.
  expect(problems.filter((each) => !each.includes('404'))).toEqual([])
})
