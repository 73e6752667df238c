import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch, createAtom } from './router-store.ts'

test('a computed atom has the value that its sources give now', () => {
  const price = createAtom(3)
  const count = createAtom(2)
  const total = createAtom(() => price.get() * count.get())
  expect(total.get()).toBe(6)
  count.set(5)
  expect(total.get()).toBe(15)
  price.set((before) => before + 1)
  expect(total.get()).toBe(20)
})

test('a computed atom keeps its list until an atom that it read changes', () => {
  const ids = createAtom<readonly string[]>(['home'])
  const status = createAtom('idle')
  const names = createAtom(() => ids.get().map((id) => id.toUpperCase()))
  const before = names.get()
  status.set('pending')
  ids.set(ids.get())
  expect(names.get()).toBe(before)
  ids.set(['home'])
  expect(names.get()).not.toBe(before)
})

test('a computed atom that reads other atoms than before follows the new ones alone', () => {
  const chosen = createAtom<'left' | 'right'>('left')
  const sides = { left: createAtom(1), right: createAtom(10) }
  let computations = 0
  const shown = createAtom(() => {
    computations += 1
    return sides[chosen.get()].get()
  })
  expect(shown.get()).toBe(1)
  chosen.set('right')
  sides.right.set(11)
  expect(shown.get()).toBe(11)
  const made = computations
  sides.left.set(2)
  expect([shown.get(), computations]).toEqual([11, made])
})

test('a computed atom computes again after its computation has failed', () => {
  const divisor = createAtom(0)
  const result = createAtom(() => {
    if (divisor.get() === 0) throw new RangeError('zero')
    return 12 / divisor.get()
  })
  expect(() => result.get()).toThrow('zero')
  divisor.set(4)
  expect(result.get()).toBe(3)
})

test('a batch notifies once, after its last change', () => {
  const first = createAtom(1)
  const second = createAtom(1)
  const sum = createAtom(() => first.get() + second.get())
  const seen: number[] = []
  sum.subscribe((value) => seen.push(value))
  batch(() => {
    first.set(2)
    batch(() => second.set(2))
    expect(seen).toEqual([])
  })
  expect(seen).toEqual([4])
})

test('a batch that fails notifies of the changes it made', () => {
  const atom = createAtom(1)
  const seen: number[] = []
  atom.subscribe((value) => seen.push(value))
  expect(() =>
    batch(() => {
      atom.set(2)
      throw new Error('halfway')
    }),
  ).toThrow('halfway')
  expect(seen).toEqual([2])
})

test('a subscriber that sets another atom is notified of neither change twice', () => {
  const location = createAtom('/')
  const resolved = createAtom('/')
  const seen: string[] = []
  location.subscribe((path) => resolved.set(path))
  location.subscribe(() => seen.push(`location ${location.get()}`))
  resolved.subscribe(() => seen.push(`resolved ${resolved.get()}`))
  location.set('/topup')
  expect(seen.toSorted()).toEqual(['location /topup', 'resolved /topup'])
})

const step = fc.record({ atom: fc.nat(2), value: fc.nat(3), batched: fc.boolean() })

test('a subscriber of any atom is notified exactly when its value changes, and never after it has left', () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const [a, b, c] = [createAtom(0), createAtom(0), createAtom(0)] as const
      const sum = createAtom(() => a.get() + b.get())
      const product = createAtom(() => sum.get() * c.get())
      const values = () => [a, sum, product].map((atom) => atom.get())
      const notified = [0, 0, 0]
      const leave = [a, sum, product].map((atom, index) => atom.subscribe(() => (notified[index] = 1)))
      for (const { atom, value, batched } of steps) {
        const before = values()
        notified.fill(0)
        const change = () => ([a, b, c] as const)[atom]?.set(value)
        if (batched) batch(change)
        else change()
        const [x, y, z] = [a.get(), b.get(), c.get()]
        expect(values()).toEqual([x, x + y, (x + y) * z])
        expect(notified).toEqual(values().map((now, index) => Number(now !== before[index])))
      }
      for (const { unsubscribe } of leave) unsubscribe()
      notified.fill(0)
      a.set((now) => now + 1)
      expect(notified).toEqual([0, 0, 0])
    }),
  )
})
