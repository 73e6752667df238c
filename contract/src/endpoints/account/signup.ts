import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { profile } from '../../limits/account.ts'
import { Partition } from '../../vocabulary/account.ts'
import { addresses } from '../addresses.ts'
import { exactlyOne, PhoneOrEmail } from './contact.ts'
import { oneLine } from '../one-line.ts'
import { NewPassword } from './password.ts'
import { SessionInfo } from './session.ts'
import { CodeToken } from './codes.ts'

/**
 * `token` is that of scene verif_signup for the same phone or email. `agreed` records consent where the server
 * requires it.
 */
export const signup = endpoints(addresses.signup, {
  create: {
    access: 'anyone',
    body: z
      .strictObject({
        partition: z.enum(Partition),
        ...PhoneOrEmail,
        token: CodeToken,
        password: NewPassword,
        /** The console addresses the owner by this name until the profile has a full name. */
        name: oneLine(0, profile.nameMax, { long: 'name_long' }).optional(),
        agreed: z.literal(true).optional(),
      })
      .check(exactlyOne),
    reply: SessionInfo,
  },
})
