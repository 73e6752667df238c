import { errors, errorWords } from '@hongyan/contract/errors'
import type { InboxMessage } from '@hongyan/contract/public-api/inbox'
import type { SendReply } from '@hongyan/contract/public-api/send'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { looks } from '../looks.ts'
import { patience } from '../patience.ts'
import { commonServer } from '../server.ts'
import { runSample, standing } from '../samples.ts'
import { runInShell } from '../shell.ts'
import { signIn, startSession } from '../sign-in.ts'
import { picture } from '../pictures.ts'

const reader = { identifier: 'you@example.com', password: 'secret12' }
/** The account and its credential, made on the command line. */
const accountFor = (identifier: string) =>
  `npm run hongyan -- account create --email ${identifier} --password ${reader.password} \\
  --partition us --currency USD --balance 100 --json`
const credentialFor = (identifier: string) =>
  `npm run hongyan -- credential create --account ${identifier} --mode simple --by me --json`
const KEPT = 'The send function, curl'
/** The samples that call it, in the order of the page. */
const CALLS = ['Send in HMAC mode', 'Send to multiple numbers', 'Estimate the price', 'Send the same request twice']

const server = commonServer()

async function openDocs(look: Look = {}, anchor = ''): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await watched.page.goto(`/docs${anchor}`)
  // The last section of the page is drawn after the first ones.
  await watched.page.locator('#errors').waitFor()
  return watched
}

/** The command below a title, or the sample in one language, as the copy button copies it. */
const commandBelow = async (page: Page, title: string): Promise<string> => {
  const role = title.includes(', ') ? 'tabpanel' : 'region'
  return (await page.getByRole(role, { name: title, exact: true }).textContent()) ?? ''
}

/** Shows every sample in a language. */
const choose = async (page: Page, language: string): Promise<void> => {
  await page.getByRole('tab', { name: language, exact: true }).first().click()
  await page.getByRole('tabpanel', { name: `The send function, ${language}`, exact: true }).waitFor()
}

interface Reply {
  readonly code: string
  readonly data: SendReply
}

const lastLine = (output: string): string => output.trimEnd().split('\n').at(-1) ?? ''

/** The fields of a response and their types, without the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
}

interface Reader {
  readonly page: Page
  /** The variables of the page, with the key and the secret of the reader. */
  readonly settings: Readonly<Record<string, string>>
  /** Runs lines in a shell with the variables of the page. */
  readonly shell: (lines: string) => Promise<string>
  /** Runs the commands below these titles, one after the other. */
  readonly run: (...titles: readonly string[]) => Promise<string>
}

/** Opens the page as an owner with a credential in simple mode, whose key the page fills in, and sets the variables. */
async function followToShell(identifier = reader.identifier): Promise<Reader> {
  const installation = { DATA_DIR: server.dataDir }
  await runInShell(accountFor(identifier), installation)
  const credential = await runInShell(credentialFor(identifier), installation)
  const { key, secret } = JSON.parse(lastLine(credential)) as { key: string; secret: string }
  const { page } = await openDocs()
  expect(await commandBelow(page, 'Set up your shell')).toContain("KEY='YOUR_ACCESS_KEY_ID'")
  await startSession(page, { ...reader, identifier })
  await page.reload()
  await page.getByText('Your newest key is filled in below.').waitFor()
  const template = await commandBelow(page, 'Set up your shell')
  expect(template).toContain(`ENDPOINT='${server.address}'`)
  expect(template).toContain(`KEY='${key}'`)
  const variables = template.replace('YOUR_ACCESS_KEY_SECRET', secret)
  const shell = (lines: string) => runInShell(`${variables}\n${lines}`)
  const run = async (...titles: readonly string[]) =>
    shell((await Promise.all(titles.map((title) => commandBelow(page, title)))).join('\n'))
  return { page, settings: { ENDPOINT: server.address, KEY: key, SECRET: secret }, shell, run }
}

/** Runs every signed command, which must work in both modes. */
async function runWhatIsSigned({ page, shell, run }: Reader): Promise<void> {
  expect(JSON.parse(await run(KEPT, 'Send in HMAC mode, curl'))).toMatchObject({ code: '0' })

  const several = JSON.parse(await run(KEPT, 'Send to multiple numbers, curl')) as Reply
  expect(several.data.messages.map(({ to, error }) => [to, error?.code])).toEqual([
    ['+12065550100', undefined],
    ['+6581234567', undefined],
    ['12', '107111'],
  ])
  const quote = JSON.parse(await run(KEPT, 'Estimate the price, curl')) as Reply
  expect(quote.data.messages).toMatchObject([{ id: null, iso: 'SG', price: '0.036000' }])

  const twice = await run(KEPT, 'Send the same request twice, curl')
  const [first, second] = [...twice.matchAll(/"id":"([0-9a-f]{32})"/g)].map(([, id]) => id)
  expect(first).toBeDefined()
  expect(second).toBe(first)
  expect(twice).toMatch(/idempotent-replayed: true/i)

  const script = (await commandBelow(page, 'Send from Node.js')).replaceAll("'", `'\\''`)
  expect(await shell(`node --input-type=module -e '${script}'`)).toMatch(/^[0-9a-f]{32}\n$/)
}

