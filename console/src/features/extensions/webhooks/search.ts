import type { WebhookDeliveryId } from '@hongyan/contract/ids'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { WebhookDeliveryState } from '@hongyan/contract/vocabulary/webhook'
import { RECORD_ID } from '@hongyan/contract/record-id'
import { oneOf, rangeReaders, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'
import { daysBefore } from '../../../lib/calendar-day.ts'
import { daysOf, type RangeSearch } from '../../../ui/list/range.ts'

export const tabs = ['settings', 'deliveries', 'test', 'docs'] as const
export type TabName = (typeof tabs)[number]

/** The filter of an endpoint's deliveries. Days are in the account's time zone. */
export interface DeliveryFilter extends RangeSearch {
  status?: WebhookDeliveryState
  type?: string
  message?: string
}

/** The search parameters: the open endpoint with its tab and filter, or the form. */
export interface WebhookSearch extends DeliveryFilter {
  open?: string
  tab?: TabName
  delivery?: string
  /** `new` for a new endpoint, else the id of the one that the form changes. */
  form?: string
  /** The address that a new endpoint begins with. */
  url?: string
}

/** The address of an empty form. */
export const NEW = 'new'

/** Parses the id of a delivery; null for any other text. */
export function readId(typed: string): WebhookDeliveryId | null {
  const id = typed.trim().toLowerCase()
  return RECORD_ID.test(id) ? (id as WebhookDeliveryId) : null // its pattern is that of the brand
}

const LONGEST = 64

/** Parses a filter's text; null for one that no delivery has. */
export function readText(typed: string): string | null {
  const part = typed.trim()
  return part !== '' && part.length <= LONGEST ? part : null
}

const some = text((typed) => typed || null)

const readers: Readers<WebhookSearch> = {
  ...rangeReaders,
  status: oneOf(Object.values(WebhookDeliveryState)),
  type: text(readText),
  message: text(readText),
  open: some,
  tab: oneOf(tabs),
  delivery: some,
  form: some,
  url: some,
}

export const readSearch = (search: object): WebhookSearch => readAddress<WebhookSearch>(readers, search)

export const filterOf = (search: WebhookSearch): DeliveryFilter =>
  without(search, 'open', 'tab', 'delivery', 'form', 'url')

/** The search of the form of an export: the days of the list that are kept, else all of these, and its other filters. */
export function exportOf(endpoint: string, filter: DeliveryFilter, today: string) {
  const first = daysBefore(today, limits.keptDays)
  const { from = first, to = today } = daysOf(filter, today)
  const kept = (day: string): string => (day < first ? first : day)
  const others = Object.entries({ endpoint, ...without(filter, 'period', 'from', 'to') })
  const where = new URLSearchParams(others.map(([name, value]) => [name, String(value)])).toString()
  return { new: 'webhooks', from: kept(from), to: kept(to), where } as const
}
