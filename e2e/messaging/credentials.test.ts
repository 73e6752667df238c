import type { Credential, RefusedRequest } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askUntil } from '../ask-until.ts'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { escape, untilFocused } from '../focus.ts'
import { looks } from '../looks.ts'
import { patience } from '../patience.ts'
import { commonServer } from '../server.ts'
import { runInShell } from '../shell.ts'
import { type SignIn, startSession } from '../sign-in.ts'
import { newOwner } from '../new-owner.ts'
import { picture } from '../pictures.ts'

const server = commonServer()
const newAccount = (fields: Record<string, string> = {}): Promise<SignIn> =>
  newOwner(server, { balance: '100', fields })

interface Wanted {
  readonly mode: AuthMode
  readonly type?: CredentialType
}

interface Visit extends Look {
  readonly owner?: SignIn
  /** Credentials to create before the page is opened. */
  readonly credentials?: readonly Wanted[]
}

interface Visited extends WatchedPage {
  readonly issued: readonly Credential[]
}

/** Creates credentials beside the page. */
async function issue(page: Page, wanted: readonly Wanted[]): Promise<readonly Credential[]> {
  const issued: Credential[] = []
  for (const data of wanted) {
    const reply = await page.request.put('/api/credentials', { data, headers: { origin: server.address } })
    issued.push((await reply.json()) as Credential)
  }
  return issued
}

/** Opens the credentials page of a new account. */
async function visit({ owner, credentials = [], ...look }: Visit = {}): Promise<Visited> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await startSession(watched.page, owner ?? (await newAccount()))
  const issued = await issue(watched.page, credentials)
  await watched.page.goto('/credentials')
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return { ...watched, issued }
}

/** Opens the page of an account with one credential of this mode. Returns the page and the key. */
async function visitWithKey(mode: AuthMode, look: Visit = {}) {
  const visited = await visit({ ...look, credentials: [{ mode }] })
  const [{ id, key, secret } = { id: '', key: '', secret: '' }] = visited.issued
  return { ...visited, id, key, secret }
}

/** Sends an unsigned request with the key, as a client in simple mode does. Returns the code of the response. */
async function sendUnsigned(key: string): Promise<string> {
  const address = `${server.address}/?action=sms.message.send&accessKeyId=${key}`
  const response = await fetch(address, { method: 'POST', body: '{"to":"+12065550100","text":"Hello"}' })
  const { code } = (await response.json()) as { code: string }
  return code
}

const readCredentials = async (page: Page): Promise<readonly Credential[]> =>
  (await (await page.request.get('/api/credentials')).json()) as Credential[]

const editOf = (page: Page, key: string) => page.getByRole('link', { name: `Edit ${key}` })
const choose = (page: Page, mode: string) =>
  page.getByRole('radio', { name: new RegExp(`^${mode}`) }).click({ force: true })
async function chooseScene(page: Page, scene: string) {
  const description = 'For text sent without a scene or template.'
  await page.getByRole('button', { name: /^Default scene/, description }).click()
  await page.getByRole('option', { name: scene }).click()
}
const rowOf = (page: Page, key: string) => page.getByRole('row').filter({ hasText: key })

test('each credential shows its state, its key, the end of its secret, its mode and its last use', async () => {
  const { page, problems, key, secret } = await visitWithKey(AuthMode.Simple)
  await sendUnsigned(key)

  await expect.poll(() => new URL(page.url()).search).toBe('?limit=20&offset=0&status=0')
  await expect.poll(() => page.title()).toBe('Credentials · Hongyan')
  await askUntil<readonly Credential[]>(page, '/credentials', ([row]) => row?.use.last_address === '127.0.0.1')
  await page.reload()
  await rowOf(page, key).waitFor()
  const text = await rowOf(page, key).innerText()
  expect(text).toContain('Enabled')
  expect(text).toContain(`******${secret.slice(-3)}`)
  expect(text).not.toContain(secret)
  expect(text).toContain('Simple mode')
  expect(text).toMatch(/\d\d:\d\d, 127\.0\.0\.1/)
  await expect.poll(() => rowOf(page, key).locator('time').getAttribute('title')).toMatch(/ UTC$/)
  await page.getByText('All entries are loaded').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /delete/i }).count()).toBe(0)
  expect(problems).toEqual([])
})

