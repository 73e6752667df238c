import type { SavedEndpoint } from '@hongyan/contract/endpoints/extensions/sms-dlr'
import { webhooks as limits } from '@hongyan/contract/limits/webhooks'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../../i18n/ids.ts'
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

/** A new endpoint (semantics D3). */
export const emptyEndpoint = (url: string): SavedEndpoint => ({
  name: '',
  url,
  failover_url: null,
  on: true,
  format: 'json',
  envelope: 'standard',
  messages: 'final',
  groups: [],
  scenes: [],
  countries: [],
  batch: 1,
  schedule: 'standard',
  tries: limits.tries.standard,
  rate: null,
  headers: [],
  signed: true,
})

export const isFastAllowed = (scenes: readonly MessageScene[]): boolean =>
  scenes.length === 1 && scenes[0] === MessageScene.Verification

/** The schedule that applies: the fast one is for codes alone. */
export const scheduleOf = ({ schedule, scenes }: Choices): Choices['schedule'] =>
  isFastAllowed(scenes) ? schedule : 'standard'

const countriesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .toUpperCase()
      .split(/[\s,，、;]+/)
      .filter((part) => part !== ''),
  ),
]

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
    name: name.trim(),
    url: url.trim(),
    failover_url: failover.trim() || null,
    countries: countriesIn(countries),
    batch: Number(batch),
    tries: Number(tries),
    rate: rate.trim() === '' ? null : Number(rate),
    headers: headers.map((header) => ({
      name: header.name.trim(),
      value: header.stored && header.value === '' ? null : header.value,
    })),
  }
}

const isUrl = (text: string): boolean =>
  text.length <= limits.urlMax &&
  URL.canParse(text) &&
  /^https?:$/.test(new URL(text).protocol) &&
  new URL(text).username === '' &&
  new URL(text).password === ''

const isWhole = (value: number, most: number): boolean => Number.isInteger(value) && value >= 1 && value <= most

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e]+$/

const isHeader = ({ name, value }: SavedEndpoint['headers'][number]): boolean =>
  HEADER_NAME.test(name) &&
  name.length <= limits.headerNameMax &&
  (value === null || (HEADER_VALUE.test(value) && value.length <= limits.headerValueMax))

type Field = 'name' | 'url' | 'failover_url' | 'messages' | 'countries' | 'batch' | 'tries' | 'rate' | 'headers'

/** The fields that the contract would refuse, with the reason. The server alone knows which hosts it may call. */
export function faultsOf(endpoint: SavedEndpoint): Partial<Record<Field, TextId>> {
  const { name, url, failover_url: failover, messages, groups, countries, batch, schedule, tries, rate } = endpoint
  const names = endpoint.headers.map((header) => header.name.toLowerCase())
  return {
    ...((name === '' || name.length > limits.nameMax) && { name: 'webhooks.nameWrong' }),
    ...(!isUrl(url) && { url: 'webhooks.urlWrong' }),
    ...(messages === 'none' && groups.length === 0 && { messages: 'webhooks.noEvent' }),
    ...(!countries.every((country) => /^[A-Z]{2}$/.test(country)) && { countries: 'webhooks.countriesWrong' }),
    ...(!isWhole(batch, limits.batchMax) && { batch: 'webhooks.batchWrong' }),
    ...(!isWhole(tries, limits.tries[schedule]) && { tries: 'webhooks.triesWrong' }),
    ...(rate !== null && !isWhole(rate, limits.rateMax) && { rate: 'webhooks.rateWrong' }),
    ...(failover !== null && !isUrl(failover) && { failover_url: 'webhooks.urlWrong' }),
    ...((!endpoint.headers.every(isHeader) || new Set(names).size < names.length) && {
      headers: 'webhooks.headersWrong',
    }),
  }
}
