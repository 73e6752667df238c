/** Lets a loop pause: the pause ends when another part rings the bell, or when its time is over. */
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
