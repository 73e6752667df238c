import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { type Email, type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { openPool } from '../../db/connect.ts'
import { systemClock } from '../../kit/clock.ts'
import { newLogger } from '../../kit/logger.ts'
import { noMailer } from './mail.ts'
import { createSandboxMailbox } from './sandbox-mailbox.ts'
import { createSmtp } from './smtp.ts'
import { mailerSuite } from './suite.ts'

const from = 'Hongyan <no-reply@example.com>'

describe('sandbox mailbox', () => {
  let database: TestDatabase
  let pool: Pool
  beforeAll(async () => {
    database = await newDatabase()
    pool = openPool(database.url, 2, newLogger('silent'))
  })
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })

  mailerSuite(() => ({
    mailer: createSandboxMailbox({ pool, clock: systemClock, from }),
    arrived: async (to) => {
      const { rows } = await pool.query<Email>(
        `select text, html from sandbox_message where channel = 'mail' and recipient = $1 order by received_at`,
        [to],
      )
      return rows
    },
  }))
})

describe('SMTP mailer', () => {
  let server: MailServer
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server.stop())

  mailerSuite(() => ({
    mailer: createSmtp({ url: server.url, from }),
    arrived: async (to) => server.emailsTo(to),
  }))

  test('an email to an unreachable server is refused, not unknown', async () => {
    const mailer = createSmtp({ url: 'smtp://127.0.0.1:1', from })
    expect(await mailer.send({ to: 'mei@example.com', subject: 's', text: 't', html: 'h' })).toMatchObject({
      kind: 'refused',
    })
  })
})

test('without SMTP_URL an email is refused with that reason', async () => {
  expect(await noMailer.send({ to: 'mei@example.com', subject: 's', text: 't', html: 'h' })).toEqual({
    kind: 'refused',
    reason: 'SMTP_URL is not set',
  })
})
