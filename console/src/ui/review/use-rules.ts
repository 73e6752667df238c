import { useEffect, useState } from 'react'
import { afterPaint } from '../../lib/after-paint.ts'
import type * as Rules from './rules.ts'

let loaded: typeof Rules | null = null

/**
 * The rules of sender IDs and templates, a third of the code of a form. They arrive after its first paint, and are null
 * until then: the server has the same rules and refuses what they would have refused.
 */
export function useRules(): typeof Rules | null {
  const [rules, setRules] = useState(loaded)
  useEffect(() => {
    if (loaded) return undefined
    return afterPaint(
      () =>
        void import('./rules.ts').then(
          (module) => setRules((loaded = module)),
          () => undefined,
        ),
    )
  }, [])
  return rules
}
