import { z } from 'zod'
import { list } from '../limits/screens.ts'

const wholeNumber = (schema: z.ZodNumber) => z.coerce.number().pipe(schema)

/** The paging parameters of every list call (ruling 31). */
export const Page = {
  limit: wholeNumber(z.number().int().min(1).max(list.maxLimit)).default(list.limit),
  offset: wholeNumber(z.number().int().min(0).max(list.maxOffset)).default(0),
}
