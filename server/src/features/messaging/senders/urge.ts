import { reviews } from '@hongyan/contract/limits/senders'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'

interface Submission {
  readonly status: ReviewStatus
  readonly urged_at: Date | null
  readonly submitted_at: Date
}

/** From when on a submission can be urged; null where it does not wait, or was urged. */
export function urgeableFrom({ status, urged_at: urgedAt, submitted_at: submittedAt }: Submission): Date | null {
  const waits = status === ReviewStatus.Pending || status === ReviewStatus.PreApproved
  return waits && urgedAt === null ? new Date(submittedAt.getTime() + reviews.urgeAfter) : null
}
