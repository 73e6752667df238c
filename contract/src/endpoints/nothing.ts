import { z } from 'zod'

/** The empty reply of a successful call. */
export const Nothing = z.object({})
