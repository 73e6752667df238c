import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { Status, type Tone } from '../status.tsx'

const { Pending, AutoRejected, ManualRejected, PreApproved, Approved } = ReviewStatus

const looks: Readonly<Record<ReviewStatus, { readonly tone: Tone; readonly title: TextId }>> = {
  [Pending]: { tone: 'open', title: 'review.pending' },
  [AutoRejected]: { tone: 'bad', title: 'review.autoRejected' },
  [ManualRejected]: { tone: 'bad', title: 'review.rejected' },
  [PreApproved]: { tone: 'idle', title: 'review.preApproved' },
  [Approved]: { tone: 'ok', title: 'review.approved' },
}

/** The statuses in the order of a filter. */
export const reviewStatuses = [Pending, PreApproved, Approved, AutoRejected, ManualRejected] as const

export const reviewTitle = (status: ReviewStatus): TextId => looks[status].title

export const isRejected = (status: ReviewStatus): boolean => status === AutoRejected || status === ManualRejected
export const isWaiting = (status: ReviewStatus): boolean => status === Pending || status === PreApproved

/** The review status of a sender ID or template. A page that shows it loads the catalogue `review`. */
export function ReviewMark({ status }: { status: ReviewStatus }) {
  const t = useText()
  return <Status tone={looks[status].tone}>{t(looks[status].title)}</Status>
}
