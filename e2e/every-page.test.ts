import { errorPage } from '@hongyan/contract/error-pages'
import { type ErrorCode, errors, errorWords } from '@hongyan/contract/errors'
import { piecesOf } from '@hongyan/contract/senders/content'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import { providers } from '@hongyan/contract/upstreams/providers'
import { standardName } from '@hongyan/contract/upstreams/standard'
import { fieldLabel } from '@hongyan/contract/verification/labels'
import { verificationFields } from '@hongyan/contract/vocabulary/verification'
import type { Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { violations } from './axe.ts'
import { openPage } from './browser.ts'
import { pushAddress, routePaths } from './console-router.ts'
import { escape } from './focus.ts'
import { commonServer } from './server.ts'
import { settleOf } from './settle.ts'
import { startSession } from './sign-in.ts'

const demo = { identifier: 'demo@hongyan.example', password: 'hongyan-demo' }
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

/** The templates of the demo account, and those of every account. */
const templates = [
  { name: 'Sign-in code', content: '{code} is your Lumen Parcel sign-in code. It expires in {minutes} minutes.' },
  {
    name: 'Parcel shipped',
    content: 'Your parcel {tracking} is on its way and should arrive by {time}. Track it in your account.',
  },
  {
    name: 'Autumn sale',
    content: 'Lumen Parcel: {percent} off every parcel this week, {name}. Reply STOP to opt out.',
  },
  ...publicTemplates,
]

/** The text of a template between its variables. */
const fixedTexts = (content: string): readonly string[] =>
  piecesOf(content).flatMap((piece) => ('text' in piece ? [piece.text.trim()] : []))

const { why, steps, charge, retry } = errorPage('expired', 'en')

/**
 * Texts outside the catalogues, besides the User-Agents of sessions: people, currencies, languages, the contract's table
 * of errors, its page of one, its labels of a verification and its name of our channel, and the screen reader's text
 * that the components bring along in both languages.
 */
const data = [
  ...templates.flatMap(({ name, content }) => [name, ...fixedTexts(content)]),
  'Mei Tan',
  demo.identifier,
  'UTC',
  'Lumen Parcel',
  'Autumn sale, last days',
  'Late parcels',
  'Holiday deliveries',
  'Regular senders',
  'First name',
  'Signed up in the shop',
  'Aisyah',
  'Daniel',
  'Mei',
  'Priya',
  'Tom',
  'Hana',
  'Luis',
  'Nora',
  'Messages of last week',
  'Says it’s a wrong number',
  'Unsubscribed in the shop',
  'CSV',
  'LumenParcel',
  'LumenCare',
  'US',
  'GB',
  'Order servers, IPv6',
  'Order servers',
  'Retired server',
  'Order desk',
  'FR France',
  'USD',
  'CNY',
  'HTTP',
  'English',
  '简体中文',
  '鸿雁传书',
  'Dismiss',
  'curl',
  'Node.js',
  'Python',
  'Go',
  'PHP',
  'Java',
  'C#',
  'Simplified Chinese',
  '(expired) ·',
  why,
  ...steps,
  charge,
  retry,
  standardName.en,
  ...Object.values(providers).map(({ name }) => name.en),
  'Twilio SG',
  'Codes first',
  'Germany and France',
  'Warehouse pilot',
  'Singapore',
  'SG',
  'DE',
  'FR',
  'Germany',
  'France',
  'United Kingdom',
  'United States',
  'A customer got no delivery notice',
  'Two processes with one credential',
  'Receipts for our accountant',
  'Our accountant would like all receipts of a quarter in one file. Is there a way to download them together?',
  'WhatsApp',
  'Telegram',
  'LINE',
  'WeChat',
  'support@hongyan.example',
  'Late receipts from France',
  'Messages arrive, but one carrier confirms them several minutes late. We’re asking it for the cause.',
  'The carrier restarted the system that sends receipts. They come in time again.',
  '@hongyan_example',
  '@hongyan.example',
  'work.weixin.qq.com/kfid/kfc0000000000example',
  ...verificationFields.map((field) => fieldLabel(field, 'en')),
  ...Object.keys(errors)
    .flatMap((code) => Object.values(errorWords(code as ErrorCode, 'en'))) // the table's own keys
    .flatMap((text) => [text, text.replace(/\.$/, '')]),
]

/** A short text may be part of a longer one. As one string, which Playwright hands to a page at once. */
const longestFirst = JSON.stringify(data.toSorted((one, other) => other.length - one.length))

/** The addresses of all pages, and whether they need a session. */
const pages = [
  ['/', true],
  ['/broadcast', true],
  ['/broadcast?text=nowhere', true],
  ['/broadcast/new', true],
  ['/broadcast/$id', true],
  ['/credentials', true],
  ['/invoices', true],
  ['/topup', true],
  ['/topup?tab=auto', true],
  ['/prices?q=nowhere', true],
  ['/transactions?from=2026-01-01&amount_min=1000000', true],
  ['/transactions', true],
  ['/account/settings', true],
  ['/account/settings?tab=security', true],
  ['/account/settings?tab=notifications', true],
  ['/account/settings?tab=people', true],
  ['/sms/signatures', true],
  ['/sms/signatures?form=new', true],
  ['/sms/templates', true],
  ['/sms/templates?tab=public', true],
  ['/sms/templates?form=new', true],
  ['/sms/logs?ref=nowhere', true],
  ['/analytics?by=error&compare=previous', true],
  ['/sms/exports', true],
  ['/extensions/ip-restriction?form=add', true],
  ['/extensions/sms-rate-limiting', true],
  ['/extensions/sms-rate-limiting?tab=caps', true],
  ['/extensions/sms-rate-limiting?rule=codes', true],
  ['/phonebooks', true],
  ['/phonebooks/$id', true],
  ['/protection', true],
  ['/protection?form=import', true],
  ['/extensions/sms-dlr', true],
  ['/extensions/sms-dlr?form=new', true],
  ['/upstreams', true],
  ['/upstreams?form=new', true],
  ['/upstreams?tab=routing', true],
  ['/upstreams?tab=mappings', true],
  ['/upstreams?tab=health', true],
  ['/verification', true],
  ['/verification?form=new', true],
  ['/account/settings?tab=countries&q=nowhere', true],
  ['/support', true],
  ['/support/new?about=transaction%3Aheld-sms&code=expired', true],
  ['/support/tickets/$id', true],
  ['/support/status', true],
  ['/support/$channel', true],
  ['/nowhere', true],
  ['/sandbox/inbox?to=+16505559999', false],
  ['/login?scene=cnsl.required&return=%2Fcredentials', false],
  ['/signup', false],
  ['/password-reset', false],
  ['/docs', false],
  ['/docs/errors', false],
  ['/docs/errors/expired', false],
] as const

const server = commonServer()

/** Every catalogue is replaced by itself with each text in brackets, before the page knows it. */
async function inBrackets(page: Page): Promise<void> {
  await page.route(/\/assets\/texts-[\w-]+\/[\w+-]+\.[\w-]+\.js$/, (route) => {
    const original = `${route.request().url()}?original`
    const body = `import texts from ${JSON.stringify(original)}
      export default Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, ['⟦', ...text, '⟧']]))`
    return route.fulfill({ contentType: 'text/javascript', body })
  })
}

/** The words of the page that came from no catalogue; numbers and pieces of code are not words. */
const textsOutsideBrackets = (page: Page): Promise<readonly string[]> =>
  page.evaluate((json) => {
    const known = JSON.parse(json) as readonly string[] // `longestFirst`
    const raw = 'script, style, code, pre, kbd, time, svg, .font-mono'
    const blocks = 'p, h1, h2, h3, li, td, th, dt, dd, label, button, legend, summary, div'

    const texts = new Map<Element, string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement
      if (!around || around.closest(raw) || !around.checkVisibility()) continue
      const block = around.closest(blocks) ?? around
      texts.set(block, (texts.get(block) ?? '') + (walker.currentNode.textContent ?? ''))
    }
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')]
      .filter((each) => !each.closest(`${raw}, [aria-hidden=true]`) && each.checkVisibility())
      .flatMap((each) => ['aria-label', 'title', 'placeholder'].map((name) => each.getAttribute(name) ?? ''))

    const outside = (text: string): string => {
      const less = text.replace(/⟦[^⟦⟧]*⟧|\d[ \u00A0](?:ms|s|kB)\b/g, '')
      return less === text ? text : outside(less)
    }
    const hasWord = (rest: string): boolean => /\p{L}/u.test(rest)
    // Few texts have a word outside brackets, and only those are compared with all that are known.
    return [...texts.values(), ...names, document.title]
      .map((text) => outside(text).replace(/^Mozilla\/5\.0 .*$/, ''))
      .filter(hasWord)
      .map((text) => known.reduce((rest, word) => rest.replaceAll(word, ''), text).trim())
      .filter(hasWord)
  }, longestFirst)

