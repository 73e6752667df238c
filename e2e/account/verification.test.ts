import { errorText } from '@hongyan/contract/errors'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violations } from '../axe.ts'
import type { Look } from '../browser.ts'
import { newestMessage } from '../codes.ts'
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
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') })

const open = (look: Look = {}, shape: OwnerShape = {}) => openAsOwner(server, look, '/verification', shape)

/** The submission of the page's owner. */
async function submissionOf(page: Page): Promise<string> {
  const reply = await page.request.get('/api/verification')
  const { current } = (await reply.json()) as { current: { id: string } }
  return current.id
}

/** Decides as a reviewer does, on the command line, and shows the result. */
async function review(page: Page, decision: 'approve' | 'reject', ...reasons: readonly string[]): Promise<void> {
  await server.hongyan('review', decision, await submissionOf(page), ...reasons, '--by', 'Li Wei')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Digits as a Chinese keyboard types them. */
const inFullWidth = (digits: string): string =>
  digits.replaceAll(/\d/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0))

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function upload(page: Page, label: string, name: string): Promise<void> {
  const group = page.getByRole('group', { name: label })
  await group.locator('input[type=file]').setInputFiles(photo(name))
  await group
    .getByText('Uploaded', { exact: true })
    .or(group.getByText('已上传', { exact: true }))
    .waitFor(patience)
}

async function fillBusiness(page: Page): Promise<void> {
  await typeInto(field(page, 'Legal name'), 'Wild Goose Mail Ltd')
  await typeInto(page.getByRole('combobox', { name: 'Country or region' }), 'United States')
  await page.keyboard.press('Tab')
  await typeInto(field(page, 'Registration number'), '201912345K')
  await typeInto(field(page, 'Website'), 'wild-goose.example')
  await typeInto(field(page, 'Address'), '12 Robinson Road, New York')
  await typeInto(field(page, 'Representative'), 'Mei Tan')
  await typeInto(field(page, 'ID number'), 'E1234567X')
  await page.getByRole('checkbox', { name: 'No expiry date' }).press('Space')
  await upload(page, 'ID document', 'passport.png')
  await typeInto(field(page, 'Use case'), 'Delivery notices to people who ordered a parcel.')
  await typeInto(field(page, 'Expected messages a month'), '20,000')
  await field(page, 'Countries you send to').selectOption('US')
}

