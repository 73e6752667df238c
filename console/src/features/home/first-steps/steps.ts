import type { Account, Progress } from '@hongyan/contract/endpoints/account/account'
import { parseMicros, ZERO } from '@hongyan/contract/money'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../i18n/ids.ts'

export type StepState = 'done' | 'current' | 'later'

const verified = { step: 'verified', title: 'first-steps.verified' } as const
const credential = { step: 'credential', title: 'first-steps.credential' } as const
const sent = { step: 'sent', title: 'first-steps.sent' } as const
const toppedUp = { step: 'topped_up', title: 'shell.topUp' } as const

export type FirstStep = (typeof verified | typeof credential | typeof sent | typeof toppedUp)['step']
interface TitledStep {
  /** Also the field of `Progress` that tells that the step is done. */
  readonly step: FirstStep & keyof Progress
  readonly title: TextId
}

/** The steps of an account in their order. Accounts on credit pay later by invoice, so they have no top-up step. */
export const stepsOf = ({ credit_enabled: onCredit }: Pick<Account, 'credit_enabled'>): readonly TitledStep[] =>
  onCredit ? [verified, credential, sent] : [verified, credential, sent, toppedUp]

/** True for an account that can pay for a message. */
export const isFunded = (account: Pick<Account, 'credit_enabled' | 'balance_amount'>): boolean =>
  account.credit_enabled || (parseMicros(account.balance_amount) ?? ZERO) > ZERO

export type StepsDone = Readonly<Record<FirstStep, boolean>>

/**
 * Returns the state of one step. The first unfinished step is current; the verification, for which no other step waits,
 * only when it alone is left. While the account has no money and never topped up, the top-up comes before the message.
 */
export function stateOf(steps: readonly TitledStep[], done: StepsDone, funded: boolean, step: FirstStep): StepState {
  if (done[step]) return 'done'
  const needsTopUp = (other: FirstStep) => other === 'sent' && !funded && !done.topped_up
  const open = steps.map((other) => other.step).filter((other) => !done[other] && !needsTopUp(other))
  return (open.find((other) => other !== 'verified') ?? open[0]) === step ? 'current' : 'later'
}

const delivered: ReadonlySet<MessageStatus> = new Set([MessageStatus.Delivered, MessageStatus.Read])
const failed: ReadonlySet<MessageStatus> = new Set([
  MessageStatus.Undelivered,
  MessageStatus.Rejected,
  MessageStatus.Failed,
  MessageStatus.Expired,
])

/**
 * The delivery of the account's newest message, which is the first one or another attempt after it failed. Null before
 * any message was sent.
 */
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
 * True where the account may send free text. A mainland account needs an approved sender and an approved template,
 * unless `sms_wildcard` exempts it from both (ruling 39).
 */
export function maySendText({ partition, config }: Pick<Account, 'partition' | 'config'>): boolean {
  const { sms_wildcard: wildcard } = config
  if (partition !== 'cn' || wildcard === true) return true
  return Array.isArray(wildcard) && wildcard.includes('signature') && wildcard.includes('template')
}
