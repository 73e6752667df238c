import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { appCode } from '../app-codes.ts'
import { violations } from '../axe.ts'
import { type Look, openPage, type WatchedPage } from '../browser.ts'
import { escape, untilFocused } from '../focus.ts'
import { languages, looks } from '../looks.ts'
import { newOwner } from '../new-owner.ts'
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
type Words = (typeof words)[keyof typeof words]

const server = commonServer()
/** Passkeys belong to a name. */
let named: string

beforeAll(async () => {
  named = server.address.replace('127.0.0.1', 'localhost')
})

const SETTINGS = '/account/settings?tab=security'

/** The security tab of somebody who is signed in by a program. */
async function open(who: SignIn, look: Look = {}): Promise<WatchedPage> {
  const watched = await openPage(named, look)
  onTestFinished(watched.close)
  await startSession(watched.page, who)
  await watched.page.goto(SETTINGS)
  return watched
}

const press = (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }).click()
const field = (place: Page | Locator, label: string) => place.getByRole('textbox', { name: label, exact: true })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** From a page that asks for nothing. */
async function signOut(page: Page): Promise<void> {
  await page.goto('/docs')
  await page.request.delete('/api/session', { headers: { origin: new URL(page.url()).origin } })
  await page.goto('/login')
}

/** Begins to switch an app on; answers its secret. */
async function beginApp(page: Page, say: Words): Promise<{ dialog: Locator; secret: string }> {
  await region(page, say.section).getByRole('button', { name: say.setUp, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const secret = await field(dialog, say.key).inputValue()
  return { dialog, secret }
}

/** Says that the codes were kept; answers them. */
async function keepCodes(page: Page, say: Words): Promise<readonly string[]> {
  const dialog = page.getByRole('dialog', { name: say.codes })
  await dialog.getByRole('listitem').last().waitFor()
  const codes = await dialog.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  expect(await dialog.getByRole('button', { name: say.done, exact: true }).isDisabled()).toBe(true)
  await dialog.getByRole('checkbox', { name: say.kept }).check()
  await press(dialog, say.done)
  await dialog.waitFor({ state: 'detached' })
  return codes
}

/** Gives the password, and stands before the second step. */
async function firstStep(page: Page, who: SignIn, say: Words): Promise<void> {
  await field(page, say.identifier).fill(who.identifier)
  await page.getByLabel(say.password, { exact: true }).fill(who.password)
  await press(page, say.signIn)
  await page.getByRole('heading', { name: say.second }).waitFor()
}

/** The next call that is to prove its owner is refused as it is ten minutes after the last proof. */
async function tenMinutesLater(page: Page): Promise<void> {
  const error = { code: 'step_up_required', message: 'not shown', requestId: 'none' }
  const refuse = { status: 403, contentType: 'application/json', body: JSON.stringify({ error }) }
  await page.route(
    '**/api/credentials',
    (route) => (route.request().method() === 'PUT' ? route.fulfill(refuse) : route.fallback()),
    { times: 1 },
  )
}

/** Asks for a credential, which asks for a proof. */
async function askForCredential(page: Page, say: Words): Promise<Locator> {
  await page.goto('/credentials')
  await press(page, say.first)
  const form = page.getByRole('dialog', { name: say.create })
  await form.getByText(say.mode).first().click()
  await tenMinutesLater(page)
  await press(form, say.make)
  return form
}

describe.each(languages)('in %s', (locale) => {
  const say = words[locale]

  test('an app is switched on, asked for at sign-in and before a change, and recovery codes stand in for it', async () => {
    const who = await newOwner(server)
    const elsewhere = await open(who)
    const { page, problems } = await open(who, { locale })
    const { dialog, secret } = await beginApp(page, say)
    await field(dialog, say.code).fill('000000')
    await press(dialog, say.turnOn)
    await dialog.getByText(say.refused).waitFor()
    await untilFocused(field(dialog, say.code))
    await field(dialog, say.code).fill(appCode(secret))
    await press(dialog, say.turnOn)
    const [recovery = ''] = await keepCodes(page, say)
    await region(page, say.section).getByText(say.on, { exact: true }).first().waitFor()

    const sessions = region(page, say.sessions)
    expect(await sessions.getByRole('listitem').count()).toBe(2)
    await press(sessions, say.others)
    await page.getByRole('alertdialog').getByRole('button', { name: say.others, exact: true }).click()
    await sessions.getByText(say.onlyHere).waitFor()
    expect((await elsewhere.page.request.get('/api/account')).status()).toBe(401)

    await signOut(page)
    await firstStep(page, who, say)
    await untilFocused(field(page, say.appCode))
    // That of the moment was used up when the app was switched on.
    await field(page, say.appCode).fill(appCode(secret, 1))
    await press(page, say.signIn)
    await page.waitForURL(`${named}/`)

    const form = await askForCredential(page, say)
    const proof = page.getByRole('dialog', { name: say.confirmTitle })
    await press(proof, say.cancel)
    await proof.waitFor({ state: 'detached' })
    await tenMinutesLater(page)
    await press(form, say.make)
    await press(proof, say.usePassword)
    await proof.getByLabel(say.password, { exact: true }).fill(who.password)
    await press(proof, say.confirm)
    await proof.waitFor({ state: 'detached' })
    await form.waitFor({ state: 'detached' })
    const listed = await page.request.get('/api/credentials')
    expect(await listed.json()).toHaveLength(1)

    await signOut(page)
    await firstStep(page, who, say)
    await press(page, say.useRecovery)
    await field(page, say.recovery).fill(recovery.toLowerCase())
    await press(page, say.signIn)
    await page.waitForURL(`${named}/`)
    // Each refusal is one that was asked for.
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
  const say = words['en-US']
  const section = region(page, say.section)
  await press(section, 'Add passkey')
  await field(page.getByRole('dialog'), 'Name').fill('Laptop')
  await press(page.getByRole('dialog'), 'Continue')
  await keepCodes(page, say)
  await section.getByText(say.on, { exact: true }).first().waitFor()
  await press(section, 'Rename Laptop')
  await field(page.getByRole('dialog'), 'Name').fill('Desk')
  await press(page.getByRole('dialog'), 'Save')
  await section.getByText('never used').waitFor()

  await signOut(page)
  await press(page, 'Sign in with a passkey')
  await page.waitForURL(`${named}/`)
  await page.goto(SETTINGS)
  await section.getByText('last used').waitFor()
  await press(section, 'Remove Desk')
  await page.getByRole('alertdialog').getByText('This is your only second factor.').waitFor()
  await press(page.getByRole('alertdialog'), 'Remove')
  await section.getByText('Off', { exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('at a bare address it is said why there are no passkeys', async () => {
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
    const say = words[locale]
    const who = await newOwner(server)
    const { page, problems } = await open(who, { theme, locale, width, height: width === 390 ? 844 : 800 })
    const look = async (name: string) => {
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const file = `second-factor-${name}-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
      await picture(page, file, { fullPage: true })
    }
    await region(page, say.sessions).getByText(say.onlyHere).waitFor()
    await look('off')
    const { dialog, secret } = await beginApp(page, say)
    await look('app')
    await field(dialog, say.code).fill(appCode(secret))
    await press(dialog, say.turnOn)
    await page.getByRole('dialog', { name: say.codes }).waitFor()
    await look('codes')
    await keepCodes(page, say)
    await look('on')
    const form = await askForCredential(page, say)
    const proof = page.getByRole('dialog', { name: say.confirmTitle })
    await untilFocused(field(proof, say.appCode))
    await look('step-up')
    await escape(proof)
    await escape(form)
    await signOut(page)
    await firstStep(page, who, say)
    await look('sign-in')
    expect(problems.filter((problem) => !/\b40[013]\b/.test(problem))).toEqual([])
  })
})
