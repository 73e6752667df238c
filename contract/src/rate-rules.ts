// This file imports no validator, so that the form can use the same rule.

interface Limits {
  readonly per_minute: number | null
  readonly per_hour: number | null
  readonly per_day: number | null
}

/** The first field that is lower than the limit of a shorter window; null where minute ≤ hour ≤ day. */
export function disorderedLimit({ per_minute: minute, per_hour: hour, per_day: day }: Limits): keyof Limits | null {
  if (hour !== null && minute !== null && hour < minute) return 'per_hour'
  if (day !== null && Math.max(minute ?? 0, hour ?? 0) > day) return 'per_day'
  return null
}
