import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNUSED, type Use } from '../../../pipeline/rate-windows.ts'
import { packedUses } from './packed-uses.ts'

const count = fc.nat({ max: 200_000 })
const use = fc.record({
  minute: fc.nat({ max: 1_500 }),
  hour: fc.nat({ max: 25 }),
  used: fc.record({ minute: count, hour: count, day: count }),
  firsts: fc.constant(UNUSED.firsts),
})
const name = fc.constantFrom('', 'a', 'ab', 'abc', 'b', ' ', 'ÿ', 'ÿ1')

test('uses that are kept as numbers are read as they were last written, whatever was written between', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, use), { maxLength: 40 }), (writes) => {
      const packed = packedUses()
      const plain = new Map<string, Use>()
      for (const [of, written] of writes) {
        expect(packed.get(of)).toEqual(plain.get(of))
        packed.set(of, written)
        plain.set(of, written)
      }
      for (const [of, written] of plain) expect(packed.get(of)).toEqual(written)
    }),
  )
})
