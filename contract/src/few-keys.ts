import { z } from 'zod'
import { templates } from './limits/senders.ts'

/** A few times what any record of a request may have, so that a wrong key is still refused by its name. */
const KEYS_MOST = 5 * templates.variables

const hasFewKeys = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length <= KEYS_MOST

/**
 * Bounds the keys of a record in a request. They are counted first, for a body has room for 100,000 keys, and the record
 * runs two schemas over each of them.
 */
export const fewKeys = <Out, In>(record: z.ZodType<Out, In>) => z.custom<In>(hasFewKeys).pipe(record)
