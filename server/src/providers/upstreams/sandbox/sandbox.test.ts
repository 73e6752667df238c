import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import { describe, expect, test } from 'vitest'
import { newDatabase } from '../../../../test/cluster.ts'
import { openPool } from '../../../db/connect.ts'
import { systemClock } from '../../../kit/clock.ts'
import { newLogger } from '../../../kit/logger.ts'
import { upstreamSuite } from '../suite.ts'
import { planFor } from './outcomes.ts'
import { createSandbox } from './sandbox.ts'

describe('the sandbox', () => {
  upstreamSuite(async () => {
    const database = await newDatabase()
    const pool = openPool(database.url, 3, newLogger('silent'))
    const end = async () => {
      await pool.end()
      await database.drop()
    }
    return { upstream: createSandbox({ pool, clock: systemClock }), end }
  })
})

test('the last four digits of a number choose the result', () => {
  expect(planFor('+8613800130001', 1, 0)).toMatchObject({
    kind: 'refused',
    status: MessageStatus.Rejected,
  })
  expect(planFor('+12065550005', 1, 0)).toEqual({ kind: 'accepted', receipts: [] })
  expect(planFor('+12065550007', 3, 0)).toMatchObject({ kind: 'deferred', code: '500' })
})

test('a throttled recipient is accepted at the second attempt', () => {
  expect(planFor('+12065550009', 1, 0)).toMatchObject({ kind: 'deferred', code: 'THROTTLED' })
  expect(planFor('+12065550009', 2, 0)).toMatchObject({ kind: 'accepted' })
})

test('every other number is delivered after one to two seconds', () => {
  for (const jitter of [0, 0.5, 0.999]) {
    const plan = planFor('+12065550100', 1, jitter)
    const [receipt] = plan.kind === 'accepted' ? plan.receipts : []
    expect(receipt).toMatchObject({ status: MessageStatus.Delivered })
    expect(receipt?.after).toBeGreaterThanOrEqual(1_000)
    expect(receipt?.after).toBeLessThan(2_000)
  }
})
