import { z } from 'zod'
import { contact, signIn } from '../../limits/account.ts'
import { fieldErrors } from '../field-errors.ts'

const phone = fieldErrors('phone_required', 'phone')
const email = fieldErrors('email_required', 'email')

/** The contacts of an owner, as the forms accept them (specification section 5). */
export const Phone = z.string(phone).trim().max(32, phone).regex(contact.phone, phone)
export const Email = z.string(email).trim().max(signIn.identifierMax, email).regex(contact.email, email)

/** A call names exactly one of the two. */
export const PhoneOrEmail = { phone: Phone.optional(), email: Email.optional() }

interface Named {
  readonly phone?: string | undefined
  readonly email?: string | undefined
}

/** Refuses a body without either contact as a missing phone, and one with both as a surplus email address. */
export function exactlyOne({ value, issues }: z.core.ParsePayload<Named>): void {
  const { phone, email } = value
  if ((phone === undefined) !== (email === undefined)) return
  issues.push({ code: 'custom', input: value, path: [phone === undefined ? 'phone' : 'email'] })
}
