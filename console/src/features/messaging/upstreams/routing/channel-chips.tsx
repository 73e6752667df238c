import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { Upstream, UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { SECOND } from '@hongyan/contract/durations'
import { textIn } from '@hongyan/contract/texts'
import { skipTexts } from '@hongyan/contract/upstreams/reasons'
import { currentLocale, t, useText } from '../../../../i18n/text.ts'
import { Dot } from '../../../../ui/status.tsx'
import { stateLooks } from '../labels.ts'
import type { Names } from './names.ts'
import { type Chip, chipsOf, shareText } from './sentence.ts'

/** The state of a channel as a dot; the words stand in the line below the channels. */
const StateDot = ({ channel }: { channel: Upstream | null }) => (
  <Dot tone={channel === null ? 'bad' : stateLooks[channel.state].tone} />
)

function ChipView({ chip, names }: { chip: Chip; names: Names }) {
  const t = useText()
  const share = shareText(chip)
  return (
    <li className="flex min-w-0 items-center gap-2">
      {chip.joint !== null && <span className="text-xs text-ink-3">{t(`routing.${chip.joint}`)}</span>}
      <span className="inline-flex min-h-7 min-w-0 items-center gap-2 rounded-md border border-line bg-raised px-2 text-sm">
        <StateDot channel={names.channel(chip.ref)} />
        <span className="min-w-0 wrap-anywhere">{names.channelName(chip.ref)}</span>
        {share !== null && <span className="whitespace-nowrap text-ink-3">{share}</span>}
      </span>
    </li>
  )
}

/** The channels of a rule as a sentence: one, then another. */
export function ChannelChips({ rule, names }: { rule: RouteRule; names: Names }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {chipsOf(rule).map((chip) => (
        // A rule may name its canary among its targets too.
        <ChipView key={`${chip.isCanary} ${chip.ref}`} chip={chip} names={names} />
      ))}
    </ul>
  )
}

/** The reason behind a channel's name: in the middle of a sentence. */
const inSentence = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The channels of a rule that cannot carry a message now, each in a sentence. */
export function troubles(rule: RouteRule, names: Names, now: Date): readonly string[] {
  const refs = new Set<UpstreamRef>(chipsOf(rule).map(({ ref }) => ref))
  return [...refs].flatMap((ref) => {
    const channel = names.channel(ref)
    const state = channel?.state ?? 'deleted'
    if (state === 'active') return []
    const reason = inSentence(textIn(skipTexts[state], currentLocale()))
    const sentence = t('routing.trouble', { name: names.channelName(ref), reason })
    if (channel?.state !== 'degraded') return [sentence]
    return [[sentence, probeText(channel, now)].join(t('routing.clause'))]
  })
}

/** The next probe of a degraded channel: the end of its pause, and from then on its next message. */
function probeText({ probe_at: at }: Upstream, now: Date): string {
  if (at === null) return t('routing.probeNext')
  const seconds = Math.max(1, Math.round((new Date(at).getTime() - now.getTime()) / SECOND))
  return seconds < 60
    ? t('routing.probeSeconds', { seconds })
    : t('routing.probeMinutes', { minutes: Math.round(seconds / 60) })
}
