import { addresses } from '@hongyan/contract/endpoints/addresses'

type Table = typeof addresses
type Writes<Noun extends keyof Table> = {
  [Verb in keyof Table[Noun]]: Table[Noun][Verb] extends `GET ${string}` ? never : Verb
}[keyof Table[Noun]]

/** Actions of staff on the command line, and of the server itself. */
const internalActions = [
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
  'ledger.credit',
  'ledger.debit',
  'ledger.gift',
  'ledger.retireSandbox',
  'payment.assign',
  'payment.return',
  'autoRecharge.pause',
  'autoRecharge.switchOff',
] as const

/** Noun and verb of every write. Each has a label, or the console does not compile. */
export type Action = (typeof internalActions)[number] | Call
type Call = { [Noun in keyof Table]: `${Noun}.${Writes<Noun> & string}` }[keyof Table]

const writes: ReadonlyMap<string, Action> = new Map([
  ...internalActions.map((action) => [action, action] as const),
  ...Object.entries(addresses).flatMap(([noun, rows]) =>
    Object.entries(rows)
      .filter(([, address]) => !address.startsWith('GET '))
      // built from the two parts of the type
      .map(([verb]) => [`${noun}.${verb}`, `${noun}.${verb}` as Call] as const),
  ),
])

/** Narrows an action to those this console has labels for; null for others. */
export const knownAction = (action: string): Action | null => writes.get(action) ?? null

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

/** The prefix of a noun's actions. Staff actions use the singular of the noun; the others end the noun with a dot. */
export const actionPrefix = (noun: ActionNoun): string =>
  noun === 'credentials' || noun === 'invoices' ? noun.slice(0, -1) : `${noun}.`
