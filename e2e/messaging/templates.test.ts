import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { askUntil } from '../ask-until.ts'
import { violations } from '../axe.ts'
import type { Look } from '../browser.ts'
import { pushAddress } from '../console-router.ts'
import { bothLooks } from '../looks.ts'
import { newestMessage } from '../codes.ts'
import type { OwnerShape } from '../new-owner.ts'
import { bindPhone } from '../bind-phone.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { runSample, standing } from '../samples.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const open = (look: Look = {}, shape: OwnerShape = {}) =>
  openAsOwner(server, look, '/sms/templates', { balance: '100', ...shape })

/** An owner whose records are made before the first page is opened. */
const signedIn = (look: Look) => openAsOwner(server, look, null, { balance: '100' })

const headers = () => ({ origin: server.address })

async function post<Reply>(page: Page, path: string, data: object, method = 'POST'): Promise<Reply> {
  const reply = await page.request.fetch(`/api${path}`, { method, data, headers: headers() })
  if (!reply.ok()) throw new Error(`${method} ${path}: ${await reply.text()}`)
  return (await reply.json()) as Reply // a row of the contract
}

const order = {
  name: 'Order shipped',
  code: 'order_shipped',
  scene: 2,
  language: 'en',
  content: 'Your order {order} has shipped.',
  signature_id: null,
  industry: 'ECOMMERCE',
  usage_note: '',
  variables: [{ name: 'order', type: 'id', max_length: 20, sample: 'A20261123' }],
}

const create = (page: Page, change: object = {}): Promise<Template> =>
  post(page, '/sms/templates', { ...order, ...change }, 'PUT')
const isFiled = ({ state }: { readonly state: string }): boolean => state === 'filed'
const approve = (id: string) => server.hongyan('review', 'approve', id, '--by', 'Li Wei')

