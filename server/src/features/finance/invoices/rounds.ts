import { MINUTE } from '@hongyan/contract/durations'
import type { AccountId } from '@hongyan/contract/ids'
import type { Logger } from '../../../kit/logger.ts'
import type { Loop } from '../../../jobs/loop.ts'
import { closeDue } from './close.ts'
import type { CycleDeps } from './cycle-deps.ts'
import { remindDue } from './dunning.ts'
import { issueDue } from './issue.ts'

const EVERY = MINUTE

export interface InvoiceRoundsDeps extends CycleDeps {
  readonly log: Logger
}

/**
 * Issues drafts, closes months and sends reminders, of one account or of all. An account or invoice that fails delays no
 * other.
 */
export async function keepInvoicesUp({ log, ...others }: InvoiceRoundsDeps, only?: AccountId): Promise<void> {
  const deps = { ...others, ...(only !== undefined && { only }) }
  await issueDue(deps, ({ id }, err) => log.error({ err, invoice: id }, 'an invoice could not be issued'))
  await closeDue(deps, ({ account }, err) => log.error({ err, account }, 'a month could not be closed'))
  await remindDue(deps, ({ id }, err) => log.error({ err, invoice: id }, 'a reminder of an invoice could not be sent'))
}

export const invoiceLoop = (deps: InvoiceRoundsDeps): Loop => ({
  name: 'invoices',
  every: EVERY,
  run: () => keepInvoicesUp(deps),
})
