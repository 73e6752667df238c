import type { Account, Progress } from '@hongyan/contract/endpoints/account'
import type { TextId } from '../../../i18n/ids.ts'

export type StepState = 'done' | 'current' | 'later'

/** In the order in which they are taken. A step appears when the page it leads to exists (ruling 22). */
export const firstSteps = [
  { step: 'credential', title: 'first-steps.credential' },
  { step: 'sent', title: 'first-steps.sent' },
] as const satisfies readonly { step: keyof Progress; title: TextId }[]
export type FirstStep = (typeof firstSteps)[number]['step']

/** Where each step stands: of those that are not done the first is the current one. */
export function stateOf(progress: Pick<Progress, FirstStep>, step: FirstStep): StepState {
  if (progress[step]) return 'done'
  return firstSteps.find((each) => !progress[each.step])?.step === step ? 'current' : 'later'
}

const sandboxNumber = { us: '+12065550100', cn: '+8613800138000' } as const

/** Whom the test message goes to: the account's own phone; without one a number of the sandbox, where there is one. */
export const testRecipient = ({ phone, sandbox, partition }: Pick<Account, 'phone' | 'sandbox' | 'partition'>) =>
  phone ?? (sandbox ? sandboxNumber[partition] : null)

/** Whether a text may go out as it is; mainland accounts send approved templates unless they are freed of both (ruling 39). */
export function maySendText({ partition, config }: Pick<Account, 'partition' | 'config'>): boolean {
  const { sms_wildcard: wildcard } = config
  if (partition !== 'cn' || wildcard === true) return true
  return Array.isArray(wildcard) && wildcard.includes('signature') && wildcard.includes('template')
}
