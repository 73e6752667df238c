import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { errorGroups, errorStages } from '../../error-pages.ts'
import { addresses } from '../addresses.ts'

const sides = ['customer', 'us', 'carrier', 'recipient'] as const

/** A page of the dictionary of errors, in the caller's language. `why` and `steps` are Markdown with code and links. */
const ErrorPage = z.object({
  code: z.string(),
  /** The cause, in one sentence. */
  what: z.string(),
  /** The next step, in one sentence. */
  todo: z.string(),
  /** The cause in full. */
  why: z.string(),
  steps: z.array(z.string()),
  /** The party that can resolve it. */
  side: z.enum(sides),
  group: z.enum(errorGroups),
  /** The places in which the code occurs. */
  stages: z.array(z.enum(errorStages)),
  /** Whether the message is charged. */
  charge: z.string(),
  /** Whether a repeat helps. */
  retry: z.string(),
  retryable: z.boolean(),
  /** The HTTP status, number and name of a reply of the send API with this error. */
  http: z.number().int(),
  number: z.string(),
  word: z.string(),
  related: z.array(z.string()),
})

/** Screens S4. */
export const errorCodes = endpoints(addresses.errorCodes, {
  /** `not_found` for a code that no message and no request to the send API gets. */
  get: {
    access: 'anyone',
    params: z.strictObject({ code: z.string().regex(/^[a-z\d_]{2,48}$/) }),
    reply: ErrorPage,
  },
})
