/** A country's rule for names as senders: shown, shown once registered there, or not possible. */
export const nameRules = ['yes', 'registered', 'no'] as const
export type NameRule = (typeof nameRules)[number]

/** A country's numbers as senders: `best-effort` ones are international, `not found` says that no source offers them. */
export const numericRules = ['yes', 'best-effort', 'not found'] as const
export const offers = ['yes', 'not found'] as const

/** The registrations that a country asks for. */
export const registrations = ['none', 'sender', 'sender+template', 'campaign', 'sender for local traffic'] as const

/** The agreement of the sources. A rule of low confidence warns, and neither refuses nor replaces a sender. */
export const confidences = ['high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]

/** The senders that operators put in place of a name that they do not show. */
export const replacements = [
  'short code',
  'random short code',
  'random short code or long number',
  'random local number',
  'local number or short code',
  'generic name',
] as const
export type Replacement = (typeof replacements)[number]

/** A receipt from the handset, or from the network only. */
export const receiptKinds = ['handset', 'network'] as const

/** The comparison of names in a country. */
export const nameCases = ['sensitive', 'insensitive'] as const

/**
 * The sender as the recipient will see it: the account's name, a number or short code that the product shares among its
 * accounts, a replacement that the operators choose, or the carrier's number under a text that begins with 【name】.
 */
export const shownKinds = ['name', 'shared_number', 'short_code', 'replaced', 'mainland'] as const
export type ShownKind = (typeof shownKinds)[number]

/** The reasons for which recipients see, or may see, another sender than the name. */
export const senderWarnings = [
  /** The sources contradict one another. */
  'uncertain',
  /** The name has to be registered in the country. */
  'not_registered',
  /** The country shows no names. */
  'no_names',
  /** The name is no alphanumeric sender: 3 to 11 characters of GSM, a letter among them. */
  'not_alphanumeric',
  /** Some operators of the country replace names. */
  'may_be_replaced',
  /** There is no rule for the country. */
  'unknown_country',
] as const
export type SenderWarning = (typeof senderWarnings)[number]
