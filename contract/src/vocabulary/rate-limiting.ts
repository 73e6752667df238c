/** The messages that a rule counts together: those to one recipient, or to one recipient with something else in common. */
export const rateScopes = ['recipient', 'recipient_template', 'recipient_content', 'recipient_signature'] as const
export type RateScope = (typeof rateScopes)[number]

/** The windows of a rule, the shortest first. Minutes and hours are counted from the start of the account's day. */
export const rateWindows = ['minute', 'hour', 'day'] as const
export type RateWindow = (typeof rateWindows)[number]

/** `reject` refuses a message above a limit; `drop` answers with the id of the window's first message instead. */
export const rateActions = ['reject', 'drop'] as const
export type RateAction = (typeof rateActions)[number]

/** `block` refuses messages above a cap; `alert` lets them pass and tells the owner; `ignore` does nothing. */
export const capActions = ['block', 'alert', 'ignore'] as const
export type CapAction = (typeof capActions)[number]

/** The subjects of a hit beside the rules: the account's cap of a day, and that of a country's hour. */
export const capKinds = ['day', 'country'] as const
export type CapKind = (typeof capKinds)[number]

/** The holders of limits that the view of limits lists. */
export const limitHolders = ['account', 'upstream', 'credential', 'sender', 'template'] as const
