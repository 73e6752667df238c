/** Amounts per key and in all, each with its ceiling. */
export interface Held {
  /** Adds an amount. False, and nothing is added, where it would exceed a ceiling. */
  readonly add: (key: string, amount: number) => boolean
  readonly remove: (key: string, amount: number) => void
}

export function createHeld(inAll: number, perKey: number): Held {
  const amounts = new Map<string, number>()
  let sum = 0
  return {
    add(key, amount) {
      const ofKey = (amounts.get(key) ?? 0) + amount
      if (ofKey > perKey || sum + amount > inAll) return false
      amounts.set(key, ofKey)
      sum += amount
      return true
    },
    remove(key, amount) {
      const ofKey = (amounts.get(key) ?? 0) - amount
      sum -= amount
      if (ofKey > 0) amounts.set(key, ofKey)
      else amounts.delete(key)
    },
  }
}
