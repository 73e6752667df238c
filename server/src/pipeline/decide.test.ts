import { AccountId } from '@hongyan/contract/ids'
import { micros } from '@hongyan/contract/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainRequest, plainRules } from '../../test/plain-rules.ts'
import { type Verdict, decide, windowKey } from './decide.ts'
import type { LimitClaim, PricedRequest } from './message.ts'

const ACME = AccountId.parse('00000000-0000-0000-0000-000000000001')
const ZETA = AccountId.parse('00000000-0000-0000-0000-000000000002')

const request = (account: AccountId, total: number, limitClaims: readonly LimitClaim[] = []): PricedRequest => ({
  ...plainRequest,
  rules: { ...plainRules, account },
  priced: { ...plainRequest.priced, total: micros(BigInt(total)) },
  limitClaims,
})

const funds = (acme: number, zeta = 0) => ({
  available: new Map([
    [ACME, { codes: BigInt(acme), others: BigInt(acme) }],
    [ZETA, { codes: BigInt(zeta), others: BigInt(zeta) }],
  ]),
  used: new Map<string, bigint>(),
  rated: NOTHING,
  waiting: new Map<AccountId, bigint>(),
})

/** No limit of an owner has counted anything. */
const NOTHING = { caps: new Map(), uses: new Map() }

const outcome = (verdict: Verdict) => (verdict.accepted ? 'accepted' : verdict.code)

test('a request that does not fit leaves the money to the smaller one behind it', () => {
  const verdicts = decide(funds(10), [request(ACME, 11), request(ACME, 3)])
  expect(verdicts.map(outcome)).toEqual(['insufficient_funds', 'accepted'])
})

test('one account’s money is not another’s', () => {
  const verdicts = decide(funds(10, 1), [request(ZETA, 2), request(ACME, 10)])
  expect(verdicts.map(outcome)).toEqual(['insufficient_funds', 'accepted'])
})

test('an account that is not known has nothing', () => {
  const verdicts = decide({ available: new Map(), used: new Map(), rated: NOTHING, waiting: new Map() }, [
    request(ACME, 1),
    request(ACME, 0),
  ])
  expect(verdicts.map(outcome)).toEqual(['insufficient_funds', 'accepted'])
})

test('codes have their own figure, and what they use is missing for the others', () => {
  const code = (total: number): PricedRequest => {
    const { priced, ...rest } = request(ACME, total)
    return { ...rest, priced: { ...priced, scene: 1 } }
  }
  const locked = { ...funds(0), available: new Map([[ACME, { codes: 10n, others: 3n }]]) }
  const verdicts = decide(locked, [request(ACME, 4), code(2), request(ACME, 2), request(ACME, 1), code(7), code(1)])
  expect(verdicts.map(outcome)).toEqual([
    'insufficient_funds',
    'accepted',
    'insufficient_funds',
    'accepted',
    'accepted',
    'insufficient_funds',
  ])
})

test('a counted limit holds over the batch and what was used before it', () => {
  const claim: LimitClaim = {
    code: 'daily_cap_paid',
    key: 'trust.day',
    windowStart: new Date(0),
    limit: 5n,
    cost: 2n,
    retryAfter: 60,
  }
  const locked = { ...funds(100), used: new Map([[windowKey(ACME, claim), 1n]]) }
  const verdicts = decide(
    locked,
    [1, 2, 3].map(() => request(ACME, 1, [claim])),
  )
  expect(verdicts.map(outcome)).toEqual(['accepted', 'accepted', 'daily_cap_paid'])
  expect(verdicts[2]).toMatchObject({ retryAfter: 60 })
})

test('nobody ever spends more than there is', () => {
  const requests = fc.array(fc.record({ account: fc.constantFrom(ACME, ZETA), total: fc.integer({ min: 0, max: 50 }) }))
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), requests, (acme, zeta, all) => {
      const verdicts = decide(
        funds(acme, zeta),
        all.map(({ account, total }) => request(account, total)),
      )
      for (const [account, had] of [[ACME, acme] as const, [ZETA, zeta] as const]) {
        const spent = verdicts
          .filter(({ request: { rules }, accepted }) => accepted && rules.account === account)
          .reduce((sum, { request: { priced } }) => sum + priced.total, 0n)
        expect(spent).toBeLessThanOrEqual(BigInt(had))
      }
    }),
  )
})
