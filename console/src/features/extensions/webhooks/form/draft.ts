import type { SavedEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import type { RuleId } from '@hongyan/contract/rules'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { isEndpointUrl, isHeaderName, isHeaderValue, newEndpointSettings } from '@hongyan/contract/webhook-rules'
import type { FormValues } from '../../../../ui/form.tsx'

/** The choices of the form. What is typed stays in its fields. */
export type Choices = Pick<
  SavedEndpoint,
  'on' | 'format' | 'envelope' | 'messages' | 'groups' | 'scenes' | 'schedule' | 'signed'
>

export interface DraftHeader {
  readonly key: number
  readonly name: string
  readonly value: string
  /** The server has a value, which stays unless another is typed. */
  readonly stored: boolean
}

export const emptyEndpoint = (url: string): SavedEndpoint => ({ name: '', url, ...newEndpointSettings() })

export const isFastAllowed = (scenes: readonly MessageScene[]): boolean =>
  scenes.length === 1 && scenes[0] === MessageScene.Verification

/** The schedule that applies: the fast one is for codes alone. */
export const scheduleOf = ({ schedule, scenes }: Choices): Choices['schedule'] =>
  isFastAllowed(scenes) ? schedule : 'standard'

export const draftHeaders = (headers: SavedEndpoint['headers']): readonly DraftHeader[] =>
  headers.map(({ name }, key) => ({ key, name, value: '', stored: true }))

/** The endpoint that the form makes of its fields. */
export function endpointOf(
  base: SavedEndpoint,
  choices: Choices,
  headers: readonly DraftHeader[],
  values: FormValues,
): SavedEndpoint {
  const { name = '', url = '', failover_url: failover = '', countries = '', batch, tries, rate = '' } = values
  return {
    ...base,
    ...choices,
    groups: choices.envelope === 'compatible' ? [] : choices.groups,
    schedule: scheduleOf(choices),
    name: name.replaceAll(/\s+/g, ' ').trim(),
    url: url.trim(),
    failover_url: failover.trim() || null,
    countries: countries === '' ? [] : countries.split(','),
    batch: Number(batch),
    tries: Number(tries),
    rate: rate.trim() === '' ? null : Number(rate),
    headers: headers.map((header) => ({
      name: header.name.trim(),
      value: header.stored && header.value === '' ? null : header.value,
    })),
  }
}

/** A line without control characters and those that change the reading direction. */
const NAME = new RegExp(`^[^\\p{Cc}\\u202A-\\u202E\\u2066-\\u2069]{1,${limits.nameMax}}$`, 'u')

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most

const areHeaders = (headers: SavedEndpoint['headers']): boolean =>
  headers.every(({ name, value }) => isHeaderName(name) && (value === null || isHeaderValue(value))) &&
  new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length

type Field = 'name' | 'url' | 'failover_url' | 'messages' | 'batch' | 'tries' | 'rate' | 'headers'

/** The rules that the fields break, the same as the contract's. The server alone knows which hosts it may call. */
export function brokenRules(endpoint: SavedEndpoint): Partial<Record<Field, RuleId>> {
  const { name, url, failover_url: failover, messages, groups, batch, schedule, tries, rate, headers } = endpoint
  return {
    ...(!NAME.test(name) && { name: 'webhook_name' }),
    ...(!isEndpointUrl(url) && { url: 'webhook_url' }),
    ...(messages === 'none' && groups.length === 0 && { messages: 'webhook_events' }),
    ...(!isWhole(batch, limits.batchMax) && { batch: 'webhook_batch' }),
    ...(!isWhole(tries, limits.tries[schedule]) && {
      tries: schedule === 'fast' ? 'webhook_tries_fast' : 'webhook_tries',
    }),
    ...(rate !== null && !isWhole(rate, limits.rateMax) && { rate: 'webhook_rate' }),
    ...(failover !== null && !isEndpointUrl(failover) && { failover_url: 'webhook_url' }),
    ...(!areHeaders(headers) && { headers: 'webhook_headers' }),
  }
}
