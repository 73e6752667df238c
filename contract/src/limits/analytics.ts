/** Figures of messages. A range is as wide as one of the log, whose rows the figures lead to. */
export const analytics = {
  /** The keys of a breakdown that have a row of their own; the others are one row. */
  rows: 20,
} as const
