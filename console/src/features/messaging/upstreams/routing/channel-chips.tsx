import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import type { Upstream, UpstreamRef } from '@hongyan/contract/endpoints/messaging/upstreams'
import { textIn } from '@hongyan/contract/rules'
import { skipTexts } from '@hongyan/contract/upstreams/reasons'
import type { ShownUpstreamState } from '@hongyan/contract/vocabulary/upstream'
import { currentLocale, useText } from '../../../../i18n/text.ts'
import { Dot, type Tone } from '../../../../ui/status.tsx'
import type { Names } from './names.ts'
import { type Chip, chipsOf, shareText } from './sentence.ts'

const tones: Readonly<Record<ShownUpstreamState, Tone>> = {
  draft: 'open',
  testing: 'open',
  active: 'ok',
  paused: 'idle',
  auth_failed: 'bad',
  degraded: 'warn',
}

/** The state of a channel as a dot; the words stand in the line below the channels. */
export const StateDot = ({ channel }: { channel: Upstream | null }) => (
  <Dot tone={channel === null ? 'bad' : tones[channel.state]} />
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

/** The channels of a rule that cannot carry a message now, each in a sentence. */
export function troubles(rule: RouteRule, names: Names): readonly string[] {
  const refs = new Set<UpstreamRef>(chipsOf(rule).map(({ ref }) => ref))
  return [...refs].flatMap((ref) => {
    const channel = names.channel(ref)
    const reason = channel === null ? 'deleted' : channel.state
    if (reason === 'active') return []
    const name = names.channelName(ref)
    return [`${name}: ${textIn(skipTexts[reason], currentLocale())}`]
  })
}
