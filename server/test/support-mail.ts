import { randomUUID } from 'node:crypto'
import type { TicketId } from '@hongyan/contract/ids'
import { replyAddress, replyToken } from '../src/features/support/tickets/reply-token.ts'
import { newSecret, signatureHeaders } from '../src/webhooks/signature.ts'
import type { SignedIn, World } from './world.ts'

const secret = newSecret()
const mailbox = 'support@mail.example.com'

/** The settings of a world that receives replies by email. */
export const mailSettings = { SUPPORT_MAIL_ADDRESS: mailbox, SUPPORT_MAIL_SECRET: secret }

export interface TestEmail {
  readonly id?: string
  readonly from?: unknown
  readonly to?: readonly string[]
  readonly text?: string
  readonly auto_submitted?: string
  readonly attachments?: readonly { readonly name: string; readonly content: string }[]
}

/** The address for replies to a ticket of an owner. */
export const addressOfTicket = ({ secrets }: World, owner: Pick<SignedIn, 'id'>, id: TicketId): string =>
  replyAddress(mailbox, replyToken(secrets, { account: owner.id, id }))

export interface Passing {
  /** Signs with another secret. */
  readonly by?: string
  readonly at?: Date
  /** Changes the signed body. */
  readonly altered?: (body: string) => string
}

/** Passes an email on, as the mail service does. Returns the response's status. */
export async function passOn(world: World, email: TestEmail, passing: Passing = {}): Promise<number> {
  const { by = secret, at = world.clock.now(), altered = (text: string) => text } = passing
  const body = JSON.stringify({ id: `<${randomUUID()}@client.example>`, subject: 'Re: ticket', ...email })
  const response = await world.app.inject({
    method: 'POST',
    url: '/callbacks/mail',
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(signatureHeaders({ id: randomUUID(), at, body, secrets: [by] })),
    },
    payload: altered(body),
  })
  return response.statusCode
}