test('the secret is shown on demand, and key and secret can be copied', async () => {
  const { page, key, secret } = await visitWithKey(AuthMode.Hmac)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  await page.getByRole('button', { name: 'Show AccessKey Secret' }).click()
  await expect.poll(() => rowOf(page, key).innerText()).toContain(secret)
  await page.getByRole('button', { name: 'Hide AccessKey Secret' }).click()
  await expect.poll(() => rowOf(page, key).innerText()).not.toContain(secret)

  await page.getByRole('button', { name: 'Copy AccessKey ID' }).click()
  await expect.poll(clipboard).toBe(key)
  await page.getByRole('button', { name: 'Copy AccessKey Secret' }).click()
  await expect.poll(clipboard).toBe(secret)
})

test('the mode is explained to a pointer and to the keyboard', async () => {
  const { page } = await visitWithKey(AuthMode.Hmac)
  const sign = page.getByRole('button', { name: 'About HMAC mode' })

  await sign.hover()
  await page.getByText('Requests are signed with your secret and can’t be replayed.').waitFor()
  await page.mouse.move(0, 0)
  await page.getByText('Requests are signed with your secret and can’t be replayed.').waitFor({ state: 'detached' })
  await sign.focus()
  await page.getByText('Requests are signed with your secret and can’t be replayed.').waitFor()
})

