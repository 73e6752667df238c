import { z } from 'zod'
import type { RuleId } from '../rules.ts'

/** What is said of a line that is empty or too long, where its field has words of its own. */
interface LineRules {
  readonly required: RuleId
  readonly long: RuleId
}

/** Text of so many characters as people count them; breaks and tabs count as one blank; other control characters, and those that turn the reading direction of what follows, are refused. */
export const oneLine = (min: number, max: number, rules?: LineRules) => {
  const shape = new RegExp(`^[^\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]{${min},${max}}$`, 'u')
  const tooLong = new RegExp(`^.{${max + 1}}`, 'su')
  const error = ({ input }: { readonly input?: unknown }): RuleId | undefined => {
    if (input === undefined || input === '') return rules?.required
    return typeof input === 'string' && tooLong.test(input) ? rules?.long : undefined
  }
  return z
    .string({ error })
    .max(4 * max + 16, { error })
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .refine((text) => shape.test(text), { error })
}
