/** Specification section 3, "Entity kinds". */
export const EntityKind = { Entity: 1, Website: 2, Application: 3, WeChat: 4, EComm: 5, TradeMark: 6 } as const
export type EntityKind = (typeof EntityKind)[keyof typeof EntityKind]

/** Specification section 3, "Review status". */
export const ReviewStatus = { Pending: 0, AutoRejected: 1, ManualRejected: 2, PreApproved: 3, Approved: 4 } as const
export type ReviewStatus = (typeof ReviewStatus)[keyof typeof ReviewStatus]

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
