import { z } from 'zod'

/** The reply of a call that has nothing to tell beyond its success. */
export const Nothing = z.object({})
