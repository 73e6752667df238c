import { createHash } from 'node:crypto'
import { statement, type Tx } from '../db/tx.ts'
import type { Clock } from '../kit/clock.ts'

/** Looks for the work of several loops in one statement. */
export interface Looks {
  /** Resolves at the next look. True where the loop has work, and where the look failed: the loop then finds out why. */
  readonly next: (name: string) => Promise<boolean>
  /** Answers all who wait. */
  readonly run: () => Promise<void>
}

interface Looked {
  readonly name: string
  readonly isDue: string
}

export function createLooks(db: Tx, clock: Clock, loops: readonly Looked[]): Looks {
  const look = lookOf(loops)
  const waiting = new Map<string, (isDue: boolean) => void>()
  return {
    next: (name) => new Promise((resolve) => waiting.set(name, resolve)),
    async run() {
      const asking = [...waiting]
      if (asking.length === 0) return
      waiting.clear()
      const rows = await db.run<{ readonly due: readonly string[] }>(look, [clock.now()]).catch(() => null)
      for (const [name, answer] of asking) answer(rows?.[0]?.due.includes(name) ?? true)
    },
  }
}

function lookOf(loops: readonly Looked[]) {
  const cases = loops.map(({ name, isDue }) => `case when ${isDue} then '${name}' end`)
  const text = `select array_remove(array[${cases.join(', ')}]::text[], null) as due from (select $1::timestamptz) as at`
  const print = createHash('sha256').update(text).digest('base64url')
  return statement(`loops.look.${print}`, text)
}
