import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Currency, Gender, Partition } from '@hongyan/contract/vocabulary/account'
import type { PayersMethod } from '@hongyan/contract/vocabulary/payment'
import type { Row } from '../../http/implement.ts'
import type { When } from './when.ts'

/** A demo account and its past. */
export interface Story {
  readonly owner: DemoOwner
  /** The sign-up. The owner acts from this device until the next sign-in. */
  readonly signedUp: When
  readonly device: Device
  /** True for an account with credit, whose months are closed and billed. */
  readonly isInvoiced?: true
  readonly traffic: Traffic
  readonly events: readonly StoryEvent[]
}

export interface DemoOwner {
  readonly email: string
  readonly phone: string
  readonly firstname: string
  readonly lastname: string
  readonly gender: Gender
  readonly partition: Partition
  readonly currency: Currency
  readonly time_zone: string
  readonly sms_smpp?: boolean
  readonly sms_wildcard?: string
}

/** The browser of a sign-in. */
export interface Device {
  readonly address: string
  readonly userAgent: string
}

/** An event: its moment, and the act. */
export type StoryEvent = readonly [When, Act]

export type Act = OwnerCall | StaffCommand | Payment | Upload | SignIn

/** The owner calls the console's API. The row's schema checks the call, and the audit log records it. */
export interface OwnerCall {
  readonly owner: Row
  readonly params?: Known<object>
  readonly body?: Known<object>
}

/** Staff run a command of the command line: its name, its arguments and its options. */
export interface StaffCommand {
  readonly staff: string
  readonly on: Known<readonly string[]>
  readonly options: Readonly<Record<string, string | readonly string[]>>
}

/** The payer pays the newest open top-up. Null: the channel names no method. */
export interface Payment {
  readonly pays: PayersMethod | null
}

/** The owner uploads a sample document under this name, as evidence. */
export interface Upload {
  readonly uploads: string
}

export interface SignIn {
  readonly signsIn: Device
}

/** A value, or a function of the rows that exist at the moment of the event. */
type Known<T> = T | ((newest: Newest) => T)

/** The account's newest rows, which an event refers to. An absent one is an empty string. */
export interface Newest {
  /** The day of the event in the account's zone. */
  readonly today: string
  readonly card: string
  /** The newest top-up that the owner paid, and the newest one that is still to be paid. */
  readonly charge: string
  readonly order: string
  /** The newest sender ID and the newest template that wait for a reviewer, and the newest that a person approved. */
  readonly sender: string
  readonly template: string
  readonly approvedSender: string
  readonly approvedTemplate: string
  /** The number of the newest invoice that is still to be paid, and its outstanding amount. */
  readonly invoice: string
  readonly outstanding: string
  /** The submission that waits for a reviewer or was rejected. */
  readonly submission: string
  /** The ids of the account's channels, by their names. */
  readonly channels: Readonly<Record<string, string>>
  /** The newest phonebook, list of recipients, estimate and broadcast. */
  readonly phonebook: { readonly id: string; readonly version: number }
  readonly audience: string
  readonly quote: string
  readonly broadcast: { readonly id: string; readonly version: number }
  /** The newest message that failed, and the newest ticket. */
  readonly failedMessage: string
  readonly ticket: string
  /** The newest incident of the network. */
  readonly incident: string
  /** The uploads that no submission has claimed yet, in their order. */
  readonly files: readonly string[]
}

/** The messages of an account, day by day. */
export interface Traffic {
  /** The start of the random numbers: another seed makes other messages. */
  readonly seed: number
  readonly since: When
  /** Messages of an ordinary working day on the first day. */
  readonly weekday: number
  /** Today's traffic as a multiple of what its day of the week would have. */
  readonly today: number
  readonly texts: readonly SampleText[]
  readonly places: readonly SamplePlace[]
}

/** A text, and its share of the messages. */
export interface SampleText {
  readonly share: number
  readonly scene: MessageScene
  readonly text: string
  /** The account's template that makes this text, by its code, once it may be used. Before, the text goes out as it is. */
  readonly template?: { readonly code: string; readonly data: Readonly<Record<string, string>> }
}

/** A range of numbers, as prefix and following digits, and its share of the recipients. */
export interface SamplePlace {
  readonly share: number
  readonly prefix: string
  readonly digits: number
}
