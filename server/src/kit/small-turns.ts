/** Runs work at once or, where much of it arrives together, in small turns with a look at the network between them. */
export interface SmallTurns {
  /** False, and nothing is run, where too much waits already. */
  readonly take: (work: () => void) => boolean
}

/** Runs at most `atOnce` pieces of work between two looks at the network. At most `waiting` further ones wait. */
export function createSmallTurns({
  atOnce,
  waiting,
}: {
  readonly atOnce: number
  readonly waiting: number
}): SmallTurns {
  const line: (() => void)[] = []
  let begun = 0
  let isScheduled = false

  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }

  const turn = (): void => {
    isScheduled = false
    begun = 0
    for (const work of line.splice(0, atOnce)) {
      begun += 1
      work()
    }
    if (begun > 0) schedule()
  }

  return {
    take(work) {
      if (begun >= atOnce && line.length >= waiting) return false
      schedule()
      if (begun >= atOnce || line.length > 0) line.push(work)
      else {
        begun += 1
        work()
      }
      return true
    },
  }
}
