import type { addresses } from '@hongyan/contract/endpoints/addresses'

type Table = typeof addresses

/** The nouns the list can be filtered by, those that guard the account first. */
export const nouns = [
  'account',
  'session',
  'secondFactor',
  'security',
  'sessions',
  'password',
  'profile',
  'signup',
  'verification',
  'credentials',
  'signatures',
  'templates',
  'upstreams',
  'upstreamMappings',
  'routing',
  'broadcasts',
  'exports',
  'ipRestriction',
  'smsRateLimiting',
  'smsDlr',
  'messages',
  'phonebooks',
  'contacts',
  'segments',
  'recipients',
  'people',
  'configuration',
  'countries',
  'tickets',
  'noticePreferences',
  'topUp',
  'autoRecharge',
  'paymentMethods',
  'refunds',
  'invoices',
  'billing',
  'transactionFapiao',
] as const satisfies readonly (keyof Table)[]
export type ActionNoun = (typeof nouns)[number]

/** The prefix of a noun's actions. Staff actions use the singular of the noun; the others end the noun with a dot. */
export const actionPrefix = (noun: ActionNoun): string => (plurals.has(noun) ? noun.slice(0, -1) : `${noun}.`)

/** The nouns that staff actions have in the singular. */
const plurals: ReadonlySet<ActionNoun> = new Set(['credentials', 'invoices', 'signatures', 'templates', 'tickets'])
