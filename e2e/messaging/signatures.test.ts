import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { askUntil } from '../ask-until.ts'
import { violations } from '../axe.ts'
import type { Look } from '../browser.ts'
import { pushAddress } from '../console-router.ts'
import { untilFocused } from '../focus.ts'
import { bothLooks } from '../looks.ts'
import type { OwnerShape } from '../new-owner.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { newResidentNumber } from '../resident-number.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const photo = { name: 'licence.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }

const open = (look: Look = {}, shape: OwnerShape = {}) => openAsOwner(server, look, '/sms/signatures', shape)

/** An owner whose sender IDs are made before the first page is opened. */
const signedIn = (look: Look = {}) => openAsOwner(server, look, null)

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function upload(page: Page, label: string): Promise<void> {
  const group = page.getByRole('group', { name: label })
  await group.locator('input[type=file]').setInputFiles(photo)
  await group
    .getByText('Uploaded', { exact: true })
    .or(group.getByText('已上传', { exact: true }))
    .waitFor(patience)
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The evidence of an upload made beside the page. */
async function uploaded(page: Page): Promise<string> {
  const reply = await page.request.post('/api/upload', {
    headers: { origin: server.address },
    multipart: { purpose: 'evidence', file: photo },
  })
  return ((await reply.json()) as { id: string }).id
}

interface Stored {
  readonly id: string
  readonly version: number
}

const formOf = async (page: Page, name: string) => ({
  name,
  kind: 1,
  usage: 'own',
  regions: ['intl'],
  scenes: [1, 2],
  industry: 'ECOMMERCE',
  purpose: 'Codes and delivery notices to the customers of our shop.',
  evidence: { registration_number: '201912345K', licence: await uploaded(page) },
})

/** Submits a sender beside the page. */
async function submitted(page: Page, name: string): Promise<Stored> {
  const data = await formOf(page, name)
  const reply = await page.request.put('/api/sms/signatures', { data, headers: { origin: server.address } })
  expect(reply.status()).toBe(200)
  return (await reply.json()) as Stored
}

/** Decides as a reviewer does, on the command line, and shows the result. */
async function review(page: Page, decision: 'approve' | 'reject', id: string, ...reasons: readonly string[]) {
  await server.hongyan('review', decision, id, ...reasons, '--by', 'Li Wei')
  await page.reload()
  await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor()
}

const openId = (page: Page): string => new URL(page.url()).searchParams.get('open') ?? ''

test('a sender ID is created with evidence, rejected, repaired by its hint and approved', async () => {
  const { page, problems } = await open()
  await page.getByText('A sender ID is the name that recipients see.').waitFor()
  await page.getByRole('button', { name: 'Create sender ID' }).click()
  // The list has a field of this name too, and stays until the form is loaded.
  await page.getByRole('button', { name: 'Submit for review' }).waitFor()
  await typeInto(field(page, 'Name'), 'Notice')
  await page.getByText('The name doesn’t say who you are.').waitFor()
  await typeInto(field(page, 'Name'), '12345')
  expect(await page.getByText('Numeric sender IDs must be numbers').count()).toBe(0)
  await field(page, 'Name').press('Tab')
  await page.getByText('Numeric sender IDs must be numbers').waitFor()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await untilFocused(field(page, 'Name'))
  await page.getByText('Choose an industry.').waitFor()

  await typeInto(field(page, 'Name'), 'Casino24')
  await page.getByText('The automatic check will reject this. You can submit it anyway.').waitFor()
  await typeInto(field(page, 'Name'), 'LumenPost')
  await choose(page, 'Industry', 'E-commerce')
  await typeInto(field(page, 'Purpose'), 'Codes and delivery notices to people who ordered.')
  await typeInto(field(page, 'Registration number'), '201912345K')
  await upload(page, 'Business licence')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Sender ID submitted, please wait for review').first().waitFor(patience)
  const sheet = page.getByRole('dialog', { name: 'Sender ID LumenPost' })
  await sheet.getByText(/^With our reviewers since /).waitFor(patience)
  await sheet.getByRole('button', { name: /^Send reminder from / }).waitFor()

  const id = openId(page)
  await review(page, 'reject', id, '--field', 'name', '--reason', 'name_not_proved')
  await sheet.getByText('The evidence doesn’t show this name.').first().waitFor()
  await sheet.getByRole('button', { name: 'Correct Name' }).first().click()
  await untilFocused(field(page, 'Name'))
  await page.getByText('Use the name as the document states it').waitFor()
  await typeInto(field(page, 'Name'), 'LumenParcel')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await sheet.or(page.getByRole('dialog', { name: 'Sender ID LumenParcel' })).waitFor(patience)
  await review(page, 'approve', id)
  const approved = page.getByRole('dialog', { name: 'Sender ID LumenParcel' })
  await approved.getByText('Submitted again').waitFor()
  await approved.getByRole('button', { name: 'Set as default' }).click()
  await approved.getByText('Default', { exact: true }).waitFor(patience)
  expect(problems).toEqual([])
})

test('a verified mainland account sees its carriers file a sender ID and the announced end of its approval, on a phone in Chinese', async () => {
  const look = { locale: 'zh-CN', width: 390, height: 844 } as const
  const { page, problems } = await open(look, { partition: 'cn' })
  await page.getByRole('link', { name: '前往实名认证' }).waitFor()
  await page.goto('/verification?form=new')
  await page.getByRole('radio', { name: /^个人认证/ }).press('Space')
  await typeInto(field(page, '姓名'), '陈嘉禾')
  await typeInto(field(page, '证件号码'), newResidentNumber())
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByRole('button', { name: '撤回' }).waitFor(patience)
  const { current } = (await (await page.request.get('/api/verification')).json()) as { current: Stored }
  await server.hongyan('review', 'approve', current.id, '--by', 'Li Wei')

  await page.goto('/sms/signatures')
  await page.getByRole('button', { name: '创建签名' }).click()
  await page.getByRole('button', { name: '提交审核' }).waitFor()
  await typeInto(field(page, '签名名称'), '流明快递')
  await page.getByText('【流明快递】').waitFor()
  await choose(page, '所属行业', '电子商务')
  await typeInto(field(page, '用途说明'), '向下单用户发送验证码和物流通知。')
  await typeInto(field(page, '统一社会信用代码（注册号）'), '91999999EJGC9P6N5T')
  await upload(page, '营业执照')
  await page.getByRole('button', { name: '提交审核' }).click()
  const sheet = page.getByRole('dialog', { name: '签名“流明快递”' })
  await sheet.waitFor(patience)
  const id = openId(page)
  await server.hongyan('review', 'approve', id, '--by', 'Li Wei')
  await askUntil<Signature>(page, `/sms/signatures/${id}`, ({ filings }) =>
    filings.every(({ state }) => state === 'filed'),
  )
  await page.goto('/sms/signatures')
  await page.getByText('已报备', { exact: true }).waitFor()
  expect(await page.getByText('已报备', { exact: true }).count()).toBe(1)
  await page.getByRole('link', { name: '【流明快递】' }).click()
  await sheet.getByText('中国广电', { exact: true }).waitFor()
  await server.hongyan('review', 'reject', id, '--field', 'name', '--reason', 'complaints', '--by', 'Li Wei')
  await page.goto(`/sms/signatures?open=${id}`)
  await sheet.getByText(/^将于 .* 停用。/).waitFor()
  await sheet.getByText('签名名称：收到了收件人的投诉。请联系客服后再提交。').waitFor()
  await picture(page, 'signature-ends-390')
  await page.goto('/sms/signatures')
  await page.getByText(/ 停用$/).waitFor()
  const unfiled = page.getByRole('switch', { name: '未完成报备时仍尝试发送' })
  let save = () => {}
  await page.route('**/api/configuration/filing', async (route) => {
    await new Promise<void>((resolve) => (save = resolve))
    await route.continue()
  })
  await unfiled.press('Space')
  await expect.poll(() => unfiled.isDisabled()).toBe(true)
  expect(await unfiled.isChecked()).toBe(true)
  save()
  await page.getByText('未完成报备的短信将尝试发送').waitFor(patience)
  await picture(page, 'signatures-unfiled-390')
  expect(problems).toEqual([])
})

test('the authorisation of a name that a client lent is renewed from its sheet while the present one serves', async () => {
  const { page, problems } = await signedIn()
  const files = { owner_licence: await uploaded(page), authorisation: await uploaded(page) }
  const form = await formOf(page, 'LumenLent')
  const evidence = { ...form.evidence, ...files, authorised_until: '2027-01-31' }
  const data = { ...form, usage: 'third_party', evidence }
  const reply = await page.request.put('/api/sms/signatures', { data, headers: { origin: server.address } })
  const { id } = (await reply.json()) as Stored
  await server.hongyan('review', 'approve', id, '--by', 'Li Wei')
  await page.goto(`/sms/signatures?open=${id}`)
  const sheet = page.getByRole('dialog', { name: 'Sender ID LumenLent' })
  await sheet.getByRole('button', { name: 'Renew authorisation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renew the authorisation of LumenLent' })
  await dialog.getByRole('button', { name: 'Submit for review' }).click()
  await dialog.getByText('This evidence is required.').first().waitFor()
  expect(await violations(page)).toEqual([])
  await upload(page, 'Signed authorisation')
  await dialog.getByLabel('Authorised until').fill('2020-12-31')
  await dialog.getByRole('button', { name: 'Submit for review' }).click()
  await dialog.getByText('The authorisation has expired.').waitFor()
  await picture(page, 'signature-renewal-1280')
  await dialog.getByLabel('Authorised until').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Submit for review' }).click()
  await sheet.getByText('New authorisation in review.').waitFor(patience)
  await sheet.getByText('New authorisation submitted').waitFor()
  await picture(page, 'signature-renewing-1280')
  expect(problems).toEqual([])
})

test('a form keeps what was typed when the sender ID was changed meanwhile, and offers the stored one', async () => {
  const { page } = await signedIn()
  const { id, version } = await submitted(page, 'LumenOne')
  await server.hongyan('review', 'reject', id, '--field', 'name', '--reason', 'name_not_proved', '--by', 'Li Wei')
  await page.goto(`/sms/signatures?form=${id}`)
  await typeInto(field(page, 'Name'), 'LumenTwo')
  const data = { ...(await formOf(page, 'LumenThree')), version }
  const beside = await page.request.patch(`/api/sms/signatures/${id}`, { data, headers: { origin: server.address } })
  expect(beside.status()).toBe(200)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('This sender ID was changed in another session. Your changes are still here.').waitFor(patience)
  await page.getByText('Your changes differ in: Name.').waitFor()
  expect(await field(page, 'Name').inputValue()).toBe('LumenTwo')
  expect(await page.getByRole('button', { name: 'Keep my changes' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Use saved version' }).click()
  await page.getByRole('dialog', { name: 'Sender ID LumenThree' }).waitFor(patience)
})

test('the list is filtered, a sender ID opened, copied as a new one and deleted by keyboard', async () => {
  const { page, problems } = await signedIn()
  await submitted(page, 'LumenOne')
  const { id } = await submitted(page, 'LumenTwo')
  await server.hongyan('review', 'approve', id, '--by', 'Li Wei')
  await page.goto('/sms/signatures?status=4')
  await page.getByRole('link', { name: 'LumenTwo' }).waitFor()
  expect(await page.getByRole('link', { name: 'LumenOne' }).count()).toBe(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Sender ID LumenTwo' }).waitFor()
  await page.keyboard.press('Escape')

  const menu = page.getByRole('button', { name: 'Actions for LumenTwo' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Duplicate' }).press('Enter')
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('LumenTwo')
  expect(await page.getByText('Uploaded', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const alert = page.getByRole('alertdialog')
  await alert.getByText('Are you sure you want to delete the sender ID "LumenTwo"?').waitFor()
  await alert.getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByText('No sender IDs match these filters').waitFor(patience)
  await page.getByRole('button', { name: 'Clear' }).first().press('Enter')
  await page.getByRole('link', { name: 'LumenOne' }).waitFor()
  expect(problems).toEqual([])
})

test('a sender ID that broadcasts use is not deleted, and the alert names them', async () => {
  const { page } = await signedIn()
  const { id } = await submitted(page, 'LumenOne')
  const error = { code: 'signature_in_use', message: 'In use.', details: { broadcasts: ['Autumn', 'Winter'] } }
  await page.route(`**/api/sms/signatures/${id}`, (route) => route.fulfill({ status: 409, json: { error } }))
  await page.goto('/sms/signatures')
  await page.getByRole('button', { name: 'Actions for LumenOne' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const alert = page.getByRole('alertdialog')
  await alert.getByRole('button', { name: 'Delete' }).press('Enter')
  await alert.getByText('In use. Used by: Autumn, Winter.').waitFor(patience)
})

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing on the list, the sheet, the form and its errors', async () => {
    const { page } = await signedIn({ theme, locale, width, height: width === 390 ? 844 : 800 })
    const { id } = await submitted(page, 'LumenOne')
    const look = `${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`
    await page.goto('/sms/signatures')
    await page.getByRole('link', { name: 'LumenOne' }).waitFor()
    expect(await violations(page)).toEqual([])
    await picture(page, `signatures-${look}`, { fullPage: true })
    await pushAddress(page, `/sms/signatures?open=${id}`)
    await page
      .getByRole('dialog')
      .getByText(/^(?:Timeline|审核记录)$/)
      .waitFor()
    expect(await violations(page)).toEqual([])
    await pushAddress(page, '/sms/signatures?form=new')
    const submit = page.getByRole('button', { name: /^(?:Submit for review|提交审核)$/ })
    // The rules that find the errors load after the form.
    const errorsShown = async () => {
      await submit.click()
      return page.locator('[aria-invalid=true]').count()
    }
    await expect.poll(errorsShown, patience).toBeGreaterThan(0)
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await picture(page, `signature-form-${look}`, { fullPage: true })
  })
})
