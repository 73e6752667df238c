import type { MessageDetail, MessageEvent } from '@hongyan/contract/endpoints/messaging/messages'
import { textIn } from '@hongyan/contract/texts'
import { DEFAULT_RULE } from '@hongyan/contract/upstreams/default-rule'
import { skipTexts } from '@hongyan/contract/upstreams/reasons'
import { MessageStatus } from '@hongyan/contract/vocabulary/message'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { TextId } from '../../../i18n/ids.ts'
import type { useText } from '../../../i18n/text.ts'
import type { Tone } from '../../../ui/status.tsx'
import { channelName } from '../../../ui/channel-name.ts'
import { moneyTitles, statusLooks } from './labels.ts'
import { spanText } from './spans.ts'

/** One entry of the timeline as it is drawn. */
export interface Entry {
  readonly key: string
  readonly at: string
  readonly tone: Tone
  readonly title: TextId
  readonly text: string
}

type Say = ReturnType<typeof useText>

const joined = (texts: readonly (string | null)[]): string => texts.filter((text) => text !== null).join(' · ')

/** An id by its ends: in a sentence it is recognised, not read. */
const short = (id: string): string => `${id.slice(0, 8)}…${id.slice(-4)}`

/** An attempt that the upstream put off: the message waits as before. */
const isPutOff = ({ source, status }: MessageEvent): boolean => source !== 'receipt' && status === MessageStatus.Sending

/** The source of a fact and its details, in one line. */
function factText(event: MessageEvent, t: Say, locale: Locale): string {
  const { attempt, latency, upstream_code: code, part, applied, repeats, reason } = event
  const upstream =
    event.upstream === null ? '' : channelName({ code: event.upstream, name: event.upstream_name }, t, locale)
  return joined([
    attempt === null ? null : t('logs.attempt', { attempt, upstream }),
    event.source === 'receipt' ? t('logs.receipt', { upstream }) : null,
    latency === null ? null : t('logs.answered', { span: spanText(latency) }),
    part === null ? null : t('logs.partNr', { part }),
    code,
    reason?.what ?? null,
    applied || isPutOff(event) ? null : t('logs.tooLate'),
    repeats === 0 ? null : t('logs.repeated', { count: repeats }),
  ])
}

function acceptedText({ credential, broadcast, request_id: request }: MessageDetail, t: Say): string {
  const source = broadcast === null ? (credential?.key ?? null) : t('logs.byBroadcast', { name: broadcast.name ?? '' })
  return joined([source, t('logs.request', { id: short(request) })])
}

type Choice = Pick<NonNullable<MessageEvent['move']>, 'rule' | 'skipped'>

/** The rule that chose a channel, and why others of it could not carry the message. */
const choiceTexts = ({ rule, skipped }: Choice, t: Say, locale: Locale): readonly (string | null)[] => [
  rule && t('logs.rule', { rule: rule.id === DEFAULT_RULE ? t('logs.defaultRule') : rule.name }),
  ...skipped.map(({ upstream: code, name, reason }) =>
    t('logs.skipped', { upstream: channelName({ code, name }, t, locale), reason: textIn(skipTexts[reason], locale) }),
  ),
]

/** The choice at the acceptance. The message has the channel of its last move, so its first move tells the chosen one. */
function routeText(message: MessageDetail, facts: readonly MessageEvent[], t: Say, locale: Locale): string {
  const { upstream, upstream_name: name, route } = message
  const move = facts.find((fact) => fact.move !== null)?.move
  const chosen = move ? { code: move.from, name: move.from_name } : { code: upstream ?? '', name }
  return joined([channelName(chosen, t, locale), ...(route === null ? [] : choiceTexts(route, t, locale))])
}

function moveText({ upstream: code, upstream_name: name, move }: MessageEvent, t: Say, locale: Locale): string {
  if (move === null || code === null) return ''
  const from = channelName({ code: move.from, name: move.from_name }, t, locale)
  return joined([
    t('logs.moved', { from, to: channelName({ code, name }, t, locale) }),
    ...choiceTexts(move, t, locale),
  ])
}

/** Facts, money and the route in the order of their times; the acceptance comes first. `t` writes the texts in a language. */
export function entriesOf(
  message: MessageDetail,
  [first, ...facts]: readonly MessageEvent[],
  t: Say,
  locale: Locale,
): readonly Entry[] {
  const { hold, settle, upstream, accepted_at: accepted, money } = message
  const begin: readonly Entry[] = first
    ? [
        {
          key: 'accepted',
          at: first.at,
          ...statusLooks[first.status],
          text: joined([acceptedText(message, t), first.reason?.what ?? null]),
        },
      ]
    : []
  const early: readonly (Entry | null)[] = [
    hold && {
      key: 'hold',
      at: hold.at,
      tone: 'idle',
      title: 'logs.held',
      text: t('logs.entry', { id: short(hold.id) }),
    },
    upstream === null
      ? null
      : { key: 'route', at: accepted, tone: 'idle', title: 'logs.routed', text: routeText(message, facts, t, locale) },
  ]
  const late: readonly (Entry | null)[] = [
    ...facts.map((event, place): Entry => {
      if (event.move !== null) {
        return {
          key: `fact ${place}`,
          at: event.at,
          tone: 'idle',
          title: 'logs.routed',
          text: moveText(event, t, locale),
        }
      }
      const { tone, title } = statusLooks[event.status]
      return {
        key: `fact ${place}`,
        at: event.at,
        tone: event.applied ? tone : 'idle',
        title,
        text: factText(event, t, locale),
      }
    }),
    settle && {
      key: 'settle',
      at: settle.at,
      tone: 'idle',
      title: moneyTitles[money],
      text: t('logs.entry', { id: short(settle.id) }),
    },
  ]
  const inOrder = late
    .filter((entry) => entry !== null)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return [...begin, ...early.filter((entry) => entry !== null), ...inOrder]
}
