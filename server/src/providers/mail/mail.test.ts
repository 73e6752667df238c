import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase, type TestDatabase } from '../../../test/cluster.ts'
import { type Email, type EmailThread, type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { openPool } from '../../db/connect.ts'
import { systemClock } from '../../kit/clock.ts'
import { newLogger } from '../../kit/logger.ts'
import { mailAddress, mailId } from './headers.ts'
import { noMailer } from './mail.ts'
import { createSandboxMailbox } from './sandbox-mailbox.ts'
import { createSmtp } from './smtp.ts'
import { mailerSuite } from './suite.ts'

const from = 'Hongyan <no-reply@example.com>'
const noThread: EmailThread = { id: null, root: null, replyTo: null }

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
    threadOf: async (to) => {
      const { rows } = await pool.query<{ readonly thread: EmailThread }>(
        `select thread from sandbox_message where recipient = $1 order by received_at desc limit 1`,
        [to],
      )
      return rows[0]?.thread ?? noThread
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
    threadOf: async (to) => server.threadsTo(to).at(-1) ?? noThread,
  }))

  test('an email to an unreachable server is refused, not unknown', async () => {
    const mailer = createSmtp({ url: 'smtp://127.0.0.1:1', from })
    expect(await mailer.send({ to: 'mei@example.com', subject: 's', text: 't', html: 'h' })).toMatchObject({
      kind: 'refused',
    })
  })
})

test.each([
  'a@example.com\r\nBcc: eve@example.com',
  'a@example.com, eve@example.com',
  'Ada <a@example.com>',
  '=?utf-8?q?eve=40example.com?= <a@example.com>',
  'a@example.com\n',
  '"a b"@example.com',
  'a@',
  '',
])('%j is no address for a header of an email', (text) => {
  expect(() => mailAddress(text)).toThrow('one plain address')
})

test.each([
  ['a\r\nBcc: eve@example.com', 'example.com'],
  ['a> <b', 'example.com'],
  ['a', 'example.com>\r\nX: 1'],
  ['', 'example.com'],
])('an email has no id of %j at %j', (name, host) => {
  expect(() => mailId(name, host)).toThrow('the id of an email')
})

test('without SMTP_URL an email is refused with that reason', async () => {
  expect(await noMailer.send({ to: 'mei@example.com', subject: 's', text: 't', html: 'h' })).toEqual({
    kind: 'refused',
    reason: 'SMTP_URL is not set',
  })
})
