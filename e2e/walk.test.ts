import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from './browser.ts'
import { codeSentTo } from './codes.ts'
import { untilFocused } from './focus.ts'
import { patience } from './patience.ts'
import { commonServer } from './server.ts'

const server = commonServer()

/** The most presses of Tab on the way to an element. */
const FURTHEST = 60

/** The focused element as a screen reader announces it: its role, and its name in quotation marks. */
async function announced(page: Page): Promise<string> {
  const focused = page.locator(':focus')
  // Behind the last element of a page comes the browser's own bar.
  if ((await focused.count()) === 0) return 'browser "bar"'
  const [first = ''] = (await focused.ariaSnapshot()).split('\n')
  // A line with a colon in its name is quoted.
  return /^- '?(\w+(?: "[^"]*")?)/.exec(first)?.[1] ?? first
}

/** Presses Tab until an element is announced whose name begins so. Every element on the way has a name of its own. */
async function tabTo(
  page: Page,
  role: 'button' | 'checkbox' | 'link' | 'radio' | 'textbox',
  name: string,
): Promise<void> {
  await page.getByRole(role, { name }).first().waitFor(patience)
  const heard: string[] = []
  while (heard.length < FURTHEST) {
    await page.keyboard.press('Tab')
    const now = await announced(page)
    heard.push(now)
    expect(now).toMatch(/^\w+ "[^"]+/)
    if (now.startsWith(`${role} "${name}`)) return
  }
  throw new Error(`Tab leads to no ${role} "${name}", but to ${heard.join(', ')}`)
}

/** Waits until the focus has come to an element that is announced by these words. */
async function arriveAt(page: Page, words: string): Promise<void> {
  await expect.poll(() => announced(page), patience).toContain(words)
}

test('a stranger signs up, sends the first message and tops up by names and the keyboard alone', async () => {
  const { page, problems, close } = await openPage(server.address)
  onTestFinished(close)
  const { keyboard } = page
  const email = 'walker@example.com'

  await page.goto('/signup')
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await tabTo(page, 'radio', 'International')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await arriveAt(page, 'heading "Step 2 of 3')
  await tabTo(page, 'textbox', 'Email or phone')
  await keyboard.type(email)
  await keyboard.press('Enter')
  await arriveAt(page, 'textbox "Code"')
  await keyboard.type(await codeSentTo(server, email))
  await keyboard.press('Enter')
  await arriveAt(page, 'heading "Step 3 of 3')
  await tabTo(page, 'textbox', 'Your name (optional)')
  await keyboard.type('Mei Tan')
  await tabTo(page, 'textbox', 'Password')
  await keyboard.type('wild goose')
  await keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Welcome, Mei Tan' }).waitFor(patience)
  await tabTo(page, 'link', 'Create credential')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor(patience)
  await tabTo(page, 'button', 'Create your first credential')
  await keyboard.press('Enter')
  await untilFocused(page.getByRole('dialog', { name: 'Create credential' }))
  await tabTo(page, 'radio', 'Simple mode')
  await keyboard.press('Space')
  await tabTo(page, 'button', 'Create')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).waitFor(patience)
  await tabTo(page, 'button', 'Done')
  await keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await keyboard.press('g')
  await keyboard.press('h')
  await page.getByText('1 of 4 done').waitFor(patience)
  await tabTo(page, 'button', 'Send test message')
  await keyboard.press('Enter')
  await page.getByText('2 of 4 done').waitFor(patience)

  await keyboard.press('Control+k')
  await arriveAt(page, 'combobox "')
  await keyboard.type('top up')
  await page.getByRole('option', { name: /^Top up/, selected: true }).waitFor(patience)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Top up', level: 1 }).waitFor(patience)
  await tabTo(page, 'textbox', 'Amount')
  await keyboard.type('20')
  await tabTo(page, 'checkbox', '')
  await keyboard.press('Space')
  await tabTo(page, 'button', 'Top up $20.00')
  const opening = page.waitForEvent('popup')
  await keyboard.press('Enter')
  const payment = await opening
  await payment.waitForURL((url) => url.pathname.startsWith('/sandbox/checkout/'))
  await tabTo(payment, 'button', 'Pay ')
  await payment.keyboard.press('Enter')
  const balance = async () => ((await (await page.request.get('/api/account')).json()) as Account).balance_amount
  await expect.poll(balance, patience).toBe('20.161500')
  expect(problems).toEqual([])
})
