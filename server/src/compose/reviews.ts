import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import { dataFile } from '../data/data-file.ts'
import type { Schema } from '../db/schema.ts'
import { endVerified, markVerified } from '../features/account/account/store.ts'
import type { AccountEffects } from '../features/account/verification/deps.ts'
import { verificationReview } from '../features/account/verification/review.ts'
import type { Filing, SenderDeps } from '../features/messaging/senders/deps.ts'
import { readClosedDays } from '../features/messaging/senders/filings/working-days.ts'
import { renewalReview } from '../features/messaging/senders/signatures/renewal-review.ts'
import { signatureReview } from '../features/messaging/senders/signatures/review.ts'
import { templateReview } from '../features/messaging/senders/templates/review.ts'
import type { ReviewCommandDeps } from '../features/review/commands.ts'
import { fileAddressOf } from './tickets.ts'
import type { Clock } from '../kit/clock.ts'
import type { SecretBox } from '../kit/secret-box.ts'

interface ReviewParts {
  readonly config: Pick<Config, 'publicUrl' | 'port' | 'sandbox' | 'sandboxFilingAfter'>
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly secrets: SecretBox
}

/** The effects of verifications on the account itself. */
export const verifiedAccounts: AccountEffects = { markVerified, endVerified }

/** The kinds of submissions that staff review. */
export function reviewKinds(parts: ReviewParts): ReviewCommandDeps {
  const { config } = parts
  const fileAddress = fileAddressOf(config)
  const senders = { ...parts, filing: filingOf(config), fileAddress }
  return {
    kinds: [
      verificationReview({ ...parts, accounts: verifiedAccounts, fileAddress }),
      signatureReview(senders),
      renewalReview(senders),
      templateReview(senders),
    ],
  }
}

/** In sandbox mode the carriers are played by the product, which answers after a chosen time. */
export const filingOf = ({ sandbox, sandboxFilingAfter }: Pick<Config, 'sandbox' | 'sandboxFilingAfter'>): Filing => ({
  sandboxAnswersAfter: sandbox ? sandboxFilingAfter : null,
  closedDays: readClosedDays(dataFile('cn-closed-days.csv')),
})

/** The parts of senders and templates that commands need. */
export const senderDeps = ({ config, db, clock }: ReviewParts): SenderDeps => ({ db, clock, filing: filingOf(config) })
