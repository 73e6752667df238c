import { InvoiceStatus } from '@hongyan/contract/vocabulary/payment'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { after, type InvoiceEvent, isPayable } from './states.ts'

const { Draft, Open, Void, Paid, Uncollectible } = InvoiceStatus
const events: readonly InvoiceEvent[] = ['issue', 'settle', 'void', 'giveUp']

test('after any events an invoice is issued once before it is paid or void, and both are final', () => {
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

test('each state is reached by the transitions of screens S7', () => {
  const reached = Object.values(InvoiceStatus).map((status) => events.map((event) => after(status, event)))
  expect(reached).toEqual([
    [Open, null, null, null],
    [null, Paid, Void, Uncollectible],
    [null, null, null, null],
    [null, null, null, null],
    [null, Paid, Void, null],
  ])
})
