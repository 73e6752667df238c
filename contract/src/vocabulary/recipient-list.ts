/**
 * The reasons for which an account's list has a number. `block`: it gets no message. `opt_out`: it gets none of the scenes
 * that its owner opted out of (semantics D9).
 */
export const listReasons = ['block', 'opt_out'] as const
export type ListReason = (typeof listReasons)[number]

/** The origin of an entry: typed in, one of many that were imported, or taken from a message of the log. */
export const listSources = ['entry', 'import', 'log'] as const
export type ListSource = (typeof listSources)[number]
