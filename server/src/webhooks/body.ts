import { isAboutMessage, type MessageEventData, type WebhookEvent } from '@hongyan/contract/public-api/webhook-event'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { WebhookEnvelope, WebhookFormat } from '@hongyan/contract/vocabulary/webhook'

interface Shape {
  readonly format: WebhookFormat
  readonly envelope: WebhookEnvelope
  /** True for endpoints with batches, even where one event is sent. */
  readonly list: boolean
}

interface RenderedBody {
  readonly contentType: string
  readonly body: string
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Renders the body of one request. The first event alone where the endpoint takes no lists. The compatible envelope
 * leaves out events that are not about a message.
 */
export function renderBody(events: readonly WebhookEvent[], { format, envelope, list }: Shape): RenderedBody {
  const items = envelope === 'standard' ? events.map(standard) : events.filter(isAboutMessage).map(compatible)
  if (format === 'json') return { contentType: 'application/json', body: JSON.stringify(list ? items : items[0]) }
  const name = envelope === 'standard' ? 'event' : 'receipt'
  const elements = (list ? items : items.slice(0, 1)).map((item) => element(name, item)).join('')
  const root = list ? `<${name}s>${elements}</${name}s>` : elements
  return { contentType: 'application/xml; charset=utf-8', body: `<?xml version="1.0" encoding="UTF-8"?>\n${root}` }
}

const standard = ({ type, timestamp, data }: WebhookEvent): Fields => ({ type, timestamp, data })

/** The flat fields of a receipt. They can say nothing but a message's status. */
const compatible = ({ data }: { readonly data: MessageEventData }): Fields => ({
  id: data.id,
  status: data.status,
  to: data.to,
  iso: data.iso,
  cc: data.cc,
  parts: data.parts,
  price: data.price,
  currency: data.currency,
  // The carriers' word where there is one, as clients of this envelope expect it: DELIVRD.
  errorCode: data.upstreamCode ?? data.errorCode ?? (data.statusCode === MessageStatus.Delivered ? 'DELIVRD' : null),
  errorMessage: data.errorMessage,
  submitDate: data.submitDate,
  doneDate: data.doneDate,
})

/** Null is an empty element. A list repeats the element for each entry. */
function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((entry: unknown) => element(name, entry)).join('')
  if (value === null || value === undefined) return `<${name}/>`
  if (typeof value === 'string') return `<${name}>${escaped(value)}</${name}>`
  if (typeof value !== 'object') return `<${name}>${JSON.stringify(value)}</${name}>`
  const inner = Object.entries(value).map(([key, one]) => element(key, one))
  return `<${name}>${inner.join('')}</${name}>`
}

/** The characters that XML 1.0 cannot contain, not even escaped. */
// oxlint-disable-next-line no-control-regex -- control characters are what it removes
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** A parser would read a bare carriage return as a line feed. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
}

const escaped = (text: string): string =>
  text.replaceAll(FORBIDDEN, '').replaceAll(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? '')
