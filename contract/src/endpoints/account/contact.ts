import { z } from 'zod'
import { contact, signIn } from '../../limits.ts'
import { ruled } from '../ruled.ts'

const phone = ruled('phone_required', 'phone')
const email = ruled('email_required', 'email')

/** The two ways to reach somebody, as the forms accept them (specification section 5). */
export const Phone = z.string(phone).trim().max(32, phone).regex(contact.phone, phone)
export const Email = z.string(email).trim().max(signIn.identifierMax, email).regex(contact.email, email)

/** A call names one of the two. */
export const PhoneOrEmail = { phone: Phone.optional(), email: Email.optional() }

interface Named {
  readonly phone?: string | undefined
  readonly email?: string | undefined
}

/** Refuses none of the two as a missing phone and both as an e-mail address too many. */
export function exactlyOne({ value, issues }: z.core.ParsePayload<Named>): void {
  const { phone, email } = value
  if ((phone === undefined) !== (email === undefined)) return
  issues.push({ code: 'custom', input: value, path: [phone === undefined ? 'phone' : 'email'] })
}
