import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { askUntil } from '../ask-until.ts'
import { newestMessage } from '../codes.ts'
import { pushAddress } from '../console-router.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { outage } from '../outage.ts'
import { patience } from '../patience.ts'
import { picture } from '../pictures.ts'
import { commonServer } from '../server.ts'

const server = commonServer()

/** A ticket’s page looks for news more often, in milliseconds. */
const TICKET_EVERY = 5_000

/** Sends a message with a new credential. The carrier blocks numbers that end in 0004. */
async function send(page: Page, to: string): Promise<void> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
    method: 'POST',
    body: JSON.stringify({ to, text: 'Your parcel is here.' }),
  })
  expect(reply.status).toBe(200)
}

/** The id of the ticket whose page is open. */
const ticketId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

const reply = (id: string, text: string) => server.hongyan('ticket', 'reply', id, '--text', text, '--by', 'lin')

test('a failed message leads to a ticket with diagnostics, whose reply appears in the console and by email', async () => {
  const { page, owner, problems } = await openAsOwner(server, { clock: true }, '/support', { balance: '10' })
  await send(page, '+12065550004')
  await askUntil<readonly { readonly status: number }[]>(page, '/sms/messages', ([first]) => first?.status === 9)
  await pushAddress(page, '/sms/logs')
  await page.getByRole('button', { name: /^Actions for the message to / }).click()
  await page.getByRole('menuitem', { name: 'Get help' }).click()

  await page.getByRole('heading', { name: 'Submit a ticket' }).waitFor()
  await page.getByRole('heading', { name: 'Does one of these help?' }).waitFor(patience)
  await page.getByRole('button', { name: /carrier blocked/i }).waitFor()
  await page.getByLabel('Subject').fill('Is this number blocked?')
  await page.getByLabel('Description').fill('Our customer gets no messages from us.')
  await page.getByRole('checkbox', { name: 'Attach diagnostics' }).check()
  await page.getByRole('heading', { name: 'This is what we’ll see' }).waitFor()
  await page.getByText('blocked_by_carrier', { exact: false }).last().waitFor()
  await page.getByRole('button', { name: 'Send ticket' }).click()

  await page.getByRole('heading', { name: 'Is this number blocked?' }).waitFor()
  await page.getByText(/^Reply due (?:in|by)/).waitFor()
  await page.getByText('Diagnostics', { exact: true }).waitFor()
  await reply(ticketId(page), 'The carrier lifted the block. See https://status.example.')
  await page.clock.fastForward(TICKET_EVERY)
  await page.getByText('The carrier lifted the block.', { exact: false }).waitFor(patience)
  await page.getByRole('link', { name: 'https://status.example' }).waitFor()
  await page.getByText('Waiting for you', { exact: true }).waitFor()
  const email = await newestMessage(server, owner.identifier, 1, ({ text }) => text.includes('lifted the block'))
  expect(email.text).toContain(`/support/tickets/${ticketId(page)}`)

  await page.getByRole('button', { name: 'Mark as solved' }).click()
  await page.getByText(/^You can reopen it until/).waitFor()
  await page.getByLabel('Your reply').fill('It happened again.')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Reopened', { exact: true }).waitFor()
  await page.getByText('Waiting for us', { exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Your reply').inputValue()).toBe('')
  expect(problems).toEqual([])
})

test('bad input and a file on its way are refused by the form, and a leaving customer is asked', async () => {
  const { page } = await openAsOwner(server, {}, '/support/new')
  const sending = page.getByRole('button', { name: 'Send ticket' })
  const good = { category: 'account', subject: 'A question', body: 'How do I change my name?' }
  const wordsOf = async (part: object): Promise<string> => {
    const refused = await page.request.put('/api/support/tickets', {
      headers: { origin: server.address },
      data: { ...good, ...part },
    })
    expect(refused.status()).toBe(400)
    const { error } = (await refused.json()) as { error: { message: string } }
    return error.message
  }
  await page.getByLabel('Subject').fill('Help')
  await page.getByLabel('Description').fill('Short')
  await page.getByLabel('Message IDs').fill('abc')
  await page.getByText('Not message IDs: abc').waitFor()
  await page.getByLabel('Email for our replies').fill('ops@')
  await sending.click()
  await page.getByText('Choose a category.').waitFor()
  for (const part of [{ subject: 'Help' }, { body: 'Short' }, { message_ids: ['abc'] }, { contact: 'ops@' }]) {
    await page.getByText(await wordsOf(part), { exact: true }).waitFor()
  }

  await page.getByRole('button', { name: /^Category/ }).click()
  await page.getByRole('option', { name: 'Account', exact: true }).click()
  await page.getByLabel('Subject').fill(good.subject)
  await page.getByLabel('Description').fill(good.body)
  await page.getByLabel('Message IDs').fill('')
  await page.getByLabel('Email for our replies').fill('')
  await page.getByLabel('Phone numbers').fill('123')
  await sending.click()
  await page.getByText(await wordsOf({ numbers: ['123'] }), { exact: true }).waitFor()

  await page.getByLabel('Phone numbers').fill('')
  const unknown = '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'
  await page.getByLabel('Message IDs').fill(unknown.replaceAll('-', ''))
  await sending.click()
  await page.getByText(`Some message IDs aren’t in your account. Correct or remove those listed. ${unknown}`).waitFor()

  await page.getByLabel('Message IDs').fill('')
  await page.route('**/api/upload', () => undefined)
  const attachments = page.getByRole('group', { name: 'Attachments' })
  const file = { name: 'shot.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  await attachments.locator('input[type=file]').setInputFiles(file)
  await sending.click()
  const wait = attachments.getByText('Wait until all files are uploaded, or remove those that are not.')
  await wait.waitFor()
  await picture(page, 'ticket-upload')
  await attachments.getByRole('button', { name: 'Cancel upload of shot.pdf' }).click()
  await wait.waitFor({ state: 'detached' })
  await page.unroute('**/api/upload')

  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor()
})

test('a ticket that could not be sent keeps its texts and files when its owner presses Get help or Submit a ticket', async () => {
  const { page } = await openAsOwner(server, {}, '/support/new')
  const subject = page.getByLabel('Subject')
  await subject.fill('Codes are late')
  await page.getByLabel('Description').fill('Our codes arrive after ten minutes.')
  await page.getByRole('button', { name: /^Category/ }).click()
  await page.getByRole('option', { name: 'Billing' }).click()
  const attachments = page.getByRole('group', { name: 'Attachments' })
  const file = { name: 'shot.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  await attachments.locator('input[type=file]').setInputFiles(file)
  await attachments.getByText('Uploaded', { exact: true }).waitFor(patience)
  await page.route('**/api/support/tickets', (route) => route.fulfill(outage))
  await page.getByRole('button', { name: 'Send ticket' }).click()
  await page.getByRole('button', { name: 'Get help' }).click()
  await page.getByText('req-77').waitFor()
  expect(new URL(page.url()).search).toBe('?code=unavailable&request=req-77')
  await pushAddress(page, '/support/new')
  await page.waitForURL((url) => url.search === '')

  expect(await subject.inputValue()).toBe('Codes are late')
  expect(await page.getByLabel('Description').inputValue()).toBe('Our codes arrive after ten minutes.')
  await page.getByRole('button', { name: 'Category Billing' }).waitFor()
  await attachments.getByText('shot.pdf', { exact: true }).waitFor()
  await page.getByText('req-77').waitFor()
})

test('the search explains an error by its number from the keyboard, and the form suggests it again', async () => {
  const { page, problems } = await openAsOwner(server, {}, '/support')
  const field = page.getByRole('searchbox', { name: 'Search for an answer' })
  await field.fill('105400')
  const answer = page.getByRole('button', { name: /^Insufficient balance/ })
  await answer.waitFor(patience)
  await field.press('Enter')
  await page.getByRole('link', { name: 'Open the error page' }).waitFor()
  await page.getByRole('link', { name: 'This didn’t help? Submit a ticket' }).click()
  await page.getByRole('heading', { name: 'Submit a ticket' }).waitFor()
  await answer.click(patience)
  await page.getByRole('button', { name: 'This solved it' }).click()
  await page.getByText('Glad that helped').waitFor()
  await field.waitFor()
  expect(problems).toEqual([])
})

test('a ticket in Chinese is answered and marked as solved', async () => {
  const { page } = await openAsOwner(server, { locale: 'zh-CN', clock: true }, '/support/new?category=billing', {
    partition: 'cn',
  })
  await page.getByLabel('主题').fill('充值未到账')
  await page.getByLabel('问题描述').fill('今天上午充值的一百元还没有到账。')
  await page.getByRole('button', { name: '提交工单' }).click()
  await page.getByRole('heading', { name: '充值未到账' }).waitFor()
  await reply(ticketId(page), '款项已到账，请查收。')
  await page.clock.fastForward(TICKET_EVERY)
  await page.getByText('款项已到账，请查收。').waitFor(patience)
  await page.getByText('等待您回复').waitFor()
  await page.getByRole('button', { name: '标记为已解决' }).click()
  await page.getByText('已解决', { exact: true }).waitFor()
})

const suspended = { fields: { acct_status: '1' }, balance: '10' }

test('a suspended owner appeals in Chinese, and sends again once support restores the account', async () => {
  const { page } = await openAsOwner(server, { locale: 'zh-CN', clock: true }, '/credentials', suspended)
  const alert = page.getByRole('alertdialog', { name: '您的账户已被暂停' })
  await alert.getByRole('link', { name: '联系客服' }).click()
  await alert.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: '账户暂停申诉' }).waitFor()
  await page.getByRole('link', { name: '去认证' }).waitFor()

  await page.getByLabel('主题').fill('申请恢复账户')
  await page.getByLabel('问题描述').fill('我们的密钥泄露，已经停用。')
  await page.getByRole('button', { name: '提交申诉' }).click()
  await expect.poll(() => page.getByText('请用 20 至 2,000 个字符回答。').count()).toBe(3)
  await page.getByLabel('您发送什么内容').fill('向我们网店的客户发送登录验证码和订单通知短信。')
  await page.getByLabel('收件人是如何同意').fill('客户在注册和下单时勾选同意接收短信通知的选项。')
  await page.getByLabel('账户因何被暂停').fill('旧密钥被公开在代码仓库中，现已删除并更换新密钥。')
  await page.getByRole('button', { name: '提交申诉' }).click()

  await page.getByRole('heading', { name: '申请恢复账户' }).waitFor()
  await page.getByText('已收到', { exact: true }).waitFor()
  await server.hongyan('appeal', 'restore', ticketId(page), '--text', '感谢说明，账户已恢复。', '--by', 'lin')
  await page.clock.fastForward(TICKET_EVERY)
  await page.getByText('申诉通过，账户已恢复').waitFor(patience)
  await page.getByText('您的账户已被暂停。').waitFor({ state: 'detached', ...patience })
  await send(page, '+12065551234')
})

test('the ticket of an appeal shows what secures the account, and support’s decision with its reason', async () => {
  const { page } = await openAsOwner(server, { clock: true }, '/support', suspended)
  await page.getByRole('button', { name: 'Okay' }).click()
  const made = await page.request.put('/api/support/tickets', {
    headers: { origin: server.address },
    data: {
      category: 'appeal',
      subject: 'Please restore our account',
      body: 'Our key leaked and is gone now.',
      answers: {
        use: 'Sign-in codes to customers of our shop.',
        consent: 'They tick a box when they register.',
        cause: 'A leaked key, which we have removed.',
      },
    },
  })
  const { id } = (await made.json()) as { id: string }
  await pushAddress(page, `/support/tickets/${id}`)
  await page.getByText('Received', { exact: true }).waitFor(patience)
  await page.getByRole('link', { name: 'Turn on' }).waitFor()
  await server.hongyan('appeal', 'uphold', id, '--text', 'The complaints continue.', '--by', 'lin')
  await page.clock.fastForward(TICKET_EVERY)
  await page.getByText('Appeal declined, suspension stays').waitFor(patience)
  await page.getByText('The complaints continue.').waitFor()
})
