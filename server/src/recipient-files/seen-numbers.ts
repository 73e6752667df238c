/** Numbers that were seen, in little memory: 16 bytes each, where a Set of texts takes about a hundred. */
export interface SeenNumbers {
  /** Adds an E.164 number. False where it was added before. */
  readonly add: (to: string) => boolean
}

const FIRST_SLOTS = 1024
/** A multiplier without short patterns in its bits (Knuth): neighbouring numbers go to slots far apart. */
const SPREAD = 2_654_435_761

/** A hash table with open addressing. The digits of an E.164 number, at most 15, fit into a double exactly. */
export function seenNumbers(): SeenNumbers {
  let slots = new Float64Array(FIRST_SLOTS)
  let count = 0

  const place = (table: Float64Array, value: number): number => {
    const low = value % 0x1_0000_0000
    const hash = Math.imul(low ^ ((value - low) / 0x1_0000_0000), SPREAD)
    // The first bits of the product depend on all bits of the number.
    let slot = hash >>> (Math.clz32(table.length) + 1)
    while (table[slot] !== 0 && table[slot] !== value) slot = slot + 1 === table.length ? 0 : slot + 1
    return slot
  }
  const grow = (): void => {
    const larger = new Float64Array(slots.length * 2)
    for (const value of slots) if (value !== 0) larger[place(larger, value)] = value
    slots = larger
  }

  return {
    add: (to) => {
      const value = Number(to.slice(1))
      const slot = place(slots, value)
      if (slots[slot] === value) return false
      slots[slot] = value
      count += 1
      if (count * 2 > slots.length) grow()
      return true
    },
  }
}
