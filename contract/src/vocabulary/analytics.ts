/** The keys that figures of messages are grouped by. */
export const analyticsDimensions = ['country', 'carrier', 'template', 'error', 'credential'] as const
export type AnalyticsDimension = (typeof analyticsDimensions)[number]
