import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { appCode } from '../app-codes.ts'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { escape, untilFocused } from '../focus.ts'
import { languages, looks } from '../looks.ts'
import { newOwner } from '../new-owner.ts'
import { outage } from '../outage.ts'
import { commonServer } from '../server.ts'
import { type SignIn, startSession } from '../sign-in.ts'
import { picture } from '../pictures.ts'

const words = {
  'en-US': {
    section: 'Two-step verification',
    setUp: 'Set up',
    key: 'Setup key',
    code: 'Authenticator code',
    turnOn: 'Turn on',
    refused: 'That code didn’t work.',
    codes: 'Your recovery codes',
    kept: 'I’ve saved these codes',
    leaveTitle: 'Leave without saving the codes?',
    back: 'Back to the codes',
    done: 'Done',
    on: 'On',
    identifier: 'Email or phone',
    password: 'Password',
    signIn: 'Sign in',
    second: 'Two-step verification',
    appCode: 'Authenticator code',
    useRecovery: 'Use a recovery code',
    recovery: 'Recovery code',
    first: 'Create your first credential',
    create: 'Create credential',
    mode: 'HMAC',
    make: 'Create',
    confirmTitle: 'Confirm it’s you',
    cancel: 'Cancel',
    usePassword: 'Use your password',
    confirm: 'Confirm',
    sessions: 'Active sessions',
    others: 'Log out everywhere else',
    onlyHere: 'No other active sessions.',
  },
  'zh-CN': {
    section: '两步验证（MFA）',
    setUp: '设置',
    key: '设置密钥',
    code: '身份验证器验证码',
    turnOn: '开启',
    refused: '验证失败。',
    codes: '您的恢复码',
    kept: '我已保存恢复码',
    leaveTitle: '未保存恢复码，确定离开？',
    back: '返回',
    done: '完成',
    on: '已开启',
    identifier: '邮箱或手机号',
    password: '密码',
    signIn: '登录',
    second: '两步验证',
    appCode: '身份验证器验证码',
    useRecovery: '使用恢复码',
    recovery: '恢复码',
    first: '创建第一个访问凭证',
    create: '创建访问凭证',
    mode: 'HMAC',
    make: '创建',
    confirmTitle: '确认是您本人操作',
    cancel: '取消',
    usePassword: '使用密码',
    confirm: '确认',
    sessions: '登录设备',
    others: '退出其他所有设备',
    onlyHere: '暂无其他登录。',
  },
} as const
type Texts = (typeof words)[keyof typeof words]

const server = commonServer()
/** The server's address with a host name, because passkeys are bound to one. */
let addressByName: string

beforeAll(async () => {
  addressByName = server.address.replace('127.0.0.1', 'localhost')
})

const SETTINGS = '/account/settings?tab=security'

/** Opens the security tab with a session that was started through the API. */
async function open(owner: SignIn, look: Look = {}): Promise<WatchedPage> {
  const watched = await openPage(addressByName, look)
  onTestFinished(watched.close)
  await startSession(watched.page, owner)
  await watched.page.goto(SETTINGS)
  return watched
}

