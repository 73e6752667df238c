import { z } from 'zod'
import { list } from '../limits/screens.ts'
import { isStorable, parseMicros } from '../money.ts'
import type { RuleId } from '../rules.ts'
import { type Sort, sortsBy } from '../vocabulary/sorting.ts'

const wholeNumber = (schema: z.ZodNumber) => z.coerce.number().pipe(schema)

/** The paging parameters of every list call (ruling 31). */
export const Page = {
  limit: wholeNumber(z.number().int().min(1).max(list.maxLimit)).default(list.limit),
  offset: wholeNumber(z.number().int().min(0).max(list.maxOffset)).default(0),
}

/** The least or the most amount of a list's rows. */
export const AmountBound = z
  .string()
  .max(32)
  .transform(parseMicros)
  .refine((amount) => amount !== null && isStorable(amount))

const UNKNOWN_SORT: RuleId = 'sort'

/** The order of a list: one of its columns, descending with a minus before it. Rows that are equal there go by their id. */
export const sortBy = <const Column extends string>(columns: readonly Column[], initial: Sort<Column>) =>
  z.enum(sortsBy(columns), UNKNOWN_SORT).default(initial as never) // one of the values, which the enum's type hides
