import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, type InvoiceEvent, isPayable } from './states.ts'

const { Draft, Open, Void, Paid, Uncollectible } = InvoiceStatus
const events: readonly InvoiceEvent[] = ['issue', 'settle', 'void', 'giveUp']

test('whatever happens to an invoice, it is issued first and once, and nothing leaves paid or void', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 12 }), (happened) => {
      let status: InvoiceStatus = Draft
      const seen: InvoiceStatus[] = []
      for (const event of happened) {
        const next = after(status, event)
        if (status === Paid || status === Void) expect(next).toBeNull()
        if (next === null) continue
        expect(next).not.toBe(Draft)
        expect(seen).not.toContain(next)
        status = next
        seen.push(next)
      }
      if (seen.length > 0) expect(seen[0]).toBe(Open)
      expect(isPayable({ status })).toBe(status === Open || status === Uncollectible)
    }),
  )
})

test('each state is reached as screens S7 draws it', () => {
  const reached = Object.values(InvoiceStatus).map((status) => events.map((event) => after(status, event)))
  expect(reached).toEqual([
    [Open, null, null, null],
    [null, Paid, Void, Uncollectible],
    [null, null, null, null],
    [null, null, null, null],
    [null, Paid, Void, null],
  ])
})