/** Makes an approved template and shows the list. */
async function openWithTemplate(look: Look = {}): Promise<{ page: Page; template: Template }> {
  const { page } = await signedIn(look)
  const template = await create(page)
  await approve(template.id)
  await page.goto('/sms/templates')
  await page.getByRole('link', { name: 'Order shipped' }).waitFor()
  return { page, template }
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Chooses an entry of a row's menu. */
async function act(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('an order notice goes from the empty list through review and a test to a message sent by its snippet', async () => {
  const { page, problems, owner } = await open()
  const phone = await bindPhone(page, server, owner.identifier, '+1206555')
  const { key } = await post<Credential>(page, '/credentials', { mode: AuthMode.Simple }, 'PUT')

  await page.getByRole('button', { name: /^Order notice/ }).click()
  await typeInto(field(page, 'Content'), 'Your order {order} is on its way.')
  expect(await page.getByRole('group', { name: 'order' }).getByLabel('Sample').inputValue()).toBe('A20261123')
  await page.getByText('Your order A20261123 is on its way.').waitFor()
  await page.getByRole('status').filter({ hasText: 'GSM-7, 1 part' }).waitFor()
  await page
    .getByRole('row', { name: /United States/ })
    .getByText('$0.008500')
    .waitFor(patience)
  await page.getByText('Recipients see +12025550147, a shared number').waitFor(patience)
  await page.getByText('Sender IDs don’t appear here. Numbers need a registered campaign.').waitFor()
  await typeInto(field(page, 'Code'), 'Order shipped')
  await field(page, 'Name').focus()
  await page.getByText('A code needs 3 to 48 characters, a letter first.').waitFor()
  await typeInto(field(page, 'Code'), 'order_shipped')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Template submitted, please wait for review').first().waitFor(patience)

  const row = page.getByRole('row').filter({ hasText: 'order_shipped' })
  await row.getByText('Automatic check passed').waitFor()
  const [{ id } = { id: '' }] = (await (await page.request.get('/api/sms/templates')).json()) as Template[]
  await approve(id)
  await page.reload()
  await row.getByText('Approved').waitFor()

  await act(page, 'Order shipped', 'Send test')
  const dialog = page.getByRole('dialog')
  await typeInto(dialog.getByLabel('order', { exact: true }), 'B7')
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await dialog.getByText('Your order B7 is on its way.').waitFor(patience)
  await dialog.getByText('$0.008500').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const sent = ({ text }: { text: string }) => text.endsWith('is on its way.')
  expect((await newestMessage(server, phone, 1, sent)).text).toBe('Your order B7 is on its way.')

  await act(page, 'Order shipped', 'Code to send it')
  await page.getByRole('tab', { name: 'Node.js' }).click()
  const code = await page.getByRole('tabpanel', { name: /Node\.js/ }).innerText()
  expect(await page.getByRole('region', { name: 'Environment' }).innerText()).toContain(`KEY='${key}'`)
  const node = (await standing()).find(({ title }) => title === 'Node.js')
  if (node === undefined) throw new Error('Node.js runs this test')
  const printed = await runSample(node, code, '', { ENDPOINT: server.address, KEY: key })
  expect(printed).toContain('"code":"0"')
  expect((await newestMessage(server, phone, 2, sent)).text).toBe('Your order A20261123 is on its way.')

  await page.reload()
  await act(page, 'Order shipped', 'Delete')
  const alert = page.getByRole('alertdialog')
  await alert.getByText('2 messages used it in the last 30 days.').waitFor()
  const last = alert.getByRole('button', { name: 'Delete' })
  expect(await last.isDisabled()).toBe(true)
  await typeInto(alert.getByLabel('Type “Order shipped” to delete it'), 'Order shipped')
  await last.click()
  await page.getByText('Start with a template').waitFor(patience)
  expect(problems).toEqual([])
})

test('a character that forces Unicode is named and replaced by one press', async () => {
  const { page } = await openAsOwner(server, {}, '/sms/templates?form=new')
  const content = field(page, 'Content')
  const ruler = page.getByRole('status').filter({ hasText: /part/ })
  await typeInto(content, 'Can’t be home? Reply 1 to leave it with a neighbour, and we’ll ring the bell there instead.')
  await expect.poll(() => ruler.innerText()).toBe('Unicode, 2 parts')
  await page.getByText('U+2019').waitFor()
  await page.getByText('With plain characters: 1 part in GSM-7.').waitFor()
  await page.getByRole('button', { name: 'Replace with plain characters' }).click()
  await expect.poll(() => content.inputValue()).toMatch(/^Can't be home\? .* we'll ring/)
  await expect.poll(() => ruler.innerText()).toBe('GSM-7, 1 part')
})

test('the composer counts encoding, units and parts as messages are counted', async () => {
  const { page } = await openAsOwner(server, {}, '/sms/templates?form=new')
  const rows = [
    ['a'.repeat(160), 'GSM-7, 1 part', '160 units, 160 to a part.'],
    ['a'.repeat(161), 'GSM-7, 2 parts', '161 units, 153 to a part.'],
    ['€'.repeat(81), 'GSM-7, 2 parts', '162 units, 153 to a part.'],
    ['测'.repeat(71), 'Unicode, 2 parts', '71 units, 67 to a part.'],
    [`${'a'.repeat(159)}’`, 'Unicode, 3 parts', '160 units, 67 to a part.'],
  ] as const
  for (const [text, parts, units] of rows) {
    await field(page, 'Content').fill(text)
    await page.getByRole('status').filter({ hasText: parts }).waitFor()
    await page.getByText(units).waitFor()
  }
})

test('the version in use stays until its successor is approved, versions are compared, and an announced end is shown', async () => {
  const { page, template } = await openWithTemplate()
  await act(page, 'Order shipped', 'Edit')
  await page.getByText('Version 1 stays in use until version 2 is approved.').waitFor()
  await typeInto(field(page, 'Content'), 'Your parcel {order} has shipped.')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Version 2, version 1 in use').waitFor(patience)
  await page.getByRole('link', { name: 'Order shipped' }).click()
  const sheet = page.getByRole('dialog', { name: 'Template Order shipped' })
  await sheet.getByText('Version 2 isn’t in use yet. Messages use version 1.').waitFor()
  await expect.poll(() => sheet.getByRole('button', { name: 'Edit' }).count()).toBe(0)
  await page.keyboard.press('Escape')

  await approve(template.id)
  const reasons = ['--field', 'content', '--reason', 'content_unclear'] as const
  await server.hongyan('review', 'reject', template.id, ...reasons, '--by', 'Li Wei')
  await page.goto(`/sms/templates?open=${template.id}`)
  await sheet.getByText(/^The approval ends on /).waitFor()
  await sheet.getByText('Content: The text doesn’t show what the message is about.').waitFor()
  await sheet.getByText('Submit a corrected version now to keep sending.').waitFor()
  await picture(page, 'template-ends-1280')
  await page.goto('/sms/templates')
  await page.getByRole('row').filter({ hasText: 'Approved' }).getByText('Version 2', { exact: true }).waitFor()
  await page.getByText(/^Ends /).waitFor()
  await act(page, 'Order shipped', 'Compare versions')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.locator('del').allInnerTexts()).toEqual(['order'])
  expect(await dialog.locator('ins').allInnerTexts()).toEqual(['parcel'])
})

test('a withdrawal that comes after the decision shows it, and the form names what the reviewer rejected', async () => {
  const { page } = await signedIn({})
  const { id } = await create(page)
  await page.goto(`/sms/templates?open=${id}`)
  const sheet = page.getByRole('dialog', { name: 'Template Order shipped' })
  await sheet.getByRole('button', { name: 'Actions for Order shipped' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await server.hongyan('review', 'reject', id, '--field', 'content', '--reason', 'content_unclear', '--by', 'Li Wei')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alert').filter({ hasText: 'This changed in the meantime.' }).waitFor(patience)
  await sheet.getByRole('heading', { name: 'What to correct' }).waitFor()
  await sheet.getByRole('button', { name: 'Correct Content' }).click()
  await page.getByRole('heading', { name: 'Edit template' }).waitFor()
  await page.getByText('The text doesn’t show what the message is about.').waitFor()
  await picture(page, 'template-rejected-form-1280')
})

test('an edit of a version that another session has replaced keeps what was typed and offers both', async () => {
  const { page, template } = await openWithTemplate()
  await act(page, 'Order shipped', 'Edit')
  await typeInto(field(page, 'Content'), 'Mine: order {order} has shipped.')
  await post(
    page,
    `/sms/templates/${template.id}`,
    { ...order, content: 'Theirs: order {order} has shipped.', version: 1 },
    'PATCH',
  )
  await approve(template.id)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  const conflict = page.getByRole('alert', { name: 'Version 2 was submitted in another session' })
  await conflict.getByText('Theirs', { exact: true }).waitFor(patience)
  await expect.poll(() => field(page, 'Content').inputValue()).toBe('Mine: order {order} has shipped.')
  await conflict.getByRole('button', { name: 'Use submitted version' }).waitFor()
  await conflict.getByRole('button', { name: 'Keep my changes on top of version 2' }).click()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await page.getByText('Version 3, version 2 in use').waitFor(patience)
})

test('a template is found by its code, a filter is in the address, and deletion asks first and names the broadcasts that use it', async () => {
  const { page } = await openWithTemplate()
  await page.keyboard.press('ControlOrMeta+k')
  await page
    .getByRole('combobox', { name: 'Search pages' })
    .or(page.getByRole('combobox'))
    .first()
    .fill('order_shipped')
  await page.getByRole('option', { name: /Order shipped/ }).click()
  await page.getByRole('dialog', { name: 'Template Order shipped' }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Search', { exact: true }).fill('nothing like it')
  await page.keyboard.press('Enter')
  await page.getByText('No templates match these filters').waitFor()
  expect(new URL(page.url()).searchParams.get('text')).toBe('nothing like it')
  await page.getByRole('button', { name: 'Clear filters' }).last().click()

  await act(page, 'Order shipped', 'Delete')
  const alert = page.getByRole('alertdialog', { name: 'Are you sure you want to delete the template "Order shipped"?' })
  const error = { code: 'template_in_use', message: 'In use.', details: { broadcasts: ['Autumn', 'Winter'] } }
  await page.route('**/api/sms/templates/*', (route) => route.fulfill({ status: 409, json: { error } }), { times: 1 })
  await alert.getByRole('button', { name: 'Delete' }).click()
  await alert.getByText('In use. Used by: Autumn, Winter.').waitFor(patience)
  await alert.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Start with a template').waitFor(patience)
})

test('on a phone in Chinese, a public template becomes one’s own and is sent under a filed sender ID', async () => {
  const look = { locale: 'zh-CN', width: 390, height: 844 } as const
  const { page, problems, owner } = await open(look, { partition: 'cn', fields: { realname_auth: 'true' } })
  const phone = await bindPhone(page, server, owner.identifier, '+861380013')
  const file = { name: 'licence.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }
  const multipart = { purpose: 'evidence', file }
  const upload = await page.request.post('/api/upload', { multipart, headers: headers() })
  const { id: licence } = (await upload.json()) as { id: string }
  const sender = await post<{ id: string }>(
    page,
    '/sms/signatures',
    {
      name: '流明快递',
      kind: 1,
      usage: 'own',
      regions: ['cn'],
      scenes: [1, 2, 3],
      industry: 'ECOMMERCE',
      purpose: '向下单用户发送验证码和物流通知。',
      evidence: { registration_number: '91999999EJGC9P6N5T', licence },
    },
    'PUT',
  )
  await approve(sender.id)
  await post(page, `/sms/signatures/${sender.id}/default`, {})
  await page.reload()

  await page.getByRole('tab', { name: '公共模板' }).click()
  await page.getByRole('button', { name: '使用“登录验证码”' }).click()
  await page.getByText('【流明快递】您正在登录，验证码是482913。').waitFor(patience)
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('模板已提交，请等待审核').first().waitFor(patience)
  const [{ id } = { id: '' }] = (await (await page.request.get('/api/sms/templates')).json()) as Template[]
  await approve(id)
  await askUntil<Template>(page, `/sms/templates/${id}`, ({ filings }) => filings.every(isFiled))
  await page.goto(`/sms/templates?open=${id}`)
  const sheet = page.getByRole('dialog')
  await expect.poll(() => sheet.getByText('已报备', { exact: true }).count()).toBe(4)
  await sheet.getByRole('button', { name: '发送测试' }).click()
  await page
    .getByRole('dialog', { name: /^测试发送/ })
    .getByRole('button', { name: '发送测试' })
    .click()
  await page.getByText('测试短信已发送').waitFor(patience)
  const isTest = ({ text }: { text: string }) => text.includes('您正在登录')
  expect((await newestMessage(server, phone, 1, isTest)).text).toMatch(/^【流明快递】您正在登录，验证码是482913。/)
  expect(problems).toEqual([])
})

test.each(bothLooks)('axe finds no fault in form, sheet and comparison (%o)', async ({ theme, width, locale }) => {
  const { page } = await signedIn({ theme, width, locale, height: 844 })
  const template = await create(page, {
    content: 'Hi {name}, your parcel {order} can’t be delivered today.',
    variables: [...order.variables, { name: 'name', type: 'name', max_length: 20, sample: 'Wei Ling' }],
  })
  await approve(template.id)
  await post(page, `/sms/templates/${template.id}`, { ...order, version: 1 }, 'PATCH')
  await page.goto(`/sms/templates?form=new&from=${template.id}`)
  await page.locator('[data-preview]').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await violations(page)).toEqual([])
  await picture(page, `template-form-${width}-${theme}-${locale}`, { fullPage: true })
  await pushAddress(page, `/sms/templates?open=${template.id}`)
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor()
  expect(await violations(page)).toEqual([])
  await picture(page, `template-sheet-${width}-${theme}-${locale}`)
})
