/** The keys that figures of messages are grouped by. */
export const analyticsDimensions = ['country', 'upstream', 'template', 'error', 'credential'] as const
export type AnalyticsDimension = (typeof analyticsDimensions)[number]
