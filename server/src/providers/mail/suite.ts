import { expect, test } from 'vitest'
import type { Email, EmailThread } from '../../../test/mail-server.ts'
import { mailAddress, mailId } from './headers.ts'
import type { Mail, Mailer } from './mail.ts'

export interface MailerUnderTest {
  readonly mailer: Mailer
  /** The emails that arrived for an address, oldest first. */
  readonly arrived: (to: string) => Promise<readonly Email[]>
  /** The conversation of the newest email that arrived for an address. */
  readonly threadOf: (to: string) => Promise<EmailThread>
}

/** The behaviour that every mailer must have. */
export function mailerSuite(made: () => MailerUnderTest): void {
  const emailOf = (change: Partial<Mail> = {}): Mail => ({
    to: 'mei@example.com',
    subject: 'Your code',
    text: 'It is 123456.\n\nSo long.',
    html: '<p>It is <b>123456</b>.</p>',
    ...change,
  })

  test('an email arrives with its subject, its text and its HTML', async () => {
    const { mailer, arrived } = made()
    expect(await mailer.send(emailOf())).toEqual({ kind: 'accepted' })
    expect(await arrived('mei@example.com')).toEqual([
      { text: 'Your code\n\nIt is 123456.\n\nSo long.', html: '<p>It is <b>123456</b>.</p>' },
    ])
  })

  test('Chinese subjects and texts arrive unchanged', async () => {
    const { mailer, arrived } = made()
    const text = '验证码 123456，用于登录。'
    await mailer.send(emailOf({ to: 'chen@example.com', subject: '鸿雁验证码', text, html: `<p>${text}</p>` }))
    expect(await arrived('chen@example.com')).toEqual([{ text: `鸿雁验证码\n\n${text}`, html: `<p>${text}</p>` }])
  })

  test('an unknown recipient is refused, and the reason does not quote the email', async () => {
    const { mailer, arrived } = made()
    const to = 'bounce+1@example.com'
    const result = await mailer.send(emailOf({ to }))
    expect(result.kind).toBe('refused')
    expect(JSON.stringify(result)).toContain('550')
    expect(JSON.stringify(result)).not.toContain('123456')
    expect(await arrived(to)).toEqual([])
  })

  test('an email of a conversation names it, and the address for replies', async () => {
    const { mailer, threadOf } = made()
    const host = 'console.example.com'
    const thread = { id: mailId('notice.2', host), root: mailId('ticket.1', host) }
    for (const [to, replyTo] of [
      ['answered@example.com', mailAddress('support+abc@example.com')],
      ['unanswered@example.com', null],
    ] as const) {
      await mailer.send(emailOf({ to, thread: { ...thread, replyTo } }))
      expect(await threadOf(to)).toEqual({ ...thread, replyTo })
    }
  })

  test('a line break in a subject makes no header', async () => {
    const { mailer, arrived } = made()
    const subject = 'Re: codes\r\nBcc: eve@example.com\nX-Evil: 1'
    await mailer.send(emailOf({ to: 'lines@example.com', subject }))
    expect(await arrived('lines@example.com')).toHaveLength(1)
    expect(await arrived('eve@example.com')).toEqual([])
  })

  test('a comma in an address makes no second recipient', async () => {
    const { mailer, arrived } = made()
    await mailer.send(emailOf({ to: 'a,eve@example.com' }))
    expect(await arrived('eve@example.com')).toEqual([])
  })
}
