import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { pushAddress } from '../console-router.ts'
import { typeRange } from '../choose-range.ts'
import { codeSentTo, newestMessage } from '../codes.ts'
import { escape, untilFocused } from '../focus.ts'
import { languages, looks } from '../looks.ts'
import { newOwner } from '../new-owner.ts'
import { outage } from '../outage.ts'
import { commonServer } from '../server.ts'
import { type SignIn, startSession } from '../sign-in.ts'
import { picture } from '../pictures.ts'

const words = {
  'en-US': {
    title: 'Account settings',
    firstname: 'First name',
    lastname: 'Last name',
    female: 'Female',
    save: 'Save changes',
    saved: 'Profile updated',
    synced: 'Information synced automatically',
    firstMissing: 'First name is required',
    lastLong: 'Last name should be at most 48 characters',
    setUpPhone: 'Set up phone number',
    changePhone: 'Change phone number',
    verifyVia: 'Verify via',
    sendVia: 'Send via',
    email: 'Email',
    phone: 'Phone',
    newPhone: 'New phone',
    hint: 'Add the international calling code (US +1, Singapore +65)',
    code: 'Code',
    send: 'Send code',
    next: 'Next',
    verified: 'Identity verified',
    codeMissing: 'Code is required',
    codeInvalid: 'invalid code',
    phoneMissing: 'Phone is required',
    phoneInvalid: 'invalid phone',
    samePhone: 'The new phone number cannot be the same as the current number',
    phoneSetUp: 'Your account phone number has been set up',
    phoneChanged: 'Your account phone number has been changed',
    change: 'Change password',
    current: 'Current password',
    fresh: 'New password',
    again: 'Confirm new password',
    missing: ['Current password is required', 'New password is required', 'Confirmation is required'],
    short: 'Password should be at least 6 characters',
    inconsistent: 'Inconsistent password',
    wrong: 'Current password is incorrect.',
    updated: 'Your account password has been updated',
    leaving: 'Logging out, please log in again...',
    signedOut: 'You’re logged out.',
    signedIn: 'Signed in with password',
  },
  'zh-CN': {
    title: '账户设置',
    firstname: '名',
    lastname: '姓',
    female: '女',
    save: '保存修改',
    saved: '个人资料已更新',
    synced: '信息已自动同步',
    firstMissing: '请输入名字',
    lastLong: '姓氏最多 48 个字符',
    setUpPhone: '设置手机号',
    changePhone: '更换手机号',
    verifyVia: '验证方式',
    sendVia: '发送方式',
    email: '邮箱',
    phone: '手机号',
    newPhone: '新手机号',
    hint: '请加上国际区号（美国 +1，新加坡 +65）',
    code: '验证码',
    send: '获取验证码',
    next: '下一步',
    verified: '身份验证已通过',
    codeMissing: '请输入验证码',
    codeInvalid: '验证码格式不正确',
    phoneMissing: '请输入手机号',
    phoneInvalid: '手机号格式不正确',
    samePhone: '新手机号不能与当前手机号相同',
    phoneSetUp: '账户手机号已设置',
    phoneChanged: '账户手机号已更换',
    change: '修改密码',
    current: '当前密码',
    fresh: '新密码',
    again: '确认新密码',
    missing: ['请输入当前密码', '请输入新密码', '请再次输入新密码'],
    short: '密码至少 6 个字符',
    inconsistent: '两次输入的密码不一致',
    wrong: '当前密码不正确。',
    updated: '账户密码已更新',
    leaving: '正在退出登录，请重新登录…',
    signedOut: '您已退出登录。',
    signedIn: '密码登录',
  },
} as const
type Locale = keyof typeof words
const english = words['en-US']

const server = commonServer()

async function open(owner: SignIn, look: Look = {}, address = '/account/settings?tab=security'): Promise<WatchedPage> {
  const watched = await openPage(server.address, look)
  onTestFinished(watched.close)
  await startSession(watched.page, owner)
  await watched.page.goto(address)
  await watched.page.getByRole('tabpanel').getByRole('button').first().waitFor()
  return watched
}

/** Sends an invalid write through the API. Returns the error's message and field, to compare with the form's. */
async function serverError(page: Page, locale: Locale, method: 'PATCH' | 'POST', address: string, data: object) {
  const headers = { origin: server.address, 'accept-language': locale }
  const reply = await page.request.fetch(`/api${address}`, { method, data, headers })
  const { error } = (await reply.json()) as { error: { message: string; field: string } } // the one shape of errors
  return { status: reply.status(), field: error.field, message: error.message }
}