/** Switches the reader’s credential to HMAC mode, as the page describes. */
async function switchToHmac(): Promise<void> {
  const { page, close } = await openPage(server.address)
  await signIn(page, reader, '/credentials')
  await page.getByRole('link', { name: /^Edit / }).click()
  await page.getByRole('radio', { name: /^HMAC mode/ }).click({ force: true })
  await page.getByRole('button', { name: 'Switch to HMAC mode' }).click()
  await page.getByText('Credential updated').first().waitFor()
  await close()
}

test('every command of the page runs unchanged, in both modes', async () => {
  const followed = await followToShell()
  const { page, run } = followed
  const reply: unknown = JSON.parse(await run('Send in simple mode, curl'))
  expect(shapeOf(reply)).toEqual(shapeOf(JSON.parse(await commandBelow(page, 'Reply'))))
  const inbox = async () => JSON.parse(await run('Read the sandbox inbox')) as InboxMessage[]
  await expect.poll(async () => (await inbox())[0]?.text, patience).toBe('Your parcel is at the door.')
  await runWhatIsSigned(followed)

  await switchToHmac()
  const refused = async () => JSON.parse(await run('Send in simple mode, curl')) as unknown
  await expect.poll(refused, patience).toMatchObject({ code: '104201', message: 'InvalidSignature' })
  await runWhatIsSigned(followed)

  expect((await run('Check your code')).trim()).toBe(await commandBelow(page, 'Signature'))
  const wrongField = `send '{"to":"+12065550100","txt":"Hello"}'`
  const failure = await followed.shell(`${await commandBelow(page, KEPT)}\n${wrongField}`)
  expect(JSON.parse(failure)).toEqual(JSON.parse(await commandBelow(page, 'Reply for an unknown field')))
})

test('every sample runs as printed, in each language whose runtime is installed', async () => {
  const { page, settings } = await followToShell('samples@example.com')
  for (const runtime of await standing()) {
    await choose(page, runtime.title)
    const code = async (title: string) => commandBelow(page, `${title}, ${runtime.title}`)
    const simple = await runSample(runtime, await code('Send in simple mode'), '', settings)
    expect([runtime.title, JSON.parse(simple)]).toMatchObject([runtime.title, { code: '0' }])

    // An order for each language: the languages write the same JSON with other spaces, which a key refuses.
    const order = `order-${runtime.title.replaceAll(/\W/g, '')}`
    const calls = (await Promise.all(CALLS.map(code))).join('\n').replaceAll('order-4711', order)
    const printed = await runSample(runtime, await code('The send function'), calls, settings)
    // Go prints the absent error behind each reply.
    const lines = printed
      .trimEnd()
      .replaceAll(/ <nil>$/gm, '')
      .split('\n')
    const replies = lines.map((line) => JSON.parse(line) as Reply)
    const results = replies.map(({ code: outcome, data }) =>
      outcome === '0'
        ? data.messages.map(({ id, error }) => error?.code ?? (id === null ? 'estimated' : 'sent'))
        : outcome,
    )
    expect([runtime.title, ...results]).toEqual([
      runtime.title,
      ['sent'],
      ['sent', 'sent', '107111'],
      ['estimated'],
      ['sent'],
      ['sent'],
    ])
    expect(replies.at(-1)?.data.messages[0]?.id).toBe(replies.at(-2)?.data.messages[0]?.id)
  }
})

test('the chosen language holds for every sample and after a reload', async () => {
  const { page, problems } = await openDocs()
  await page.getByRole('tab', { name: 'Python', exact: true }).first().click()
  await page.keyboard.press('ArrowRight')
  const chosen = () => page.locator('[role=tab][aria-selected=true]').allTextContents()
  await expect.poll(async () => new Set(await chosen())).toEqual(new Set(['Go']))
  await page.reload()
  await expect.poll(async () => new Set(await chosen())).toEqual(new Set(['Go']))
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.locator('.hljs-keyword').first().waitFor()
  expect(problems).toEqual([])
})

