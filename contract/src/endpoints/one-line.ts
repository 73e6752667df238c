import { z } from 'zod'

/** Text of so many characters as people count them; breaks and tabs count as one blank, other control characters are refused. */
export const oneLine = (min: number, max: number) => {
  const shape = new RegExp(`^\\P{Cc}{${min},${max}}$`, 'u')
  return z
    .string()
    .max(4 * max + 16)
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .refine((text) => shape.test(text))
}
