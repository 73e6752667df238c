import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { MessageChannel } from '@hongyan/contract/vocabulary/message'
import type { OwnMessages } from '../../../gateway/own-messages.ts'
import { laidOut } from '../../../kit/letter.ts'
import type { Logger } from '../../../kit/logger.ts'
import type { Mailer } from '../../../providers/mail/mail.ts'
import type { CodeRequest } from './request.ts'
import { scenes } from './scenes.ts'
import { codeText, takenText, type CodeText } from './texts.ts'

export interface DeliverDeps {
  readonly messages: OwnMessages
  readonly mailer: Mailer
  readonly log: Logger
  /** The address of the sign-in page. */
  readonly signInPage: () => string
}

export interface Delivery {
  readonly request: CodeRequest
  readonly code: string
  readonly channel: MessageChannel
  readonly locale: Locale
  readonly requestId: string
}

/** Sends the text of a request, where there is one. Logs a failure without the text. */
export async function deliver(deps: DeliverDeps, delivery: Delivery): Promise<void> {
  const text = textFor(deps, delivery)
  if (text === null) return
  const failure = await send(deps, delivery, text)
  const { requestId } = delivery
  if (failure !== null) deps.log.warn({ requestId, failure }, 'a code was not accepted for sending')
}

/**
 * Chooses the text for a target; null for none. Signing in and resetting a password need an account. Signing up and
 * binding need a target without one; the owner of a taken target gets a text that says so.
 */
function textFor({ signInPage }: DeliverDeps, { request, code, locale }: Delivery): CodeText | null {
  const { scene, kind, holder } = request
  const { purpose } = scenes[scene]
  if (holder === null && (purpose === 'signin' || purpose === 'reset')) return null
  const isTaken = holder !== null && (purpose === 'signup' || purpose === 'bind')
  return isTaken ? takenText(locale, kind, signInPage()) : codeText(locale, scene, code)
}

async function send({ messages, mailer }: DeliverDeps, delivery: Delivery, text: CodeText): Promise<string | null> {
  const { request, channel, locale, requestId } = delivery
  if ('email' in request.target) {
    const result = await mailer.send({ ...laidOut({ locale, ...text.letter }), to: request.target.email })
    return result.kind === 'accepted' ? null : result.reason
  }
  // A number without plus may mean several phones. The text goes to the one that an account has.
  const to = request.holder?.phone ?? request.target.phones[0]?.phone
  if (to === undefined) return null
  const result = await messages.send({ to, text: text.text, channel, requestId })
  return result.kind === 'accepted' ? null : result.code
}
