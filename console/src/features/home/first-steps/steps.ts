import type { Account, Progress } from '@hongyan/contract/endpoints/account/account'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../i18n/ids.ts'

export type StepState = 'done' | 'current' | 'later'

const credential = { step: 'credential', title: 'first-steps.credential' } as const
const sent = { step: 'sent', title: 'first-steps.sent' } as const
const toppedUp = { step: 'topped_up', title: 'shell.topUp' } as const

export type FirstStep = (typeof credential | typeof sent | typeof toppedUp)['step']
interface Titled {
  readonly step: FirstStep & keyof Progress
  readonly title: TextId
}

/** The steps in their order. A step appears when its page exists (ruling 22). Accounts on credit pay afterwards. */
export const stepsOf = ({ credit_enabled: onCredit }: Pick<Account, 'credit_enabled'>): readonly Titled[] =>
  onCredit ? [credential, sent] : [credential, sent, toppedUp]

/** True for an account that can pay for a message. */
export const isFunded = (account: Pick<Account, 'credit_enabled' | 'balance_amount'>): boolean =>
  account.credit_enabled || (parseMicros(account.balance_amount) ?? ZERO) > ZERO

export type StepsDone = Readonly<Record<FirstStep, boolean>>

/**
 * The state of each step. The first unfinished one is current. Without money no message can be sent, so the top-up then
 * comes before it.
 */
export function stateOf(steps: readonly Titled[], done: StepsDone, funded: boolean, step: FirstStep): StepState {
  if (done[step]) return 'done'
  const waits = (other: FirstStep) => other === 'sent' && !funded && !done.topped_up
  return steps.find((other) => !done[other.step] && !waits(other.step))?.step === step ? 'current' : 'later'
}

const delivered: ReadonlySet<MessageStatus> = new Set([MessageStatus.Delivered, MessageStatus.Read])
const failed: ReadonlySet<MessageStatus> = new Set([
  MessageStatus.Undelivered,
  MessageStatus.Rejected,
  MessageStatus.Failed,
  MessageStatus.Expired,
])

/** The first message as the customer follows it; null before it is sent. */
export type Delivery = 'waiting' | 'delivered' | 'failed' | null

export function deliveryOf({ sent, last_status: status }: Pick<Progress, 'sent' | 'last_status'>): Delivery {
  if (!sent || status === null) return null
  if (delivered.has(status)) return 'delivered'
  return failed.has(status) ? 'failed' : 'waiting'
}

const sandboxNumber = { us: '+12065550100', cn: '+8613800138000' } as const

/** The recipient of the test message: the account's own phone, else a number of the sandbox if there is one. */
export const testRecipient = ({ phone, sandbox, partition }: Pick<Account, 'phone' | 'sandbox' | 'partition'>) =>
  phone ?? (sandbox ? sandboxNumber[partition] : null)

/**
 * True where the account may send free text. Mainland accounts need approved templates unless exempt from both (ruling
 * 39).
 */
export function maySendText({ partition, config }: Pick<Account, 'partition' | 'config'>): boolean {
  const { sms_wildcard: wildcard } = config
  if (partition !== 'cn' || wildcard === true) return true
  return Array.isArray(wildcard) && wildcard.includes('signature') && wildcard.includes('template')
}
