/** A map of the newest entries: those of the generation before the last are forgotten, so that none is removed by itself. */
export interface Recent<Key, Value> {
  readonly set: (key: Key, value: Value) => void
  readonly get: (key: Key) => Value | undefined
  readonly delete: (key: Key) => void
  /** From the oldest on. */
  readonly keys: () => readonly Key[]
}

/** Keeps at least `generation` entries and at most twice as many. */
export function createRecent<Key, Value>(generation: number): Recent<Key, Value> {
  let younger = new Map<Key, Value>()
  let older = new Map<Key, Value>()
  return {
    set(key, value) {
      if (younger.size >= generation) {
        older = younger
        younger = new Map()
      }
      younger.set(key, value)
    },
    get: (key) => younger.get(key) ?? older.get(key),
    delete(key) {
      younger.delete(key)
      older.delete(key)
    },
    keys: () => [...new Set([...older.keys(), ...younger.keys()])],
  }
}
