import { webhooks as limits } from './limits/webhooks.ts'

// This file imports no validator, so that the form can use the same rules.

/** Headers that the product, HTTP or a proxy sets itself. */
const RESERVED =
  /^(?:webhook-.*|host|content-.*|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i
/** A token of RFC 9110, section 5.6.2. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const VISIBLE = /^[\t\x20-\x7e]+$/

/** An address without credentials. The server alone knows whether it demands https and may call the host. */
export function isEndpointUrl(text: string): boolean {
  if (text.length > limits.urlMax || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}

/** True where customers may set the header themselves. */
export const isHeaderName = (name: string): boolean =>
  name.length <= limits.headerNameMax && TOKEN.test(name) && !RESERVED.test(name)

export const isHeaderValue = (value: string): boolean => value.length <= limits.headerValueMax && VISIBLE.test(value)

/** The settings of a new endpoint, without its name and address (semantics D3). */
export const newEndpointSettings = () => ({
  failover_url: null,
  on: true,
  format: 'json' as const,
  envelope: 'standard' as const,
  messages: 'final' as const,
  groups: [],
  scenes: [],
  countries: [],
  batch: 1,
  schedule: 'standard' as const,
  tries: limits.tries.standard,
  rate: null,
  headers: [],
  signed: true,
})
