import type { BroadcastPlan, Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { BroadcastScene } from '@hongyan/contract/vocabulary/broadcast'
import type { TextId } from '../../../../../i18n/ids.ts'
import { useText } from '../../../../../i18n/text.ts'
import { useMinute } from '../../../../../lib/use-minute.ts'
import { canaryText, speedText, startText, startTitle, stopText } from './words.ts'

interface FactsProps {
  readonly plan: BroadcastPlan
  readonly scene: BroadcastScene
  readonly quote: Quote | null
}

/** A plan in plain words. */
export function PlanFacts({ plan, scene, quote }: FactsProps) {
  const t = useText()
  const now = useMinute().getTime()
  const rows: readonly (readonly [TextId, string])[] = [
    ['new.speed', speedText(plan, quote?.parts ?? null)],
    ['new.canary', canaryText(plan)],
    ['new.stop', stopText(plan)],
  ]
  return (
    <>
      <p className="font-medium">{startTitle(plan)}</p>
      <p className="text-sm text-ink-3">{startText({ plan, scene, quote, now })}</p>
      <dl className="mt-2 grid gap-1 text-sm">
        {rows.map(([title, words]) => (
          <div key={title} className="grid grid-cols-[72px_minmax(0,1fr)]">
            <dt className="text-ink-3">{t(title)}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
