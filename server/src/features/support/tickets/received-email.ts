import { support as limits } from '@hongyan/contract/limits/support'
import { z } from 'zod'

const TEXT_MAX = 200_000

/**
 * An email as the mail service passes it on (docs/guides/operating.md). Unknown fields are ignored: each service sends
 * more than support reads.
 */
export const ReceivedEmail = z.object({
  /** The Message-ID, or the service's own id of the email. */
  id: z.string().min(1).max(250),
  from: z.string().max(320),
  to: z.array(z.string().max(320)).max(50),
  /** The plain text; a longer one is cut. */
  text: z.string().transform((text) => text.slice(0, TEXT_MAX)),
  /** The header Auto-Submitted. */
  auto_submitted: z.string().max(100).default('no'),
  attachments: z
    .array(z.object({ name: z.string().max(1_000), content: z.base64() }))
    .max(100)
    .default([]),
})
export type ReceivedEmail = z.infer<typeof ReceivedEmail>

const ADDRESS = /^[^\s<>,;"()]+@[^\s<>,;"()@]+$/

/** The one address of a header, with or without a name, in lower case; null where it has none or several. */
export function addressIn(header: string): string | null {
  const bracketed = /^[^<>]*<([^<>]+)>$/.exec(header.trim())?.[1]
  const address = bracketed ?? header.trim()
  return ADDRESS.test(address) ? address.toLowerCase() : null
}

/** An answer of a machine, such as an absence notice or a bounce. A reply to it could go round for ever. */
export const isAutomatic = ({ auto_submitted: by, from }: ReceivedEmail): boolean =>
  by.trim().toLowerCase() !== 'no' || from.trim() === '' || /^(?:mailer-daemon|postmaster)@/.test(addressIn(from) ?? '')

/** Control characters except line breaks and tabs, and those that change the reading direction. */
const REFUSED = /(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu

/** The text as a ticket takes it: without refused characters, and no longer than a reply from the console. */
export function takenText(text: string): { readonly text: string; readonly isCut: boolean } {
  const shown = Array.from(text.toWellFormed().replaceAll(REFUSED, '').trim())
  return { text: shown.slice(0, limits.replyMax).join(''), isCut: shown.length > limits.replyMax }
}
