import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { password as limits, signIn } from '../../limits/account.ts'
import { addresses } from '../addresses.ts'
import { Nothing } from '../nothing.ts'
import { fieldErrors } from '../field-errors.ts'
import { Identifier } from './session.ts'
import { CodeToken } from './codes.ts'

const rule = fieldErrors('password_required', 'password_short')

export const NewPassword = z.string(rule).min(limits.min, rule).max(signIn.passwordMax)

/** `token` is that of scene verif_reset_password for the same phone or email. Ends every session of the account. */
export const password = endpoints(addresses.password, {
  reset: {
    access: 'anyone',
    body: z.strictObject({ identifier: Identifier, token: CodeToken, password: NewPassword }),
    reply: Nothing,
  },
})