const account = async (page: Page): Promise<Account> =>
  (await (await page.request.get('/api/account')).json()) as Account // a row of the contract
const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click()
const field = (place: Page | Locator, label: string) => place.getByLabel(label, { exact: true })
const resendCountdown = (place: Locator) => place.getByRole('button', { name: /^Resend in/ })

async function dialogOf(page: Page, act: string): Promise<Locator> {
  await press(page, act)
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

/** Requests a code in the dialog, waits for it in the inbox and enters it. */
async function enterCode(dialog: Locator, to: string, locale: Locale, count = 1): Promise<void> {
  await press(dialog, words[locale].send)
  await field(dialog, words[locale].code).fill(await codeSentTo(server, to, count))
}

describe('the page', () => {
  test('is reached from the greeting, the user’s menu and the search, and its address names the open tab', async () => {
    const { page, problems } = await open(await newOwner(server), {}, '/account/settings?tab=nothing')
    await expect.poll(() => page.title()).toBe('Account settings · Hongyan')
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Profile')
    await page.getByRole('tab', { name: 'Profile' }).press('ArrowRight')
    await page.waitForURL('**/account/settings?tab=security')
    await page.reload()
    await page.getByRole('heading', { name: 'Sign-in' }).waitFor()

    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: english.title }).click()
    await page.waitForURL('**/account/settings')
    await page.getByRole('button', { name: /^Account menu:/ }).click()
    await page.getByRole('menuitem', { name: english.title }).waitFor()
    await page.keyboard.press('Escape')
    for (const typed of ['change password', '邮箱']) {
      await page.getByRole('button', { name: /^Search pages/ }).click()
      await page.getByRole('combobox').fill(typed)
      await page.getByRole('option', { name: english.title }).first().waitFor()
      await escape(page.getByRole('dialog'))
    }
    expect(problems).toEqual([])
  })
})

test('an unexpected failure ends the wait of a button, be it one that sends a code', async () => {
  const { page, problems } = await open(await newOwner(server))
  await page.evaluate(() => (window.fetch = () => Promise.reject(new Error('unexpected'))))
  const busy = page.locator('[aria-busy=true]')
  await press(page, 'Set up')
  await expect.poll(() => problems.length).toBe(1)
  await expect.poll(() => busy.count()).toBe(0)
  await press(await dialogOf(page, english.setUpPhone), english.send)
  await expect.poll(() => problems.length).toBe(2)
  await expect.poll(() => busy.count()).toBe(0)
})

test('the language of the profile is that of the console, and one that the account already has can be chosen', async () => {
  const { page } = await open(await newOwner(server), { locale: 'zh-CN' }, '/account/settings')
  await expect.poll(() => page.getByRole('radio', { name: '简体中文' }).isChecked()).toBe(true)
  expect(await account(page)).toMatchObject({ locale: 'en' })
  await field(page, words['zh-CN'].firstname).fill('Mei')
  await field(page, words['zh-CN'].lastname).fill('Tan')
  await page.getByRole('radio', { name: 'English' }).check()
  await press(page, words['zh-CN'].save)
  await page.getByText(english.saved).waitFor()
})