const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click()
const field = (place: Page | Locator, label: string) => place.getByRole('textbox', { name: label, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Signs out through the API, from a page that sends no calls. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/docs')
  await page.request.delete('/api/session', { headers: { origin: new URL(page.url()).origin } })
  await page.goto('/login')
}

/** Opens the dialog for an authenticator app. Returns it with the app's secret. */
async function openAppDialog(page: Page, texts: Texts): Promise<{ dialog: Locator; secret: string }> {
  await region(page, texts.section).getByRole('button', { name: texts.setUp, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const secret = await field(dialog, texts.key).inputValue()
  return { dialog, secret }
}

/** Confirms that the recovery codes are saved. Returns them. */
async function confirmCodesSaved(page: Page, texts: Texts): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog', { name: texts.codes })
  await dialog.getByRole('listitem').last().waitFor()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  expect(await dialog.getByRole('button', { name: texts.done, exact: true }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await press(page.getByRole('alertdialog', { name: texts.leaveTitle }), texts.back)
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await dialog.getByRole('checkbox', { name: texts.kept }).check()
  await press(dialog, texts.done)
  await dialog.waitFor({ state: 'detached' })
  return codes
}

/** Signs in with the password, up to the second step. */
async function signInToSecondStep(page: Page, owner: SignIn, texts: Texts): Promise<void> {
  await field(page, texts.identifier).fill(owner.identifier)
  await page.getByLabel(texts.password, { exact: true }).fill(owner.password)
  await press(page, texts.signIn)
  await page.getByRole('heading', { name: texts.second }).waitFor()
}

/** Makes the next creation of a credential fail as it does ten minutes after the last authentication. */
async function requireStepUpNext(page: Page): Promise<void> {
  const error = { code: 'step_up_required', message: 'not shown', requestId: 'none' }
  const refuse = { status: 403, contentType: 'application/json', body: JSON.stringify({ error }) }
  await page.route(
    '**/api/credentials',
    (route) => (route.request().method() === 'PUT' ? route.fulfill(refuse) : route.fallback()),
    { times: 1 },
  )
}

/** Creates a credential in the dialog, up to the step-up that this requires. Returns the dialog. */
async function createCredentialToStepUp(page: Page, texts: Texts): Promise<Locator> {
  await page.goto('/credentials')
  await press(page, texts.first)
  const form = page.getByRole('dialog', { name: texts.create })
  await form.getByText(texts.mode).first().click()
  await requireStepUpNext(page)
  await press(form, texts.make)
  return form
}

describe.each(languages)('in %s', (locale) => {
  const texts = words[locale]

  test('an app is switched on, required at sign-in and before a change, and replaced by a recovery code', async () => {
    const owner = await newOwner(server)
    const elsewhere = await open(owner)
    const { page, problems } = await open(owner, { locale })
    const { dialog, secret } = await openAppDialog(page, texts)
    await field(dialog, texts.code).fill('000000')
    await press(dialog, texts.turnOn)
    await dialog.getByText(texts.refused).waitFor()
    await untilFocused(field(dialog, texts.code))
    await field(dialog, texts.code).fill(appCode(secret))
    await press(dialog, texts.turnOn)
    const [recovery = ''] = await confirmCodesSaved(page, texts)
    await region(page, texts.section).getByText(texts.on, { exact: true }).first().waitFor()

    const sessions = region(page, texts.sessions)
    expect(await sessions.getByRole('listitem').count()).toBe(2)
    await press(sessions, texts.others)
    await page.getByRole('alertdialog').getByRole('button', { name: texts.others, exact: true }).click()
    await sessions.getByText(texts.onlyHere).waitFor()
    expect((await elsewhere.page.request.get('/api/account')).status()).toBe(401)

    await signOut(page)
    await signInToSecondStep(page, owner, texts)
    await untilFocused(field(page, texts.appCode))
    // The current code was used up when the app was switched on, so this is the next one.
    await field(page, texts.appCode).fill(appCode(secret, 1))
    await press(page, texts.signIn)
    await page.waitForURL(`${addressByName}/`)

    const form = await createCredentialToStepUp(page, texts)
    const proof = page.getByRole('dialog', { name: texts.confirmTitle })
    await press(proof, texts.cancel)
    await proof.waitFor({ state: 'detached' })
    await requireStepUpNext(page)
    await press(form, texts.make)
    await press(proof, texts.usePassword)
    await proof.getByLabel(texts.password, { exact: true }).fill(owner.password)
    await press(proof, texts.confirm)
    await proof.waitFor({ state: 'detached' })
    await form.waitFor({ state: 'detached' })
    const listed = await page.request.get('/api/credentials')
    expect(await listed.json()).toHaveLength(1)

    await signOut(page)
    await signInToSecondStep(page, owner, texts)
    await press(page, texts.useRecovery)
    await field(page, texts.recovery).fill(recovery.toLowerCase())
    await press(page, texts.signIn)
    await page.waitForURL(`${addressByName}/`)
    // The browser logs the refusals that this test provokes.
    expect(problems.filter((problem) => !/\b40[013]\b/.test(problem))).toEqual([])
  })
})

test('a passkey is added, named, signs in alone, and is removed', async () => {
  const { page, problems } = await open(await newOwner(server))
  const devtools = await page.context().newCDPSession(page)
  onTestFinished(() => devtools.detach())
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const texts = words['en-US']
  const section = region(page, texts.section)
  await press(section, 'Add passkey')
  await field(page.getByRole('dialog'), 'Name').fill('Laptop')
  await press(page.getByRole('dialog'), 'Continue')
  await confirmCodesSaved(page, texts)
  await section.getByText(texts.on, { exact: true }).first().waitFor()
  await press(section, 'Rename Laptop')
  await field(page.getByRole('dialog'), 'Name').fill('Desk')
  await press(page.getByRole('dialog'), 'Save')
  await section.getByRole('button', { name: 'Rename Desk', exact: true }).waitFor()
  await section.getByText('never used').waitFor()

  await signOut(page)
  await press(page, 'Sign in with a passkey')
  await page.waitForURL(`${addressByName}/`)
  await page.goto(SETTINGS)
  await section.getByText('last used').waitFor()
  // Removed in another browser: the question closes, and the list is read again.
  const gone = { code: 'not_found', message: 'Not found.', requestId: '0190-abc' }
  await page.route('**/passkeys/*', (route) => route.fulfill({ status: 404, json: { error: gone } }))
  await press(section, 'Remove Desk')
  const reread = page.waitForResponse('**/api/account/security')
  await press(page.getByRole('alertdialog'), 'Remove')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await reread
  await page.getByRole('region', { name: 'Messages' }).getByText('Not found.').last().waitFor()
  await page.unroute('**/passkeys/*')
  await press(section, 'Remove Desk')
  await page.getByRole('alertdialog').getByText('This is your only second factor.').waitFor()
  await press(page.getByRole('alertdialog'), 'Remove')
  await section.getByText('Off', { exact: true }).waitFor()
  // The browser logs the refusal of a passkey that is gone.
  expect(problems).toEqual([expect.stringMatching(/\b404\b/)])
})

test('an outage in a step-up is shown as one, with a way to get help', async () => {
  const { page } = await open(await newOwner(server))
  const texts = words['en-US']
  await createCredentialToStepUp(page, texts)
  const proof = page.getByRole('dialog', { name: texts.confirmTitle })
  await page.route('**/api/session/stepUp', (route) => route.fulfill(outage))
  await proof.getByLabel(texts.password, { exact: true }).fill('wild goose')
  await press(proof, texts.confirm)
  await expect.poll(() => proof.getByRole('alert').innerText()).toBe('Temporarily unavailable. Get help')
})

test('at a bare IP address the page explains why there are no passkeys', async () => {
  const { page, close } = await openPage(server.address)
  onTestFinished(close)
  await startSession(page, await newOwner(server))
  await page.goto(SETTINGS)
  await page.getByText('Passkeys require a domain name.').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
})

describe.each(looks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing', async () => {
    const texts = words[locale]
    const owner = await newOwner(server)
    const { page, problems } = await open(owner, { theme, locale, width, height: width === 390 ? 844 : 800 })
    const capture = async (name: string) => {
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const file = `second-factor-${name}-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
      await picture(page, file, { fullPage: true })
    }
    await region(page, texts.sessions).getByText(texts.onlyHere).waitFor()
    await capture('off')
    const { dialog, secret } = await openAppDialog(page, texts)
    await capture('app')
    await field(dialog, texts.code).fill(appCode(secret))
    await press(dialog, texts.turnOn)
    await page.getByRole('dialog', { name: texts.codes }).waitFor()
    await capture('codes')
    await confirmCodesSaved(page, texts)
    await capture('on')
    const form = await createCredentialToStepUp(page, texts)
    const proof = page.getByRole('dialog', { name: texts.confirmTitle })
    await untilFocused(field(proof, texts.appCode))
    await capture('step-up')
    await escape(proof)
    await escape(form)
    await signOut(page)
    await signInToSecondStep(page, owner, texts)
    await capture('sign-in')
    expect(problems.filter((problem) => !/\b40[013]\b/.test(problem))).toEqual([])
  })
})
