/** Numbers of the rate limiting extension (screens S10). */
export const rateLimiting = {
  /** The most rules of an account. */
  rules: 20,
  /** The highest limit of a rule, in messages a window. */
  most: { minute: 60, hour: 300, day: 1_000 },
  /** The most exempt numbers. */
  exempt: 300,
  noteMax: 64,
  /** The most countries with a cap of their own. */
  countries: 50,
  /** The highest caps of an account: parts a second, messages a day, messages an hour to one country. */
  perSecondMax: 1_000,
  perDayMax: 10_000_000,
  perHourMax: 1_000_000,
  /** A recommendation reads so many full days. */
  adviceDays: 15,
  /** A preview reads at most so many messages of yesterday. */
  previewMost: 200_000,
  /** Hits are kept for so many days. */
  hitDays: 31,
} as const