describe.each(languages)('in %s', (locale) => {
  const texts = words[locale]

  test('the profile is saved and shown at once, and the form shows the same errors as the API', async () => {
    const { page } = await open(await newOwner(server), { locale }, '/account/settings')
    await field(page, texts.lastname).fill('x'.repeat(49))
    await press(page, texts.save)
    await page.getByText(texts.firstMissing, { exact: true }).waitFor()
    await page.getByText(texts.lastLong, { exact: true }).waitFor()
    const wrong = { firstname: 'Mei', lastname: 'x'.repeat(49), gender: 2 }
    const saveError = (data: object) => serverError(page, locale, 'PATCH', '/account/profile', data)
    expect(await saveError(wrong)).toEqual({ status: 400, field: 'lastname', message: texts.lastLong })
    expect(await saveError({ ...wrong, firstname: ' ', lastname: 'Tan' })).toEqual({
      status: 400,
      field: 'firstname',
      message: texts.firstMissing,
    })

    await field(page, texts.firstname).fill(' Mei ')
    await field(page, texts.lastname).fill('Tan')
    await page.getByRole('radio', { name: texts.female, exact: true }).check()
    await press(page, texts.save)
    await page.getByText(texts.saved).waitFor()
    await page.getByText(texts.synced).waitFor()
    await page.getByRole('button', { name: /Mei/ }).waitFor()
    expect(await account(page)).toMatchObject({ firstname: 'Mei', lastname: 'Tan', gender: 2 })
    await page.reload()
    expect(await page.getByRole('radio', { name: texts.female, exact: true }).isChecked()).toBe(true)

    const other = locale === 'en-US' ? (['简体中文', 'zh-CN'] as const) : (['English', 'en'] as const)
    const otherTexts = words[locale === 'en-US' ? 'zh-CN' : 'en-US']
    await page.getByRole('radio', { name: other[0], exact: true }).check()
    await press(page, texts.save)
    await page.getByText(otherTexts.synced).waitFor()
    expect(await account(page)).toMatchObject({ locale: other[1] })
    expect(await page.locator('html').getAttribute('lang')).toBe(other[1])
  })

  test('an owner with an email address sets up a phone', async () => {
    const owner = await newOwner(server)
    const number = locale === 'en-US' ? '+12065550142' : '+12065550143'
    const { page, problems } = await open(owner, { locale })
    const dialog = await dialogOf(page, texts.setUpPhone)
    expect(await dialog.getByText(texts.verifyVia).count()).toBe(0)
    await press(dialog, texts.next)
    await dialog.getByText(texts.codeMissing, { exact: true }).waitFor()
    await field(dialog, texts.code).fill('123')
    await press(dialog, texts.next)
    await dialog.getByText(texts.codeInvalid, { exact: true }).waitFor()
    await enterCode(dialog, owner.identifier, locale)
    await press(dialog, texts.next)
    await page.getByText(texts.verified, { exact: true }).waitFor()

    await untilFocused(field(dialog, texts.phone))
    await dialog.getByText(texts.hint).waitFor()
    expect(await dialog.getByText(texts.sendVia).count()).toBe(0)
    await press(dialog, texts.send)
    await dialog.getByText(texts.phoneMissing, { exact: true }).waitFor()
    await field(dialog, texts.phone).fill('12345')
    await press(dialog, texts.setUpPhone)
    await dialog.getByText(texts.phoneInvalid, { exact: true }).waitFor()
    const scene = { scene: 'verif_bind_phone', phone: '12345' }
    expect(await serverError(page, locale, 'POST', '/verif/code', scene)).toMatchObject({ message: texts.phoneInvalid })
    const code = { ...scene, phone: number, code: '123' }
    expect(await serverError(page, locale, 'POST', '/verif/verification', code)).toMatchObject({
      message: texts.codeInvalid,
    })

    // A number without plus gets the calling code of the account's partition.
    await field(dialog, texts.phone).fill(`(206) 555-${number.slice(-4)}`)
    await enterCode(dialog, number, locale)
    await press(dialog, texts.setUpPhone)
    await page.getByText(texts.phoneSetUp).waitFor()
    await page.getByText(texts.synced).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(`+12*******${number.slice(-2)}`).waitFor()
    await page.getByRole('button', { name: texts.changePhone }).waitFor()
    expect(await account(page)).toMatchObject({ phone: number, email: owner.identifier })
    expect(problems).toEqual([])
  })

  test('a new password ends the other sessions, and this one after three seconds', async () => {
    const owner = await newOwner(server)
    const elsewhere = await open(owner)
    const { page } = await open(owner, { locale, clock: true })
    const dialog = await dialogOf(page, texts.change)
    await press(dialog, texts.change)
    for (const missing of texts.missing) await dialog.getByText(missing, { exact: true }).waitFor()
    await field(dialog, texts.current).fill('tame goose')
    await field(dialog, texts.fresh).fill('short')
    await field(dialog, texts.again).fill('shorter')
    await press(dialog, texts.change)
    await dialog.getByText(texts.short, { exact: true }).waitFor()
    await dialog.getByText(texts.inconsistent, { exact: true }).waitFor()
    const invalidBody = { curpassword: owner.password, password: 'short' }
    expect(await serverError(page, locale, 'POST', '/account/change/password', invalidBody)).toEqual({
      status: 400,
      field: 'password',
      message: texts.short,
    })
    await field(dialog, texts.fresh).fill('grey goose')
    await field(dialog, texts.again).fill('grey goose')
    await press(dialog, texts.change)
    await dialog.getByText(texts.wrong).waitFor()
    await field(dialog, texts.current).fill(owner.password)
    await page.clock.pauseAt(Date.now() + 60_000)
    await press(dialog, texts.change)
    await page.getByText(texts.updated).waitFor()
    await page.getByText(texts.leaving).waitFor()
    expect((await elsewhere.page.request.get('/api/account')).status()).toBe(401)
    await page.clock.runFor(2_900)
    expect((await page.request.get('/api/account')).status()).toBe(200)
    await page.clock.runFor(200)
    await page.waitForURL('**/login?scene=cnsl.signout')
    await page.getByText(texts.signedOut).waitFor()
    expect((await page.request.get('/api/account')).status()).toBe(401)
    await startSession(page, { ...owner, password: 'grey goose' })
  })
})

