import { expect, test } from 'vitest'
import type { Mail, Mailer } from './mail.ts'

export interface MailerUnderTest {
  readonly mailer: Mailer
  /** The emails that arrived for an address, oldest first, each as subject, blank line, text. */
  readonly arrived: (to: string) => Promise<readonly string[]>
}

/** The behaviour that every mailer must have. */
export function mailerSuite(made: () => MailerUnderTest): void {
  const emailOf = (change: Partial<Mail> = {}): Mail => ({
    to: 'mei@example.com',
    subject: 'Your code',
    text: 'It is 123456.\n\nSo long.',
    ...change,
  })

  test('an email arrives with its subject and its text', async () => {
    const { mailer, arrived } = made()
    expect(await mailer.send(emailOf())).toEqual({ kind: 'accepted' })
    expect(await arrived('mei@example.com')).toEqual(['Your code\n\nIt is 123456.\n\nSo long.'])
  })

  test('Chinese subjects and texts arrive unchanged', async () => {
    const { mailer, arrived } = made()
    await mailer.send(emailOf({ to: 'chen@example.com', subject: '鸿雁验证码', text: '验证码 123456，用于登录。' }))
    expect(await arrived('chen@example.com')).toEqual(['鸿雁验证码\n\n验证码 123456，用于登录。'])
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

  test('a comma in an address makes no second recipient', async () => {
    const { mailer, arrived } = made()
    await mailer.send(emailOf({ to: 'a,eve@example.com' }))
    expect(await arrived('eve@example.com')).toEqual([])
  })
}
