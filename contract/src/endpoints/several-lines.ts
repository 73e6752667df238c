import { z } from 'zod'
import type { RuleId } from '../rules.ts'

/**
 * A text of several lines, its length counted in characters as people count them, without spaces at its ends. Line
 * breaks become `\n`. Refuses other control characters and those that change the reading direction.
 */
export const severalLines = (min: number, max: number, rule: RuleId) => {
  const shape = new RegExp(`^[^\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069\\n]{${min},${max}}$`, 'u')
  const isRefused = (text: string) => !shape.test(text.replaceAll(/[\n\t]/g, ' '))
  return z
    .string({ error: rule })
    .max(4 * max + 16, { error: rule })
    .transform((text) => text.replaceAll(/\r\n?/g, '\n').trim())
    .refine((text) => !isRefused(text), { error: rule })
}