test('only a canary account chooses WhatsApp, only for a phone and only at step 2, and an expired step 1 is repeated', async () => {
  const owner = await newOwner(server)
  await server.hongyan('account', 'set', owner.identifier, 'release.channel', 'canary')
  const { page } = await open(owner)
  const dialog = await dialogOf(page, english.setUpPhone)
  expect(await dialog.getByText(english.sendVia).count()).toBe(0)
  await enterCode(dialog, owner.identifier, 'en-US')
  await press(dialog, english.next)
  await field(dialog, english.phone).fill('+12065550145')
  await dialog.getByRole('radio', { name: 'WhatsApp' }).check({ force: true })
  await press(dialog, english.send)
  expect(await newestMessage(server, '+12065550145')).toMatchObject({ channel: 'whatsapp' })
  await field(dialog, english.code).fill(await codeSentTo(server, '+12065550145'))
  const over = { code: 'invalid_token', field: 'rebindToken', message: 'Your verification expired on the server.' }
  await page.route('**/api/account/change/phone', (route) => route.fulfill({ status: 400, json: { error: over } }))
  await press(dialog, english.setUpPhone)
  await dialog.getByText('Your verification expired. Request a new code.').waitFor()
  expect(await resendCountdown(dialog).isDisabled()).toBe(true)
})

test('an outage when a code is requested is shown as one, with a way to get help', async () => {
  const { page } = await open(await newOwner(server))
  await page.route('**/api/verif/code', (route) => route.fulfill(outage))
  const dialog = await dialogOf(page, english.setUpPhone)
  await press(dialog, english.send)
  const message = page.getByRole('listitem').filter({ hasText: 'Temporarily unavailable.' })
  await message.getByRole('button', { name: 'Get help' }).waitFor()
})

test('another code can be requested after a minute, which neither closing nor reloading shortens, or after the server’s own wait', async () => {
  const owner = await newOwner(server)
  const { page } = await open(owner, { clock: true })
  const dialog = await dialogOf(page, english.setUpPhone)
  await press(dialog, english.send)
  await expect.poll(() => resendCountdown(dialog).innerText()).toMatch(/^Resend in (?:60|5\d)s$/)
  await escape(dialog)
  await dialogOf(page, english.setUpPhone)
  await page.clock.fastForward(20_000)
  await expect.poll(() => resendCountdown(dialog).innerText()).toMatch(/in (?:40|[1-3]\d)s$/)
  await page.reload()
  await dialogOf(page, english.setUpPhone)
  expect(await resendCountdown(dialog).isDisabled()).toBe(true)
  await page.clock.fastForward(41_000)
  await press(dialog, 'Resend code')
  await page
    .getByText(/^Too many codes requested\. Try again in [1-5]?\d seconds\.$/)
    .first()
    .waitFor()
  await expect.poll(() => resendCountdown(dialog).innerText()).toMatch(/in [1-5]?\ds$/)

  await page.setViewportSize({ width: 390, height: 700 })
  const edge = async (of: Locator, side: 'top' | 'bottom') =>
    of.evaluate((element, which) => element.getBoundingClientRect()[which], side)
  const foot = dialog.getByRole('button').last()
  await expect.poll(() => edge(foot, 'bottom')).toBeGreaterThan(600)
  const toast = page.locator('[data-messages] > li').last()
  await expect.poll(async () => (await edge(toast, 'bottom')) <= (await edge(foot, 'top'))).toBe(true)
})

