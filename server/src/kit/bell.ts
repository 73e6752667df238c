/** A pause that ends when the bell rings or its time is over. */
export interface Bell {
  readonly ring: () => void
  readonly wait: (millis: number) => Promise<void>
}

export function createBell(): Bell {
  const waiting = new Set<() => void>()
  return {
    ring() {
      for (const go of waiting) go()
    },
    wait: (millis) =>
      new Promise((resolve) => {
        const go = (): void => {
          clearTimeout(timer)
          waiting.delete(go)
          resolve()
        }
        const timer = setTimeout(go, millis)
        waiting.add(go)
      }),
  }
}
