import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { profile as limits, signIn } from '../../limits/account.ts'
import type { RuleId } from '../../rules.ts'
import { Gender, Locale } from '../../vocabulary/account.ts'
import { Account } from './account.ts'
import { addresses } from '../addresses.ts'
import { Email, Phone } from './contact.ts'
import { Nothing } from '../nothing.ts'
import { oneLine } from '../one-line.ts'
import { NewPassword } from './password.ts'
import { requiredError, fieldErrors } from '../field-errors.ts'
import { CodeToken } from './codes.ts'

const name = (required: RuleId, long: RuleId) => oneLine(1, limits.nameMax, { required, long })
const curpassword = requiredError('curpassword_required')

/** The owner's verification before a new phone or email address: the contact that was verified, and its token. */
const rebind = {
  rebindVia: z.enum(['phone', 'email']).optional(),
  rebindToken: CodeToken.optional(),
}

/**
 * Specification section 7. `token` is that of the new phone or email address: scene verif_bind_* where the account has
 * none of its kind, verif_change_* where it has one. An account with any contact also sends `rebindToken`, that of
 * verif_verify_* for the contact that `rebindVia` names.
 */
export const profile = endpoints(addresses.profile, {
  save: {
    body: z.strictObject({
      firstname: name('firstname_required', 'firstname_long'),
      lastname: name('lastname_required', 'lastname_long'),
      gender: z.enum(Gender, fieldErrors('gender', 'gender')),
    }),
    reply: Account,
  },
  /** The language of everything that is sent to the owner. The console calls this at every choice of a language. */
  setLocale: { body: z.strictObject({ locale: z.enum(Locale) }), reply: Account },
  changePhone: {
    stepUp: true,
    body: z.strictObject({ phone: Phone, ...rebind, token: CodeToken }),
    reply: Account,
  },
  changeEmail: {
    stepUp: true,
    body: z.strictObject({ email: Email, ...rebind, token: CodeToken }),
    reply: Account,
  },
  /** Ends every session of the account except the current one, which the console ends itself. */
  changePassword: {
    stepUp: true,
    body: z.strictObject({
      curpassword: z.string(curpassword).min(1, curpassword).max(signIn.passwordMax),
      password: NewPassword,
    }),
    reply: Nothing,
  },
})
