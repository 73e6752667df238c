import { addresses } from '@hongyan/contract/endpoints/addresses'

type Table = typeof addresses
type Writes<Noun extends keyof Table> = {
  [Verb in keyof Table[Noun]]: Table[Noun][Verb] extends `GET ${string}` ? never : Verb
}[keyof Table[Noun]]

/** What staff do by the command line, and the product by itself. */
const ofHouse = [
  'account.create',
  'account.set',
  'account.block',
  'account.unblock',
  'credential.create',
  'invoice.close',
  'invoice.issue',
  'invoice.adjust',
  'invoice.void',
  'invoice.bank',
  'fapiao.issue',
  'autoRecharge.pause',
  'autoRecharge.switchOff',
] as const

/** Noun and verb of every act that writes: each has its words, or the console does not compile. */
export type Action = (typeof ofHouse)[number] | Call
type Call = { [Noun in keyof Table]: `${Noun}.${Writes<Noun> & string}` }[keyof Table]

const writes: ReadonlyMap<string, Action> = new Map([
  ...ofHouse.map((action) => [action, action] as const),
  ...Object.entries(addresses).flatMap(([noun, rows]) =>
    Object.entries(rows)
      .filter(([, address]) => !address.startsWith('GET '))
      // One of the pairs that make up the type.
      .map(([verb]) => [`${noun}.${verb}`, `${noun}.${verb}` as Call] as const),
  ),
])

/** The action as this console knows it; null for one that it has no words for. */
export const knownAction = (action: string): Action | null => writes.get(action) ?? null

/** What the list can be narrowed to: nouns of which something is kept, those that guard the account first. */
export const nouns = [
  'account',
  'session',
  'secondFactor',
  'security',
  'sessions',
  'password',
  'profile',
  'signup',
  'credentials',
  'configuration',
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

/** What the actions of a noun begin with: staff name theirs after one of a kind, and a dot ends the others. */
export const beginningOf = (noun: ActionNoun): string =>
  noun === 'credentials' || noun === 'invoices' ? noun.slice(0, -1) : `${noun}.`
