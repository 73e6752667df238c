import { z } from 'zod'
import type { RuleId } from '../rules.ts'

/** The rules for an empty line, a too long one, and one with refused characters, where the field has its own messages. */
interface LineRules {
  readonly required?: RuleId
  readonly long: RuleId
  readonly characters?: RuleId
}

/**
 * A line of text, its length counted in characters as people count them. Line breaks and tabs become one space. Refuses
 * other control characters and those that change the reading direction.
 */
export const oneLine = (min: number, max: number, rules?: LineRules) => {
  const shape = new RegExp(`^[^\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]{${min},${max}}$`, 'u')
  const tooLong = new RegExp(`^.{${max + 1}}`, 'su')
  const error = ({ input }: { readonly input?: unknown }): RuleId | undefined => {
    if (input === undefined || input === '') return rules?.required
    return typeof input === 'string' && tooLong.test(input) ? rules?.long : rules?.characters
  }
  return z
    .string({ error })
    .max(4 * max + 16, { error })
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .refine((text) => shape.test(text), { error })
}