test('a rejected business is repaired by its hints, approved, and verified on the home page', async () => {
  const { page, problems } = await open()
  await page.getByRole('button', { name: 'Start verification' }).click()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  const errors = page.getByText(/ is required\. /)
  await expect.poll(() => errors.count()).toBe(12)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
  await page.getByText('This field is required. Fill it in.').first().waitFor()

  await fillBusiness(page)
  await expect.poll(() => errors.count()).toBe(0)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Verification submitted, please wait for review').first().waitFor(patience)
  await page.getByText(/^(?:In review|Automatic check passed)$/).waitFor()

  const blurry = ['--field', 'id_document', '--reason', 'document_blurry']
  await review(page, 'reject', '--field', 'id_number', '--reason', 'number_mismatch', ...blurry)
  await page.getByText('The number differs from the document.').waitFor()
  await page.getByRole('button', { name: 'Correct and resubmit' }).click()
  const number = field(page, 'ID number')
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true')
  expect(await field(page, 'Legal name').getAttribute('placeholder')).toMatch(/^W\*+/)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect.poll(() => errors.count()).toBe(2)
  await typeInto(field(page, 'Legal name'), 'Wild Goose Mail Ltd')
  await upload(page, 'ID document', 'sharp.png')
  await page.getByText(/^Draft saved at /).waitFor(patience)
  await page.goto('/verification')
  await page.getByRole('button', { name: 'Correct and resubmit' }).click()
  await expect.poll(() => field(page, 'Legal name').inputValue()).toBe('Wild Goose Mail Ltd')
  await page.getByRole('group', { name: 'ID document' }).getByText('sharp.png').waitFor()
  expect(await field(page, 'Representative').getAttribute('placeholder')).toMatch(/^M\*+/)
  await typeInto(number, 'E7654321X')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).waitFor(patience)

  await review(page, 'approve')
  await page.getByText(/^Valid until /).waitFor()
  await page.goto('/')
  await page.getByRole('link', { name: 'Verified', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/verification')
  expect(problems).toEqual([])
})

test('a rejected individual is repaired by its hints on a phone in Chinese', async () => {
  const look = { locale: 'zh-CN', width: 390, height: 844 } as const
  const { page, problems } = await open(look, { partition: 'cn' })
  const number = newResidentNumber()
  await page.getByRole('button', { name: '开始认证' }).click()
  await page.getByRole('radio', { name: /^个人认证/ }).press('Space')
  await typeInto(field(page, '姓名'), '陈嘉禾')
  await typeInto(field(page, '证件号码'), `${number.slice(0, -1)}${number.endsWith('0') ? '1' : '0'}`)
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('校验位不正确。请对照证件逐位核对。').waitFor()
  await typeInto(field(page, '证件号码'), inFullWidth(number))
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByRole('button', { name: '撤回' }).waitFor(patience)

  await review(page, 'reject', '--field', 'name', '--reason', 'name_mismatch')
  await page.getByText('请按证件原文填写名称。').waitFor()
  await page.getByRole('button', { name: '修改并重新提交' }).click()
  await typeInto(field(page, '姓名'), '陈嘉和')
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByRole('button', { name: '撤回' }).waitFor(patience)
  await review(page, 'approve')
  await page.getByText('已认证', { exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('an operator’s phone that is not the account’s own needs its code, and a list its choice', async () => {
  const { page } = await open({}, { partition: 'cn' })
  await page.getByRole('button', { name: 'Start verification' }).click()
  const phone = `139${String(Date.now()).slice(-8)}`
  await typeInto(field(page, 'Operator’s phone'), phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  const message = await newestMessage(server, `+86${phone}`)
  expect(message.text).toMatch(/\d{6}/)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Code is required').waitFor()
  await page.getByRole('button', { name: /^Industry/, description: /^This field is required/ }).waitFor()
})

test('the operator’s phone of a draft needs its code too', async () => {
  const { page } = await open({}, { partition: 'cn' })
  await page.getByRole('button', { name: 'Start verification' }).click()
  const phone = `139${String(Date.now()).slice(-8)}`
  await typeInto(field(page, 'Operator’s phone'), phone)
  await page.getByText(/^Draft saved at /).waitFor(patience)
  await page.goto('/verification')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => field(page, 'Operator’s phone').inputValue()).toBe(phone)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Code is required').waitFor()
})

test('what is typed is kept as a draft, without the ID number, and a waiting submission can be withdrawn', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Start verification' }).click()
  await typeInto(field(page, 'Address'), '12 Robinson Road')
  await typeInto(field(page, 'ID number'), 'E1234567X')
  await page.getByText(/^Draft saved at /).waitFor(patience)
  await page.goto('/verification')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => field(page, 'Address').inputValue()).toBe('12 Robinson Road')
  expect(await field(page, 'ID number').inputValue()).toBe('')

  await fillBusiness(page)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Start verification' }).waitFor(patience)
})

test('words typed a moment before the form is cancelled or the page is left are in the draft', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Start verification' }).click()
  await typeInto(field(page, 'Address'), '12 Robinson Road')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => field(page, 'Address').inputValue()).toBe('12 Robinson Road')

  await typeInto(field(page, 'Address'), '14 Robinson Road')
  await page.goto('/')
  await page.goto('/verification')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => field(page, 'Address').inputValue()).toBe('14 Robinson Road')
})

test('a refusal of the server stands under the field that it names, in its words', async () => {
  const { page } = await open({}, { partition: 'cn' })
  await page.getByRole('button', { name: 'Start verification' }).click()
  await page.getByRole('radio', { name: /^Individual/ }).press('Space')
  await typeInto(field(page, 'Full name'), 'Chen Jiahe')
  await typeInto(field(page, 'ID number'), '999999199001010016')
  const what = 'This identity is in use by 3 other accounts.'
  const reasons = [{ field: 'id_number', code: 'already_used', what, remedy: 'Use one of them, or contact support.' }]
  const error = {
    code: 'already_used',
    message: errorText('already_used', 'en'),
    field: 'id_number',
    details: { reasons },
  }
  await page.route('**/api/verification', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: { error } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText(`${what} Use one of them, or contact support.`).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('id_number')
})

describe.each(bothLooks)('$theme, at $width in $locale', ({ theme, width, locale }) => {
  test('axe finds nothing on the form and its errors', async () => {
    const { page } = await open({ theme, locale, width, height: width === 390 ? 844 : 800 }, { partition: 'cn' })
    await page.getByRole('button', { name: /^(?:Start verification|开始认证)$/ }).click()
    await page.getByRole('button', { name: /^(?:Submit for review|提交审核)$/ }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    expect(await violations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await picture(page, `verification-${width}-${theme}-${locale === 'en-US' ? 'en' : 'zh'}`, { fullPage: true })
  })
})
