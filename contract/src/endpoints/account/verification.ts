import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { code } from '../../limits.ts'
import { codeChannels, verificationScenes } from '../../vocabulary/verification.ts'
import { addresses } from '../addresses.ts'
import { exactlyOne, PhoneOrEmail } from './contact.ts'
import { Nothing } from '../nothing.ts'
import { ruled } from '../ruled.ts'

const rule = ruled('code_required', 'code')
const Code = z.string(rule).trim().regex(code.pattern, rule)

/** The random text that a right code is turned into. */
export const VerificationToken = z.string().min(1).max(64)

/**
 * Specification section 7 and ruling 33. The scenes that bind, change and verify belong to a session, the others to
 * nobody yet, so anyone may call. The answer is the same whether there is an account behind the target or not.
 */
export const verification = endpoints(addresses.verification, {
  /** Written down is what a code is used for: anybody may ask for one to anybody's phone. */
  send: {
    access: 'anyone',
    unaudited: true,
    body: z
      .strictObject({ scene: z.enum(verificationScenes), ...PhoneOrEmail, via: z.enum(codeChannels).optional() })
      .check(exactlyOne),
    reply: Nothing,
  },
  verify: {
    access: 'anyone',
    unaudited: true,
    body: z.strictObject({ scene: z.enum(verificationScenes), ...PhoneOrEmail, code: Code }).check(exactlyOne),
    reply: z.object({ token: VerificationToken }),
  },
})
