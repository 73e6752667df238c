/** Lines of those who wait, one for each key. The keys take turns, however long the line of one is. */
export interface FairLines<Item> {
  /** False, and the item does not wait, where its line or all of them together are full. */
  readonly add: (key: string, item: Item) => boolean
  /** Takes the first of the line whose turn it is; undefined where none waits. */
  readonly next: () => Item | undefined
  readonly length: () => number
}

export interface LineLimits {
  readonly inAll: number
  readonly perKey: number
}

/** The later half of all places is for keys without a line: a few keys with long lines keep no other one out. */
export function createFairLines<Item>({ inAll, perKey }: LineLimits): FairLines<Item> {
  /** By the turn of the key. */
  const lines = new Map<string, Item[]>()
  let length = 0
  return {
    add(key, item) {
      const line = lines.get(key) ?? []
      if (length >= inAll || line.length >= (length < inAll / 2 ? perKey : 1)) return false
      line.push(item)
      lines.set(key, line)
      length += 1
      return true
    },
    next() {
      const [first] = lines
      if (first === undefined) return undefined
      const [key, line] = first
      lines.delete(key)
      const item = line.shift()
      if (line.length > 0) lines.set(key, line)
      length -= 1
      return item
    },
    length: () => length,
  }
}
