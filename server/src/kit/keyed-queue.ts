/** Runs work under one key one after the other; different keys do not wait for each other. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function keyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const current = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = current.then(
      () => undefined,
      () => undefined,
    )
    const tail = settled.then(() => {
      if (last.get(key) === tail) last.delete(key)
    })
    last.set(key, tail)
    return current
  }
}
