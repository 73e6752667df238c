import { TicketId, type AccountId } from '@hongyan/contract/ids'
import type { SupportMail } from '../../../config/support.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { SentNotice } from '../../../notices/deliveries.ts'
import { mailAddress, mailId } from '../../../providers/mail/headers.ts'
import type { MailThread } from '../../../providers/mail/mail.ts'
import { replyAddress, replyToken } from './reply-token.ts'

export interface ThreadDeps {
  readonly secrets: Pick<SecretBox, 'hash'>
  /** The mailbox that passes replies on; null: emails name no address for replies. */
  readonly mail: SupportMail | null
  /** The host that gives emails their ids. */
  readonly host: () => string
}

/** The conversation of an email about a ticket; null for every other notice. */
export const threadOfNotice =
  ({ secrets, mail, host }: ThreadDeps) =>
  ({ account, notice, kind, values }: SentNotice): MailThread | null => {
    if (kind !== 'ticket_replied' && kind !== 'ticket_solved') return null
    const id = 'id' in values ? TicketId.safeParse(values.id).data : undefined
    if (id === undefined) return null
    return {
      id: mailId(`notice.${notice}`, host()),
      root: mailId(`ticket.${id}`, host()),
      replyTo: mail === null ? null : mailAddress(addressFor(secrets, mail, { account, id })),
    }
  }

const addressFor = (
  secrets: ThreadDeps['secrets'],
  { address }: SupportMail,
  ticket: { readonly account: AccountId; readonly id: TicketId },
): string => replyAddress(address, replyToken(secrets, ticket))