async function newPage(signedIn: boolean) {
  const { page, close } = await openPage(server.address, desk)
  if (signedIn) await startSession(page, demo)
  await inBrackets(page)
  return { page, settle: settleOf(page), close }
}

interface Opened {
  readonly page: Page
  /** Waits until all requests have ended and their results are drawn. */
  readonly settle: () => Promise<void>
}

/** One page for all addresses of the console, which it opens as its links do: a load costs more than all that follows. */
let tour: ReturnType<typeof newPage> | null = null
afterAll(async () => (await tour)?.close())

/** The calls that list the records of pages of one record. */
const records: Readonly<Record<string, string>> = {
  '/broadcast/$id': '/api/broadcasts?status=3',
  '/phonebooks/$id': '/api/phonebooks',
  '/support/tickets/$id': '/api/support/tickets?state=new',
}

/** The address of the newest record, where the page is one of a record. */
async function addressOf(page: Page, address: string): Promise<string> {
  const list = records[address]
  if (list === undefined) return address
  const rows = await page.request.get(list)
  const [newest] = (await rows.json()) as readonly { readonly id: string }[]
  return address.replace('$id', newest?.id ?? '')
}

async function openInConsole(wanted: string): Promise<Opened> {
  const isFirst = tour === null
  const { page, settle } = await (tour ??= newPage(true))
  const address = await addressOf(page, wanted)
  await page.setViewportSize(desk)
  await page.emulateMedia({ colorScheme: 'light' })
  if (isFirst) await page.goto(address)
  else await pushAddress(page, address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle()
  return { page, settle }
}

async function openAlone(address: string): Promise<Opened> {
  const { page, settle, close } = await newPage(false)
  onTestFinished(close)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle()
  expect(new URL(page.url()).pathname).toBe(new URL(address, page.url()).pathname)
  return { page, settle }
}

test.each(pages)(
  'on a desktop and a phone, every word of %s comes from a catalogue and axe finds no fault',
  async (address, signedIn) => {
    const { page, settle } = await (signedIn ? openInConsole(address) : openAlone(address))
    expect(await textsOutsideBrackets(page)).toEqual([])
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark' })
    // A page may ask for more at this width.
    await settle()
    expect(await textsOutsideBrackets(page)).toEqual([])
    expect(await violations(page)).toEqual([])
  },
)

test('every route of the console is one of these pages', async () => {
  const { page } = await openInConsole('/')
  const routes = await routePaths(page)
  const shown = pages.map(([address]) => new URL(address, server.address).pathname)
  expect(routes).toContain('/credentials')
  expect(routes.filter((path) => !shown.includes(path))).toEqual([])
})

test('a word that came from elsewhere would be noticed', async () => {
  const { page, close } = await openPage(server.address, desk)
  onTestFinished(close)
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await textsOutsideBrackets(page)).toContain('Sign in to Hongyan')
})