test('what was typed is not lost by a press beside the dialog; Esc closes it and the focus returns', async () => {
  const { page } = await open(await newOwner(server))
  const dialog = await dialogOf(page, english.change)
  await field(dialog, english.current).fill('goose')
  await page.mouse.click(5, 400)
  expect(await field(dialog, english.current).inputValue()).toBe('goose')
  await escape(dialog)
  await untilFocused(page.getByRole('button', { name: english.change }))
})

test('the audit log lists actor, action, source, outcome and changes, with filters, page by page and as a file', async () => {
  const owner = await newOwner(server)
  const { page, problems } = await open(owner)
  const headers = { origin: server.address }
  const save = (firstname: string) =>
    page.request.patch('/api/account/profile', { data: { firstname, lastname: 'Tan', gender: 2 }, headers })
  for (let time = 0; time < 20; time += 1) await save(`Mei ${time}`)
  expect((await save('Lin')).status()).toBe(200)
  const wrong = { curpassword: 'tame goose', password: 'grey goose' }
  expect((await page.request.post('/api/account/change/password', { data: wrong, headers })).status()).toBe(400)
  await page.goto('/account/settings?tab=audit')
  const rows = page.getByRole('row')
  const refused = rows.filter({ hasText: 'Changed password' })
  await refused.waitFor()
  expect(await refused.innerText()).toMatch(/Owner[^]*\d+\.\d+\.\d+\.\d+[^]*Denied/)
  await refused.getByText('Details', { exact: true }).click()
  await refused.getByText('Current password is incorrect.').waitFor()
  const changed = rows.filter({ hasText: 'Changed profile' }).first()
  await changed.getByText('1 change', { exact: true }).click()
  await expect.poll(() => changed.innerText()).toMatch(/First name\s+Mei 19 →\s+to\s+Lin/)

  await press(page, 'Load more entries')
  await page.getByText('All entries are loaded').waitFor()
  await rows.filter({ hasText: 'Signed in with password' }).waitFor()
  await page.getByRole('button', { name: /^Result/ }).click()
  await page.getByRole('option', { name: 'Denied' }).click()
  await page.waitForURL('**/account/settings?tab=audit&outcome=refused')
  await expect.poll(() => rows.count()).toBe(2)
  await typeRange(page, { To: '01012001' })
  await page.getByRole('heading', { name: 'No matching entries' }).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).first().click()
  await page.goto('/account/settings?tab=audit&action=session')
  await rows.filter({ hasText: 'Signed in with password' }).waitFor()
  await expect.poll(() => rows.count()).toBe(2)

  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^audit-.+\.csv$/)
  expect(problems).toEqual([])
})

test('the keys of a list reach the open tab, also where another tab with a list was opened before', async () => {
  const { page, problems } = await open(await newOwner(server), {}, '/account/settings?tab=countries')
  await page.getByRole('switch').first().waitFor()
  await page.getByRole('tab', { name: 'Audit log' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Signed in with password' })
  await row.waitFor()
  await page.keyboard.press('j')
  await untilFocused(row)
  await page.keyboard.press('/')
  await untilFocused(page.getByRole('button', { name: /^Period/ }))
  expect(problems).toEqual([])
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const texts = words[locale]
    const size = { width, height: width === 390 ? 844 : 800 }
    const owner = await newOwner(server)
    await server.hongyan('account', 'set', owner.identifier, 'release.channel', 'canary')
    const { page, problems } = await open(owner, { theme, locale, ...size }, '/account/settings')
    const capture = async (name: string) => {
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const file = `settings-${name}-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
      await picture(page, file, { fullPage: true })
    }
    await press(page, texts.save)
    await page.getByText(texts.firstMissing).waitFor()
    await capture('profile')
    await pushAddress(page, '/account/settings?tab=audit')
    await page.getByText(texts.signedIn).first().waitFor()
    await capture('audit')
    await pushAddress(page, '/account/settings?tab=security')
    const dialog = await dialogOf(page, texts.change)
    await press(dialog, texts.change)
    await capture('password')
    await escape(dialog)
    await capture('security')
    await dialogOf(page, texts.setUpPhone)
    await enterCode(dialog, owner.identifier, locale)
    await capture('verify')
    await press(dialog, texts.next)
    await field(dialog, texts.phone).waitFor()
    await press(dialog, texts.setUpPhone)
    await capture('phone')
    expect(problems).toEqual([])
  })
})
