import type { AccountId, UploadId } from '@hongyan/contract/ids'
import { Locale } from '@hongyan/contract/vocabulary/account'
import type { Kysely } from 'kysely'
import { recordAct } from '../../../audit/log.ts'
import type { SupportMail } from '../../../config/support.ts'
import type { Schema } from '../../../db/schema.ts'
import { txOf } from '../../../db/tx.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { Uploads } from '../../../uploads/uploads.ts'
import type { MessageDeps } from './deps.ts'
import { takeAttachments } from './mail-attachments.ts'
import { addMessage } from './messages.ts'
import { withoutQuotation } from './quoted-text.ts'
import { addressIn, isAutomatic, type ReceivedEmail, takenText } from './received-email.ts'
import { isReplyToken, ticketIn, tokenIn } from './reply-token.ts'
import * as store from './store.ts'

export interface MailInDeps extends MessageDeps {
  readonly db: Kysely<Schema>
  readonly secrets: Pick<SecretBox, 'hash'>
  readonly uploads: Uploads
}

/** The result of an email: added as a message, or the reason why it was not. The sender learns neither. */
export type MailOutcome =
  | 'added'
  | 'repeated'
  | 'automatic'
  | 'empty'
  | 'no_ticket'
  | 'other_sender'
  | 'closed'
  | 'too_many'

interface Owner {
  readonly email: string | null
  readonly locale: Locale
}

/**
 * Adds an email to the ticket that its address names, where the token is ours and the sender is the account's or the
 * ticket's own address: neither counts alone. Throws a refusal with a time to wait where the service should pass the
 * email on again.
 */
export async function receiveEmail(deps: MailInDeps, mail: SupportMail, email: ReceivedEmail): Promise<MailOutcome> {
  if (isAutomatic(email)) return 'automatic'
  const ticket = await ticketOf(deps, mail, email.to)
  if (ticket === null) return 'no_ticket'
  const owner = await ownerOf(deps.db, ticket.account_id)
  if (!isParticipant(email.from, ticket, owner)) return 'other_sender'
  if (ticket.state === 'closed') return 'closed'
  const answer = takenText(withoutQuotation(email.text))
  if (answer.text === '' && email.attachments.length === 0) return 'empty'
  if (await store.hasEmail(deps.db, ticket, email.id)) return 'repeated'
  const { ids, notes } = await takeAttachments(deps.uploads, ticket.account_id, email.attachments, owner.locale)
  const text = [answer.text, ...(answer.isCut ? [cutNote(owner.locale)] : []), ...notes].join('\n\n').trim()
  return add(deps, ticket, { mailId: email.id, text: text === '' ? filesNote(owner.locale) : text, attachments: ids })
}

async function ticketOf(
  { db, secrets }: MailInDeps,
  { address }: SupportMail,
  to: readonly string[],
): Promise<store.TicketRow | null> {
  const token = tokenIn(
    address,
    to.flatMap((each) => addressIn(each) ?? []),
  )
  const id = token === null ? null : ticketIn(token)
  const ticket = id === null ? null : await store.findTicketById(db, id)
  if (ticket === null || token === null) return null
  return isReplyToken(secrets, { account: ticket.account_id, id: ticket.id }, token) ? ticket : null
}

const ownerOf = (db: Kysely<Schema>, account: AccountId): Promise<Owner> =>
  db.selectFrom('account').select(['email', 'locale']).where('id', '=', account).executeTakeFirstOrThrow()

function isParticipant(from: string, { contact }: Pick<store.TicketRow, 'contact'>, { email }: Owner): boolean {
  const sender = addressIn(from)
  return sender !== null && [contact, email].some((each) => each?.toLowerCase() === sender)
}

interface Answer {
  readonly mailId: string
  readonly text: string
  readonly attachments: readonly UploadId[]
}

async function add(
  deps: MailInDeps,
  { account_id: account, id }: store.TicketRow,
  answer: Answer,
): Promise<MailOutcome> {
  try {
    return await deps.db.transaction().execute(async (tx): Promise<MailOutcome> => {
      const ticket = await store.lockTicket(tx, { account, id })
      if (ticket === null) return 'no_ticket'
      if (await store.hasEmail(tx, ticket, answer.mailId)) return 'repeated'
      await addMessage(tx, deps, ticket, { author: 'owner', way: 'mail', ...answer })
      const act = { account, actor: 'owner', action: 'ticket.mail', subject: id } as const
      await recordAct(txOf(tx), act, deps.clock.now())
      return 'added'
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.retryAfter !== undefined) throw error
    if (error.code === 'ticket_closed') return 'closed'
    if (error.code === 'too_many_replies') return 'too_many'
    throw error
  }
}

const cutNote = (locale: Locale): string =>
  locale === Locale.SimplifiedChinese ? '（邮件过长，其余内容未添加。）' : '(The rest of this long email was left out.)'

const filesNote = (locale: Locale): string =>
  locale === Locale.SimplifiedChinese ? '（邮件仅含附件。）' : '(This email has attachments only.)'
