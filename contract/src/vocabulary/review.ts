/** Specification section 3, "Entity kinds". */
export const EntityKind = { Entity: 1, Website: 2, Application: 3, WeChat: 4, EComm: 5, TradeMark: 6 } as const
export type EntityKind = (typeof EntityKind)[keyof typeof EntityKind]

/** Specification section 3, "Review status". */
export const ReviewStatus = { Pending: 0, AutoRejected: 1, ManualRejected: 2, PreApproved: 3, Approved: 4 } as const
export type ReviewStatus = (typeof ReviewStatus)[keyof typeof ReviewStatus]

/** The events of a review (screens S2). An approved record is revoked, a record that waits for its decision withdrawn. */
export const reviewEvents = ['submit', 'autoReject', 'autoPass', 'approve', 'reject', 'revoke', 'withdraw'] as const
export type ReviewEvent = (typeof reviewEvents)[number]

/** The events of a timeline: those of the review itself, and what happens to a sender or template beside it. */
export const reviewStepEvents = [
  ...reviewEvents,
  'urge',
  'file',
  'announce',
  'keep',
  'renew',
  'renewed',
  'renewRefused',
] as const
export type ReviewStepEvent = (typeof reviewStepEvents)[number]

const { Pending, AutoRejected, ManualRejected, PreApproved, Approved } = ReviewStatus

/** Null: there is no record, or none any more. */
const transitions: Readonly<
  Record<ReviewEvent, { readonly from: readonly (ReviewStatus | null)[]; readonly to: ReviewStatus | null }>
> = {
  submit: { from: [null, AutoRejected, ManualRejected], to: Pending },
  autoReject: { from: [Pending], to: AutoRejected },
  autoPass: { from: [Pending], to: PreApproved },
  approve: { from: [Pending, PreApproved], to: Approved },
  reject: { from: [Pending, PreApproved], to: ManualRejected },
  revoke: { from: [Approved], to: ManualRejected },
  withdraw: { from: [Pending, PreApproved], to: null },
}

/** True where a record of this status (null: no record) may have the event. */
export const canHave = (status: ReviewStatus | null, event: ReviewEvent): boolean =>
  transitions[event].from.includes(status)

/** The event of a rejection: a rejection of an approved record revokes it. */
export const eventOfRejection = (status: ReviewStatus): ReviewEvent => (canHave(status, 'revoke') ? 'revoke' : 'reject')

/** The status after an event; null once the record is withdrawn. The status before it must allow the event. */
export function reviewed(status: ReviewStatus | null, event: ReviewEvent): ReviewStatus | null {
  if (!canHave(status, event)) throw new Error(`a record of status ${status ?? 'none'} has no ${event}`)
  return transitions[event].to
}

/** Specification section 3, "Industries". */
export const industries = [
  'ECOMMERCE',
  'FINANCIAL',
  'EDUCATION',
  'HEALTHCARE',
  'GAME',
  'ENTERPRISE_SRV',
  'SOCIAL',
  'O2O',
  'NET_TOOL',
  'NET_SRV',
  'TRADITIONAL',
] as const
