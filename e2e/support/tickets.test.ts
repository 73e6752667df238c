import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newestMessage } from '../codes.ts'
import { openAsOwner } from '../open-as-owner.ts'
import { patience } from '../patience.ts'
import { commonServer } from '../server.ts'
import { typeInto } from '../type-into.ts'

const server = commonServer()

/** Sends a message that its carrier blocks. */
async function sendBlocked(page: Page): Promise<void> {
  const made = await page.request.put('/api/credentials', { headers: { origin: server.address }, data: { mode: 1 } })
  const { key } = (await made.json()) as { key: string }
  const reply = await fetch(`${server.address}/?action=sms.message.send&accessKeyId=${key}`, {
    method: 'POST',
    body: JSON.stringify({ to: '+12065550004', text: 'Your parcel is here.' }),
  })
  expect(reply.status).toBe(200)
}

/** The id of the ticket whose page is open. */
const ticketId = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

const reply = (id: string, text: string) => server.hongyan('ticket', 'reply', id, '--text', text, '--by', 'lin')

test('a failed message leads to a ticket with diagnostics, whose reply appears in the console and by email', async () => {
  const { page, owner, problems } = await openAsOwner(server, {}, '/sms/logs', { balance: '10' })
  await sendBlocked(page)
  await page.reload()
  await page.getByText('Rejected', { exact: true }).or(page.getByText('Undelivered', { exact: true })).waitFor(patience)
  await page.getByRole('button', { name: /^Actions for the message to / }).click()
  await page.getByRole('menuitem', { name: 'Get help' }).click()

  await page.getByRole('heading', { name: 'Write a ticket' }).waitFor()
  await page.getByRole('heading', { name: 'Does one of these help?' }).waitFor(patience)
  await page.getByRole('button', { name: /carrier blocked/i }).waitFor()
  await typeInto(page.getByLabel('Subject'), 'Is this number blocked?')
  await typeInto(page.getByLabel('Description'), 'Our customer gets no messages from us.')
  await page.getByRole('checkbox', { name: 'Attach diagnostics' }).check()
  await page.getByRole('heading', { name: 'This is what we’ll see' }).waitFor()
  await page.getByText('blocked_by_carrier', { exact: false }).last().waitFor()
  await page.getByRole('button', { name: 'Send ticket' }).click()

  await page.getByRole('heading', { name: 'Is this number blocked?' }).waitFor()
  await page.getByText(/^Reply due (?:in|by)/).waitFor()
  await page.getByText('Diagnostics', { exact: true }).waitFor()
  await reply(ticketId(page), 'The carrier lifted the block. See https://status.example.')
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

test('bad input of the form is refused in the words of a direct call, and a leaving customer is asked', async () => {
  const { page } = await openAsOwner(server, {}, '/support/new')
  const send = page.getByRole('button', { name: 'Send ticket' })
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
  await typeInto(page.getByLabel('Subject'), 'Help')
  await typeInto(page.getByLabel('Description'), 'Short')
  await typeInto(page.getByLabel('Message IDs'), 'abc')
  await page.getByText('Not message IDs: abc').waitFor()
  await typeInto(page.getByLabel('Email for our replies'), 'ops@')
  await send.click()
  await page.getByText('Choose a category.').waitFor()
  for (const part of [{ subject: 'Help' }, { body: 'Short' }, { message_ids: ['abc'] }, { contact: 'ops@' }]) {
    await page.getByText(await wordsOf(part), { exact: true }).waitFor()
  }

  await page.getByRole('button', { name: /^Category/ }).click()
  await page.getByRole('option', { name: 'Account', exact: true }).click()
  await typeInto(page.getByLabel('Subject'), good.subject)
  await typeInto(page.getByLabel('Description'), good.body)
  await typeInto(page.getByLabel('Message IDs'), '')
  await typeInto(page.getByLabel('Email for our replies'), '')
  await typeInto(page.getByLabel('Phone numbers'), '123')
  await send.click()
  await page.getByText(await wordsOf({ numbers: ['123'] }), { exact: true }).waitFor()

  await typeInto(page.getByLabel('Phone numbers'), '')
  const unknown = '0199f3c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f'
  await typeInto(page.getByLabel('Message IDs'), unknown.replaceAll('-', ''))
  await send.click()
  await page.getByText(`Not all message IDs are of your account. Correct or remove those listed. ${unknown}`).waitFor()

  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor()
})

test('a ticket in Chinese is answered and marked as solved', async () => {
  const { page } = await openAsOwner(server, { locale: 'zh-CN' }, '/support/new?category=billing', { partition: 'cn' })
  await page.getByLabel('主题').fill('充值未到账')
  await page.getByLabel('问题描述').fill('今天上午充值的一百元还没有到账。')
  await page.getByRole('button', { name: '提交工单' }).click()
  await page.getByRole('heading', { name: '充值未到账' }).waitFor()
  await reply(ticketId(page), '款项已到账，请查收。')
  await page.getByText('款项已到账，请查收。').waitFor(patience)
  await page.getByText('等待您回复').waitFor()
  await page.getByRole('button', { name: '标记为已解决' }).click()
  await page.getByText('已解决', { exact: true }).waitFor()
})
