import { AccountId } from '@hongyan/contract/ids'
import { expect, test } from 'vitest'
import { plainRequest, plainRules } from '../../test/plain-rules.ts'
import type { Outcome, PricedRecipient, PricedRequest } from '../pipeline/message.ts'
import { chooseInTurn } from './admit.ts'

const account = (n: number) => AccountId.parse(`00000000-0000-0000-0000-${String(n).padStart(12, '0')}`)
const recipient: Outcome<PricedRecipient> = {
  refused: { to: '1', country: null, callingCode: null, code: 'invalid_phone_number', text: null },
}

const request = (owner: number, recipients: number): PricedRequest => ({
  ...plainRequest,
  rules: { ...plainRules, account: account(owner) },
  priced: { ...plainRequest.priced, recipients: Array.from({ length: recipients }, () => recipient) },
})
const owners = (requests: readonly PricedRequest[]) => requests.map(({ rules }) => rules.account)

test('what fits goes at once, in the order it came', () => {
  const line = [request(1, 2), request(2, 1), request(1, 3)]
  const all = [...line]
  expect(chooseInTurn(line, 10)).toEqual(all)
  expect(line).toEqual([])
})

test('when not all fits, accounts take turns', () => {
  const line = [...Array.from({ length: 6 }, () => request(1, 1)), request(2, 1), request(3, 1)]
  const chosen = chooseInTurn(line, 4)
  expect(new Set(owners(chosen))).toEqual(new Set([account(1), account(2), account(3)]))
  expect(chosen).toHaveLength(4)
  expect(line).toHaveLength(4)
})

test('a request larger than a batch goes alone rather than never', () => {
  const line = [request(1, 100), request(1, 1)]
  expect(chooseInTurn(line, 50)).toHaveLength(1)
  expect(chooseInTurn(line, 50)).toHaveLength(1)
  expect(line).toEqual([])
})

test('nothing is lost and nothing is chosen twice', () => {
  const all = Array.from({ length: 40 }, (_, at) => request(at % 3, 1 + (at % 7)))
  const line = [...all]
  const chosen: PricedRequest[] = []
  while (line.length > 0) chosen.push(...chooseInTurn(line, 20))
  expect(chosen).toHaveLength(all.length)
  expect(new Set(chosen)).toEqual(new Set(all))
})

test('an account that keeps coming back never starves the one that waited first', () => {
  const line = Array.from({ length: 12 }, (_, owner) => request(owner, 100))
  const first = line[0]
  for (let batch = 0; batch < 3 && first && line.includes(first); batch += 1) {
    for (const { rules } of chooseInTurn(line, 1_000)) line.push({ ...request(0, 100), rules })
  }
  expect(line).not.toContain(first)
})
