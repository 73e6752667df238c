import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { signIn } from '../../limits/account.ts'
import { Partition } from '../../vocabulary/account.ts'
import { addresses } from '../addresses.ts'
import { Nothing } from '../nothing.ts'
import { CodeToken } from './codes.ts'

/** The payload of the readable cookie beside the session cookie (ruling 13). It grants no access. */
export const SessionInfo = z.object({ ptn: z.enum(Partition), exp: z.number().int() })
export type SessionInfo = z.infer<typeof SessionInfo>

/** An email address or a phone number. */
export const Identifier = z.string().trim().min(1).max(signIn.identifierMax)

/**
 * A password or a code opens a session. An account with a second factor is refused as `second_factor_required` first.
 */
export const session = endpoints(addresses.session, {
  create: {
    access: 'anyone',
    body: z.strictObject({
      identifier: Identifier,
      password: z.string().min(1).max(signIn.passwordMax),
    }),
    reply: SessionInfo,
  },
  /** `token` is that of scene verif_signin for the same phone or email (ruling 10). */
  byCode: {
    access: 'anyone',
    body: z.strictObject({ identifier: Identifier, token: CodeToken }),
    reply: SessionInfo,
  },
  end: { access: 'anyone', reply: Nothing },
})
