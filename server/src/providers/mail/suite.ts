import { expect, test } from 'vitest'
import type { Mail, Mailer } from './mail.ts'

export interface MailerUnderTest {
  readonly mailer: Mailer
  /** The letters that arrived for an address, oldest first; `text` begins with the subject where there is only a text. */
  readonly arrived: (to: string) => Promise<readonly string[]>
}

/** What every mailer must do, whoever stands behind it. */
export function mailerSuite(made: () => MailerUnderTest): void {
  const letter = (change: Partial<Mail> = {}): Mail => ({
    to: 'mei@example.com',
    subject: 'Your code',
    text: 'It is 123456.\n\nSo long.',
    ...change,
  })

  test('a letter arrives with its subject and its text', async () => {
    const { mailer, arrived } = made()
    expect(await mailer.send(letter())).toEqual({ kind: 'accepted' })
    expect(await arrived('mei@example.com')).toEqual(['Your code\n\nIt is 123456.\n\nSo long.'])
  })

  test('Chinese arrives as it was written', async () => {
    const { mailer, arrived } = made()
    await mailer.send(letter({ to: 'chen@example.com', subject: '鸿雁验证码', text: '验证码 123456，用于登录。' }))
    expect(await arrived('chen@example.com')).toEqual(['鸿雁验证码\n\n验证码 123456，用于登录。'])
  })

  test('an address that nobody has is a refusal, and its reason does not quote the letter', async () => {
    const { mailer, arrived } = made()
    const to = 'bounce+1@example.com'
    const said = await mailer.send(letter({ to }))
    expect(said.kind).toBe('refused')
    expect(JSON.stringify(said)).toContain('550')
    expect(JSON.stringify(said)).not.toContain('123456')
    expect(await arrived(to)).toEqual([])
  })

  test('a comma makes no second recipient', async () => {
    const { mailer, arrived } = made()
    await mailer.send(letter({ to: 'a,eve@example.com' }))
    expect(await arrived('eve@example.com')).toEqual([])
  })
}
