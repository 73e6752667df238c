import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { signIn } from '../limits.ts'
import { Partition } from '../vocabulary/account.ts'
import { addresses } from './addresses.ts'
import { Nothing } from './nothing.ts'

/** The payload of the readable cookie beside the session cookie (ruling 13). It grants nothing. */
export const SessionInfo = z.object({ ptn: z.enum(Partition), exp: z.number().int() })
export type SessionInfo = z.infer<typeof SessionInfo>

export const session = endpoints(addresses.session, {
  create: {
    access: 'anyone',
    body: z.strictObject({
      identifier: z.string().trim().min(1).max(signIn.identifierMax),
      password: z.string().min(1).max(signIn.passwordMax),
    }),
    reply: SessionInfo,
  },
  end: { access: 'anyone', reply: Nothing },
})