test('so does every word of the layers over the pages', async () => {
  const { page } = await openInConsole('/')
  const bar = page.getByRole('banner')
  for (const name of ['⟦Help⟧', '⟦Notifications⟧', '⟦Account menu: Mei Tan⟧', /^⟦Language⟧/]) {
    await bar.getByRole('button', { name }).click()
    const layer = page.locator('[role=menu], [role=dialog]').first()
    await layer.waitFor()
    expect(await textsOutsideBrackets(page)).toEqual([])
    await escape(layer)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('tre')
  await page.getByRole('option').first().waitFor()
  expect(await textsOutsideBrackets(page)).toEqual([])
  const dialog = page.getByRole('dialog')
  await escape(dialog)

  await pushAddress(page, '/topup')
  await page.getByRole('button', { name: '⟦refund fees⟧' }).click()
  await dialog.waitFor()
  expect(await textsOutsideBrackets(page)).toEqual([])
  await escape(dialog)

  await pushAddress(page, '/topup?tab=auto')
  await page.getByRole('button', { name: '⟦Add card⟧' }).click()
  await page.getByRole('textbox', { name: '⟦Card number⟧' }).press('Enter')
  await page.getByText('⟦Card number is required⟧').waitFor()
  expect(await textsOutsideBrackets(page)).toEqual([])
  await dialog.getByRole('button', { name: '⟦Cancel⟧' }).click()
  await dialog.waitFor({ state: 'detached' })

  await pushAddress(page, '/credentials')
  await page.getByRole('button', { name: '⟦Create credential⟧' }).click()
  await dialog.waitFor()
  expect(await textsOutsideBrackets(page)).toEqual([])
  await escape(dialog)

  await page
    .getByRole('link', { name: /^\w{22}$/ })
    .first()
    .click()
  await page.getByText('⟦Rate limiting⟧').last().waitFor()
  await page.getByText('⟦No refused requests⟧').waitFor()
  expect(await textsOutsideBrackets(page)).toEqual([])
})
