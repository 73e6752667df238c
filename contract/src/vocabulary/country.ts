/** The reason why a country is high-risk: reported for SMS fraud, or by several providers also for traffic pumping. */
export const HighRiskReason = { Fraud: 'fraud', Pumping: 'pumping' } as const
export type HighRiskReason = (typeof HighRiskReason)[keyof typeof HighRiskReason]
