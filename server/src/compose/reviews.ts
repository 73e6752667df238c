import type { Kysely } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Schema } from '../db/schema.ts'
import { endVerified, markVerified } from '../features/account/account/store.ts'
import type { AccountEffects } from '../features/account/verification/deps.ts'
import { verificationReview } from '../features/account/verification/review.ts'
import type { ReviewCommandDeps } from '../features/review/commands.ts'
import { FILES } from '../features/uploads/files.ts'
import type { Clock } from '../kit/clock.ts'
import type { SecretBox } from '../kit/secret-box.ts'

interface ReviewParts {
  readonly config: Pick<Config, 'publicUrl' | 'port'>
  readonly db: Kysely<Schema>
  readonly clock: Clock
  readonly secrets: SecretBox
}

/** The effects of verifications on the account itself. */
export const verifiedAccounts: AccountEffects = { markVerified, endVerified }

/** The kinds of submissions that staff review. */
export const reviewKinds = (parts: ReviewParts): ReviewCommandDeps => ({
  kinds: [
    verificationReview({
      ...parts,
      accounts: verifiedAccounts,
      fileAddress: (token) => `${parts.config.publicUrl ?? `http://localhost:${parts.config.port}`}${FILES}/${token}`,
    }),
  ],
})
