import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { newPooledDatabase } from '../../../../test/cluster.ts'
import { secretBox } from '../../../kit/secret-box.ts'
import { createKeys } from './keys.ts'

let pool: Pool
const secrets = secretBox(`test:${randomBytes(32).toString('base64')}`)

beforeAll(async () => {
  const database = await newPooledDatabase(4)
  pool = database.pool
  return database.close
})

test('processes that create keys at the same time get the same ones, and so does a later process', async () => {
  const [one, other] = await Promise.all([createKeys(pool, secrets)(), createKeys(pool, secrets)()])
  expect(other).toEqual(one)
  expect(await createKeys(pool, secrets)()).toEqual(one)
  expect(one.wxpayApiV3).toHaveLength(32)
  expect(
    new Set([one.alipayApp, one.alipayPlatform, one.wxpayMerchant, one.wxpayPlatform].map((p) => p.publicKey)).size,
  ).toBe(4)
})

test('keys are stored encrypted', async () => {
  const keys = await createKeys(pool, secrets)()
  const { rows } = await pool.query<{ sealed: string }>('select sealed from sandbox_key')
  expect(rows).toHaveLength(7)
  for (const { sealed } of rows) {
    expect(sealed).not.toContain('PRIVATE KEY')
    expect(sealed).not.toContain(keys.stripeApi)
  }
})
