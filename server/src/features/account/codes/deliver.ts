import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { MessageChannel } from '@hongyan/contract/vocabulary/message'
import type { OwnMessages } from '../../../gateway/own-messages.ts'
import type { Logger } from '../../../kit/logger.ts'
import type { Mailer } from '../../../providers/mail/mail.ts'
import type { CodeRequest } from './request.ts'
import { scenes } from './scenes.ts'
import { codeText, takenText, type CodeText } from './texts.ts'

export interface DeliverDeps {
  readonly messages: OwnMessages
  readonly mailer: Mailer
  readonly log: Logger
}

export interface Delivery {
  readonly request: CodeRequest
  readonly code: string
  readonly channel: MessageChannel
  readonly locale: Locale
  readonly requestId: string
}

/** Sends what is to be sent, if anything. The log tells that it failed, never what it said. */
export async function deliver(deps: DeliverDeps, delivery: Delivery): Promise<void> {
  const words = textFor(delivery)
  if (words === null) return
  const failure = await send(deps, delivery, words)
  const { requestId } = delivery
  if (failure !== null) deps.log.warn({ requestId, failure }, 'a code was not accepted for sending')
}

/**
 * Signing in and resetting need an account; everything else needs that no other account has the target, and one that has
 * it hears so itself.
 */
function textFor({ request, code, locale }: Delivery): CodeText | null {
  const { scene, kind, caller, holder } = request
  const { purpose } = scenes[scene]
  const needsAccount = purpose === 'signin' || purpose === 'reset'
  if (needsAccount && holder === null) return null
  const taken = !needsAccount && holder !== null && holder.id !== caller?.id
  return taken ? takenText(locale, kind) : codeText(locale, purpose, code)
}

async function send({ messages, mailer }: DeliverDeps, delivery: Delivery, words: CodeText): Promise<string | null> {
  const { request, channel, requestId } = delivery
  if ('email' in request.target) {
    const said = await mailer.send({ ...words, to: request.target.email })
    return said.kind === 'accepted' ? null : said.reason
  }
  // Of the phones that a number may mean, an account has one; a number that means several is sent to nobody else.
  const to = request.holder?.phone ?? request.target.phones[0]?.phone
  if (to === undefined) return null
  const said = await messages.send({ to, text: words.text, channel, requestId })
  return said.kind === 'accepted' ? null : said.code
}