test('the search finds the key of a credential behind a hundred newer ones', async () => {
  const { page, id, key } = await visitWithKey(AuthMode.Hmac)
  const [own] = await readCredentials(page)
  await page.route('**/api/credentials?limit=100&offset=*', (route) => {
    const newer = Array.from({ length: 100 }, (_, nr) => ({ ...own, id: `newer-${nr}`, key: `newer-${nr}` }))
    return route.fulfill({ json: route.request().url().endsWith('offset=0') ? newer : [own] })
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(key)
  await page.getByRole('group', { name: 'Record' }).getByRole('option', { name: key }).click()
  await page.waitForURL((url) => url.searchParams.get('edit') === id)
})

test('SMPP and Admin credentials carry their tag', async () => {
  const owner = await newAccount({ sms_smpp: 'true' })
  const words = ['--account', owner.identifier, '--mode', 'hmac', '--type', '5', '--by', 'Ines']
  const admin = (await server.hongyan('credential', 'create', ...words)) as Pick<Credential, 'key'>
  const { page, issued } = await visit({ owner, credentials: [{ mode: AuthMode.Simple, type: CredentialType.Smpp }] })
  await expect.poll(() => rowOf(page, issued[0]?.key ?? '').innerText()).toContain('SMPP')
  await expect.poll(() => rowOf(page, admin.key).innerText()).toContain('Admin')
})

test('a new credential needs a mode, and its snippet sends a message unchanged', async () => {
  const { page, problems } = await visit()
  await page.getByRole('button', { name: 'Create your first credential' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create credential' })
  await dialog.waitFor()
  await expect.poll(() => dialog.getByRole('radio', { checked: true }).count()).toBe(0)

  await dialog.getByRole('button', { name: 'Create', exact: true }).click()
  await dialog.getByText('Select an auth mode.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('radio')
  expect(await readCredentials(page)).toEqual([])

  for (const mode of ['Simple mode', 'HMAC mode']) {
    await choose(page, mode)
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    const created = page.getByRole('dialog', { name: 'Your new credential' })
    await created.waitFor()
    const [newest] = await readCredentials(page)
    await expect.poll(() => created.getByLabel('AccessKey ID', { exact: true }).inputValue()).toBe(newest?.key)
    await expect.poll(() => created.getByLabel('AccessKey Secret', { exact: true }).inputValue()).toBe(newest?.secret)
    const snippet = await created.getByRole('region', { name: 'Send your first message' }).innerText()
    expect(JSON.parse(await runInShell(snippet))).toMatchObject({ code: '0' })
    await created.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Credential created').first().waitFor()
    await page.getByRole('button', { name: 'Create credential' }).click()
  }
  expect(problems).toEqual([])
})

test('an account with SMPP chooses the type, and others have no choice', async () => {
  const { page } = await visit({ owner: await newAccount({ sms_smpp: 'true' }) })
  await page.getByRole('button', { name: 'Create your first credential' }).click()
  await choose(page, 'SMPP')
  await choose(page, 'HMAC mode')
  await chooseScene(page, 'Marketing')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Your new credential' })
  await dialog.getByText('system_id').waitFor()
  const [made] = await readCredentials(page)
  expect(made).toMatchObject({ type: 4, mode: AuthMode.Hmac, scene: 3 })
  const shown = await dialog
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => field.getAttribute('value')))
  expect(shown).toEqual(expect.arrayContaining([made?.smpp?.system_id, made?.smpp?.password]))

  await startSession(page, await newAccount())
  await page.goto('/credentials')
  await page.getByRole('button', { name: 'Create your first credential' }).click()
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => page.getByRole('radio').count()).toBe(2)
})

test('a switch to HMAC mode names whom it breaks and takes effect on the send API, and back again', async () => {
  const { page, problems, key } = await visitWithKey(AuthMode.Simple)
  expect([await sendUnsigned(key), await sendUnsigned(key)]).toEqual(['0', '0'])
  await expect.poll(async () => (await readCredentials(page))[0]?.use.simple_requests, patience).toBe(2)

  await editOf(page, key).click()
  const dialog = page.getByRole('dialog', { name: 'Edit credential' })
  const toHmac = dialog.getByRole('button', { name: 'Switch to HMAC mode' })
  await expect.poll(() => dialog.getByLabel('AccessKey ID', { exact: true }).getAttribute('readonly')).not.toBeNull()
  await expect.poll(() => toHmac.isDisabled()).toBe(true)
  await choose(page, 'HMAC mode')
  const warning = dialog.getByRole('alert')
  await expect
    .poll(() => warning.innerText(), patience)
    .toContain('2 simple-mode requests in the last 24 hours from 127.0.0.1.')
  await expect.poll(() => warning.innerText()).toContain('Simple-mode requests will be rejected immediately.')
  await toHmac.click()

  await page.getByText('Credential updated').first().waitFor()
  await expect.poll(() => sendUnsigned(key), patience).toBe('104201')
  await expect.poll(() => rowOf(page, key).innerText(), patience).toContain('HMAC mode')
  await expect.poll(() => new URL(page.url()).searchParams.has('edit')).toBe(false)

  await editOf(page, key).click()
  await choose(page, 'Simple mode')
  await expect.poll(() => dialog.getByRole('alert').innerText()).toContain('This makes the key less secure.')
  await dialog.getByRole('button', { name: 'Switch to simple mode' }).click()
  await expect.poll(() => sendUnsigned(key), patience).toBe('0')
  expect(problems).toEqual([])
})

test('a switch to HMAC mode without unsigned requests warns of none', async () => {
  const { page, key } = await visitWithKey(AuthMode.Simple)
  await editOf(page, key).click()
  await choose(page, 'HMAC mode')
  await expect
    .poll(() => page.getByRole('alert').last().innerText())
    .toContain('No simple-mode requests in the last 24 hours.')
})

test('the edit dialog changes the default scene, and has an address that can be reloaded and shared within the account', async () => {
  const { page, id, key } = await visitWithKey(AuthMode.Hmac)
  await editOf(page, key).click()
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('edit')).toBe(id)
  const address = page.url()
  await page.reload()
  await page.getByRole('dialog', { name: 'Edit credential' }).getByText('HMAC mode').waitFor()
  await chooseScene(page, 'Verification')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Credential updated').first().waitFor()
  await page.goto(`/credentials?open=${id}`)
  await page.getByText('Default scene: Verification').waitFor()

  await startSession(page, await newAccount())
  await page.goto(address)
  await page.getByText('Credential not found.').waitFor()
})

/** Saves settings of an extension as the owner of the page. */
async function saveExtension(page: Page, name: string, data: object): Promise<void> {
  const reply = await page.request.post(`/api/plugins/${name}`, { data, headers: { origin: server.address } })
  expect(reply.status()).toBe(200)
}

const rateRule = { scope: 'recipient', scene: null, per_minute: 1, per_hour: null, per_day: null, action: 'reject' }
const oneAMinute = {
  version: 0,
  enabled: true,
  rules: [rateRule],
  exempt: [],
  per_second: null,
  day: null,
  countries: [],
}
const denied = { cidr: '127.0.0.1', effect: 'deny', note: '', credential: null }
const noLoopback = { version: 0, enabled: true, mode: 'deny', reportOnly: false, entries: [denied], confirmed: true }

test('refused requests that arrive between two pages of the list are shown once, newest first', async () => {
  const { page, id, key } = await visitWithKey(AuthMode.Simple)
  const address = `${server.address}/?action=sms.message.send&accessKeyId=${key}`
  const refuse = (count: number) =>
    Promise.all(Array.from({ length: count }, () => fetch(address, { method: 'POST', body: '{}' })))
  const stored = (count: number) =>
    askUntil<readonly RefusedRequest[]>(page, `/credentials/${id}/requests?limit=100`, ({ length }) => length === count)
  await refuse(25)
  await stored(25)
  await page.clock.install()
  await page.goto(`/credentials?open=${id}`)
  const more = page.getByRole('button', { name: 'Load more entries' })
  await more.waitFor()
  const shown = page.getByRole('button', { name: /^Actions for request/ })
  await expect.poll(() => shown.count()).toBe(20)
  await refuse(3)
  const newest = await stored(28)

  // The timed read falls due while the next page is on its way.
  const held = new Promise<() => Promise<void>>((resolve) => {
    void page.route(/requests\?.*offset=20/, (route) => resolve(() => route.continue()), { times: 1 })
  })
  await more.click()
  const release = await held
  await page.clock.fastForward(6_000)
  await release()
  const labels = () => shown.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  await expect.poll(labels, patience).toEqual(newest.map((row) => `Actions for request ${row.request_id}`))
})

test('a key in simple mode leads to what protects it, and its refused requests explain themselves', async () => {
  const { page, problems, id, key } = await visitWithKey(AuthMode.Simple)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await editOf(page, key).click()
  const dialog = page.getByRole('dialog', { name: 'Edit credential' })
  await dialog.getByText('Anyone who has this key can send.').waitFor()
  await dialog.getByRole('link', { name: 'Restrict it to your servers' }).click()

  await page.getByRole('heading', { level: 1, name: 'Credential details' }).waitFor()
  await page.getByRole('main').getByText(key).waitFor()
  await page.getByText('Off. This key works from any IP address.').waitFor()
  await page.getByText('Off. Only the limits of your account apply.').waitFor()
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first()
  expect(await link('Restrict it to your servers').getAttribute('href')).toBe('/extensions/ip-restriction')
  await page.getByText('No refused requests').waitFor()

  await saveExtension(page, 'sms-rate-limiting', oneAMinute)
  await expect.poll(() => sendUnsigned(key), patience).toBe('105300')
  await saveExtension(page, 'ip-restriction', noLoopback)
  await expect.poll(() => sendUnsigned(key), patience).toBe('105100')
  const refused = page.getByRole('row').filter({ hasText: 'ip_not_allowed' }).first()
  const limited = page.getByRole('row').filter({ hasText: 'recipient_rate_limited' }).first()
  await askUntil<readonly RefusedRequest[]>(page, `/credentials/${id}/requests`, (requests) =>
    ['ip_not_allowed', 'recipient_rate_limited'].every((code) => requests.some(({ reason }) => reason.code === code)),
  )
  await page.reload()
  await limited.waitFor()
  await refused.waitFor()
  await page.getByText('1 IP or network is denied. All others can use this key.').waitFor()
  await page.getByText('1 rule for each recipient.').waitFor()
  expect(await limited.innerText()).toMatch(/Same recipient: 1 a minute\. Resets at \d/)
  expect(await refused.innerText()).toContain('127.0.0.1')
  const addressOf = (name: RegExp) => refused.getByRole('link', { name }).getAttribute('href')
  expect(await addressOf(/^IP restriction/)).toBe('/extensions/ip-restriction')
  expect(await addressOf(/^ip_not_allowed/)).toBe('/docs/errors/ip_not_allowed')

  await page.getByRole('button', { name: /^Error/ }).click()
  await page.getByRole('option', { name: 'One of your rate limits stopped this message.' }).click()
  await expect.poll(() => refused.count(), patience).toBe(0)
  await limited.getByRole('button', { name: /^Actions for request/ }).click()
  await page.getByRole('menuitem', { name: 'Copy request ID' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[\da-f-]{36}$/)
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Credentials' }).click()
  await rowOf(page, key)
    .getByRole('link', { name: `What protects this key: ${key}` })
    .waitFor()
  expect(problems).toEqual([])
})

test('more than one page is loaded on demand, and an address beyond the end links to the first page', async () => {
  const { page } = await visit({ credentials: Array.from({ length: 23 }, () => ({ mode: AuthMode.Hmac })) })
  const rows = page.getByRole('link', { name: /^Edit / })
  await expect.poll(() => rows.count(), patience).toBe(20)
  await page.getByRole('button', { name: 'Load more entries' }).click()
  await page.getByText('All entries are loaded').waitFor()
  await expect.poll(() => rows.count()).toBe(23)

  await page.goto('/credentials?offset=40')
  await page.getByText('No more results').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect.poll(() => rows.count(), patience).toBe(20)
})

test('everything can be done from the keyboard, and the focus comes back', async () => {
  const { page, key } = await visitWithKey(AuthMode.Simple)
  await editOf(page, key).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit credential' })
  await escape(dialog)
  await expect.poll(() => editOf(page, key).evaluate((link) => link === document.activeElement), patience).toBe(true)

  await page.keyboard.press('Enter')
  await untilFocused(dialog)
  const simple = dialog.getByRole('radio', { name: 'Simple mode' })
  while (!(await simple.evaluate((radio) => radio === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('button', { name: 'Switch to HMAC mode' }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await readCredentials(page))[0]?.mode, patience).toBe(AuthMode.Hmac)
})

test('a list that fails to load shows an error and can be loaded again', async () => {
  const { page, key } = await visitWithKey(AuthMode.Hmac)
  await page.route('**/api/credentials?*', (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  await page.getByText('Couldn’t load credentials').waitFor()
  await page.unroute('**/api/credentials?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await rowOf(page, key).waitFor()
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const english = locale === 'en-US'
    const owner = await newAccount({ sms_smpp: 'true' })
    const look = { theme, locale, width, height: width === 390 ? 844 : 800 }
    const { page } = await visit({ owner, ...look })
    const shot = (name: string, options = {}) =>
      picture(page, `credentials-${name}-${width}-${theme}-${english ? 'en' : 'zh'}`, options)

    await page.getByRole('heading', { level: 2 }).waitFor()
    expect(await violations(page)).toEqual([])
    await shot('empty')

    const credentials = [{ mode: AuthMode.Simple, type: CredentialType.Smpp }, { mode: AuthMode.Simple }]
    const key = (await issue(page, credentials))[1]?.key ?? ''
    await sendUnsigned(key)
    await askUntil<readonly Credential[]>(page, '/credentials', ([row]) => row?.use.simple_requests === 1)
    await page.reload()
    await page.getByText(english ? 'All entries are loaded' : '已加载全部').waitFor()
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await shot('list')

    await page.getByRole('link', { name: `${english ? 'Edit' : '编辑'} ${key}` }).click()
    await choose(page, 'HMAC')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    expect(await violations(page)).toEqual([])
    await shot('edit')
    await escape(page.getByRole('dialog'))

    await saveExtension(page, 'sms-rate-limiting', oneAMinute)
    await expect.poll(() => sendUnsigned(key), patience).toBe('105300')
    await page.getByRole('link', { name: `${english ? 'What protects this key: ' : '密钥防护：'}${key}` }).click()
    await page.getByText('recipient_rate_limited').first().waitFor()
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await shot('one', { fullPage: true })
    await page.goBack()

    await page.getByRole('button', { name: english ? 'Create credential' : '创建访问凭证' }).click()
    await choose(page, 'HMAC')
    expect(await violations(page)).toEqual([])
    await shot('create')
    await page.getByRole('button', { name: english ? 'Create' : '创建', exact: true }).click()
    await page.getByText(english ? 'Your new credential' : '新的访问凭证').waitFor()
    expect(await violations(page)).toEqual([])
    await shot('created')
  })
})

test('nothing is cut off between phone and desktop', async () => {
  const owner = await newAccount({ sms_smpp: 'true' })
  const { page, issued } = await visit({ owner, credentials: [{ mode: AuthMode.Simple, type: CredentialType.Smpp }] })
  const edit = editOf(page, issued[0]?.key ?? '')
  for (const width of [768, 1024, 1179, 1180]) {
    await page.setViewportSize({ width, height: 800 })
    const box = await edit.boundingBox()
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThan(width)
    const [inner, outer] = await page
      .getByRole('table')
      .evaluate((table) => [table.scrollWidth, table.parentElement?.clientWidth ?? 0])
    expect(inner).toBeLessThanOrEqual(outer ?? 0)
  }
})
