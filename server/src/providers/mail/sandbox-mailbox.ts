import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { alone, statement } from '../../db/tx.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Mail, Mailer } from './mail.ts'

const INSERT = statement(
  'sandbox_message.insert_mail',
  `insert into sandbox_message (remote_id, reference, part, parts, channel, recipient, sender, text, html, received_at, thread)
   values ($1, $1, 1, 1, 'mail', $2, $3, $4, $5, $6, $7)`,
)

/** Recipients whose email the mailbox refuses, so that a failure can be tried out. */
const BOUNCES = /^bounce(?:\+[^@]*)?@/

/** The mailer of a sandbox without SMTP_URL: it stores every email for the sandbox's inbox. */
export function createSandboxMailbox(deps: {
  readonly pool: Pool
  readonly clock: Clock
  readonly from: string
}): Mailer {
  const db = alone(deps.pool)
  const keep = async ({ to, subject, text, html, thread = null }: Mail): Promise<void> => {
    const id = randomBytes(8).toString('hex')
    const headers = thread === null ? null : JSON.stringify(thread)
    await db.run(INSERT, [id, to, deps.from, `${subject}\n\n${text}`, html, deps.clock.now(), headers])
  }
  return {
    async send(mail) {
      if (BOUNCES.test(mail.to)) return { kind: 'refused', reason: '550' }
      return keep(mail).then(
        () => ({ kind: 'accepted' }),
        () => ({ kind: 'unknown', reason: 'the database' }),
      )
    },
  }
}