test('the search finds a passage by its words and leads there by keyboard', async () => {
  const { page } = await openDocs()
  await page.keyboard.press('/')
  const search = page.getByRole('search').filter({ visible: true })
  await page.keyboard.type('idempotency key')
  await search
    .getByRole('status')
    .filter({ hasText: /^\d results$/ })
    .waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const passage = page.locator('#idempotency :focus')
  await expect.poll(() => passage.count()).toBe(1)
  await expect.poll(async () => (await passage.boundingBox())?.y ?? 0, patience).toBeGreaterThan(56)

  await page.keyboard.press('/')
  await page.keyboard.type('zebra')
  await search.getByText('No results. Try fewer words.').waitFor()
})

test('the commands are the same in both languages, and can be copied', async () => {
  const [english, chinese] = [await openDocs(), await openDocs({ locale: 'zh-CN' })]
  const code = (page: Page) => page.locator('pre').allTextContents()
  expect(await code(chinese.page)).toEqual(await code(english.page))
  await expect.poll(() => chinese.page.title()).toBe('快速入门 · 鸿雁')

  const { page } = english
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).first().click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe(await commandBelow(page, 'Set up your shell'))
  expect([...english.problems, ...chinese.problems]).toEqual([])
})

test('outside a sandbox the page names no demo account, inbox or test number', async () => {
  const watched = await openPage(server.address)
  onTestFinished(watched.close)
  const { page } = watched
  await page.route('**/sandbox/inbox*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/docs')
  await page.getByRole('heading', { name: 'Get an account' }).waitFor()
  const text = await page.getByRole('main').innerText()
  expect(text).not.toMatch(/hongyan-demo|sandbox|npm run/i)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await expect.poll(() => contents.getByRole('link', { name: 'Sign your requests' }).count()).toBe(1)
  await expect.poll(() => contents.getByRole('link', { name: 'Test numbers' }).count()).toBe(0)
})

test('every section has an anchor, and none promises what does not exist', async () => {
  const { page } = await openDocs()
  const contents = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  const anchors = await contents.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(anchors.length).toBeGreaterThan(10)
  for (const anchor of anchors) await expect.poll(() => page.locator(anchor).count()).toBe(1)
  // The shortcut of home leads here. The call for codes does not exist yet.
  expect(anchors).toContain('#otp')
  expect(await page.getByRole('main').innerText()).not.toContain('otp.send')
})

test('an anchor scrolls to its section, on the page and from outside', async () => {
  const { page } = await openDocs({}, '#hmac')
  const heading = (name: string) => page.getByRole('heading', { name })
  const current = page.locator('[aria-current=location]').first()
  await expect.poll(() => current.innerText(), patience).toBe('Sign your requests')
  const top = (await heading('Sign your requests').boundingBox())?.y
  expect(top).toBeGreaterThan(56)
  expect(top).toBeLessThan(200)

  await page.getByRole('link', { name: 'Test numbers', exact: true }).first().click()
  await expect.poll(() => current.innerText(), patience).toBe('Test numbers')
  await expect.poll(() => new URL(page.url()).hash).toBe('#test-numbers')
})

test.each([['en-US', 'Errors', 'en']] as const)(
  'the table of errors in %s has the server’s texts',
  async (locale, label, language) => {
    const { page } = await openDocs({ locale })
    const table = page.getByRole('table', { name: label })
    for (const code of [
      'invalid_signature',
      'insufficient_funds',
      'invalid_phone_number',
      'restricted_params',
    ] as const) {
      const row = await table
        .getByRole('row')
        .filter({ hasText: new RegExp(`${code}(?!_)`) })
        .innerText()
      const { number, word, http } = errors[code]
      const { what, todo } = errorWords(code, language)
      for (const part of [number, word, String(http), what, todo]) expect(row).toContain(part)
    }
  },
)

test('a code without a page leads to the search of all codes, and from there to a page', async () => {
  const { page, problems, close } = await openPage(server.address)
  onTestFinished(close)
  await page.goto('/docs/errors/DELIVRD')
  await page.getByRole('heading', { name: 'No page for “DELIVRD”' }).waitFor()
  await page.getByRole('searchbox').fill('balance price')
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Insufficient balance' }).waitFor()
  await expect.poll(() => page.title()).toBe('Insufficient balance (insufficient_funds) · Hongyan')
  await page.getByRole('link', { name: 'Error codes' }).click()
  await page.getByRole('heading', { level: 2, name: 'Delivery' }).waitFor()
  expect(problems).toEqual([])
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const { page } = await openDocs({ theme, locale, width, height: width === 390 ? 844 : 800 })
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    const name = `docs-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}.png`
    await picture(page, name, { fullPage: true })
  })
})
