/** Specification section 3, "Account status". */
export const AccountStatus = {
  Ok: 0,
  Suspended: 1,
  AllPaymentBlocked: 10,
  PayPalBlocked: 11,
  StripeBlocked: 12,
  AlipayBlocked: 13,
  WechatPayBlocked: 14,
} as const
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]

export const Partition = { Us: 'us', Cn: 'cn' } as const
export type Partition = (typeof Partition)[keyof typeof Partition]

/** The country whose numbers need no calling code (ruling 34), and which an account may always send to. */
export const homeCountry = { us: 'US', cn: 'CN' } as const satisfies Record<Partition, string>

export const Currency = { Usd: 'USD', Cny: 'CNY' } as const
export type Currency = (typeof Currency)[keyof typeof Currency]

export const Gender = { Unknown: 0, Male: 1, Female: 2 } as const
export type Gender = (typeof Gender)[keyof typeof Gender]

/** The verification level of an account: 0 new, 1 paid, 2 verified, 3 trusted. */
export const TrustLevel = { New: 0, Paid: 1, Verified: 2, Trusted: 3 } as const
export type TrustLevel = (typeof TrustLevel)[keyof typeof TrustLevel]

export const Locale = { English: 'en', SimplifiedChinese: 'zh-CN' } as const
export type Locale = (typeof Locale)[keyof typeof Locale]
