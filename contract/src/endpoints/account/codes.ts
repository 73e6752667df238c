import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { code } from '../../limits/account.ts'
import { codeChannels, codeScenes } from '../../vocabulary/codes.ts'
import { addresses } from '../addresses.ts'
import { exactlyOne, PhoneOrEmail } from './contact.ts'
import { fieldErrors } from '../field-errors.ts'

const rule = fieldErrors('code_required', 'code')
const Code = z.string(rule).trim().regex(code.pattern, rule)

/** Names a requested code, so that its five tries belong to the caller that requested it. */
const CodeHandle = z.string().min(1).max(64)

/** The random token that the server returns for a right code. */
export const CodeToken = z.string().min(1).max(64)

/**
 * Specification section 7 and ruling 33. The scenes that bind, change and verify need a session; the others run before
 * there is one, so every visitor may call. The reply is the same whether the target belongs to an account or not.
 */
export const codes = endpoints(addresses.codes, {
  /** Not audited: any visitor may request a code for any phone. The write that uses the code is audited. */
  send: {
    access: 'anyone',
    unaudited: true,
    body: z
      .strictObject({ scene: z.enum(codeScenes), ...PhoneOrEmail, via: z.enum(codeChannels).optional() })
      .check(exactlyOne),
    reply: z.object({ handle: CodeHandle }),
  },
  verify: {
    access: 'anyone',
    unaudited: true,
    body: z
      .strictObject({
        scene: z.enum(codeScenes),
        ...PhoneOrEmail,
        code: Code,
        /** Without it, the caller shares the code's tries with every other caller that names none. */
        handle: CodeHandle.optional(),
      })
      .check(exactlyOne),
    reply: z.object({ token: CodeToken }),
  },
})
