import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { profile as limits, signIn } from '../../limits.ts'
import type { RuleId } from '../../rules.ts'
import { Gender } from '../../vocabulary/account.ts'
import { Account } from './account.ts'
import { addresses } from '../addresses.ts'
import { Email, Phone } from './contact.ts'
import { Nothing } from '../nothing.ts'
import { oneLine } from '../one-line.ts'
import { NewPassword } from './password.ts'
import { needed, ruled } from '../ruled.ts'
import { VerificationToken } from './verification.ts'

const name = (required: RuleId, long: RuleId) => oneLine(1, limits.nameMax, { required, long })
const curpassword = needed('curpassword_required')

/** How the owner proved to be who they are before a new phone or address: which one was asked, and its token. */
const rebind = {
  rebindVia: z.enum(['phone', 'email']).optional(),
  rebindToken: VerificationToken.optional(),
}

/**
 * Specification section 7. `token` is that of scene verif_bind_* for the new phone or address where the account has none
 * of its kind, of verif_change_* where it has one. Where the account has a phone or an address at all, `rebindToken` is
 * that of verif_verify_* for the one named by `rebindVia`.
 */
export const profile = endpoints(addresses.profile, {
  save: {
    body: z.strictObject({
      firstname: name('firstname_required', 'firstname_long'),
      lastname: name('lastname_required', 'lastname_long'),
      gender: z.enum(Gender, ruled('gender', 'gender')),
    }),
    reply: Account,
  },
  changePhone: {
    stepUp: true,
    body: z.strictObject({ phone: Phone, ...rebind, token: VerificationToken }),
    reply: Account,
  },
  changeEmail: {
    stepUp: true,
    body: z.strictObject({ email: Email, ...rebind, token: VerificationToken }),
    reply: Account,
  },
  /** Ends every session of the account but this one, which the console ends itself. */
  changePassword: {
    stepUp: true,
    body: z.strictObject({
      curpassword: z.string(curpassword).min(1, curpassword).max(signIn.passwordMax),
      password: NewPassword,
    }),
    reply: Nothing,
  },
})
