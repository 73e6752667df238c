import type { Clock } from '../kit/clock.ts'
import { uuidv7 } from '../kit/ids.ts'
import type { Mailer } from '../providers/mail/mail.ts'
import type { OwnMessages } from './own-messages.ts'

/** How the owner of an account is reached. */
export interface Reachable {
  readonly email: string | null
  readonly phone: string | null
}

/** By mail with the subject, by text without. */
export interface OwnerWords {
  readonly subject: string
  readonly text: string
}

/** Says something to the owner of an account; answers why that was not accepted, else null. */
export type OwnerTeller = (owner: Reachable, words: OwnerWords) => Promise<string | null>

export interface TellerParts {
  readonly clock: Clock
  readonly mailer: Pick<Mailer, 'send'>
  readonly messages: Pick<OwnMessages, 'send'>
}

/** By mail; those who have no address for it, by text. */
export const ownerTeller =
  ({ clock, mailer, messages }: TellerParts): OwnerTeller =>
  async ({ email, phone }, words) => {
    if (email !== null) {
      const said = await mailer.send({ ...words, to: email })
      return said.kind === 'accepted' ? null : said.reason
    }
    if (phone === null) return 'neither mail nor phone'
    const said = await messages.send({ to: phone, text: words.text, channel: 'sms', requestId: uuidv7(clock.now()) })
    return said.kind === 'accepted' ? null : said.code
  }
