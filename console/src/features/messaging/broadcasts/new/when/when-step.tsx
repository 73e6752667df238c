import { HOUR } from '@hongyan/contract/durations'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import type { BroadcastTime } from '@hongyan/contract/vocabulary/broadcast'
import { usualCanary } from '@hongyan/contract/usual-canary'
import { broadcastTimes } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ruleText } from '@hongyan/contract/rules'
import { zoneName } from '@hongyan/contract/zone'
import { useState } from 'react'
import { useAccount } from '../../../../../api/account.ts'
import { useCountryName } from '../../../../../api/regions.ts'
import type { TextId } from '../../../../../i18n/ids.ts'
import { currentLocale, formatNumber, useLocale, useText } from '../../../../../i18n/text.ts'
import { Card } from '../../../../../ui/card.tsx'
import { Checkbox, RadioCards } from '../../../../../ui/choice.tsx'
import { FieldError, TextField } from '../../../../../ui/field.tsx'
import { brokenPlan, clockOf, type PlanField } from '../draft.ts'
import { ReasonNote } from '../reason-note.tsx'
import { stepOfReason } from '../reason.ts'
import { StepFoot, StepHeading, StepLayout } from '../step-frame.tsx'
import { useWizard } from '../wizard.ts'
import { PlanFacts } from './facts.tsx'
import { Waiting } from './waiting.tsx'

const timeTitles = { now: 'new.now', at: 'new.at', local: 'new.local' } as const satisfies Record<BroadcastTime, TextId>
const timeTexts = {
  now: 'new.nowText',
  at: 'new.atText',
  local: 'new.localText',
} as const satisfies Record<BroadcastTime, TextId>

const viewerZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The next full hour that is at least one away, and the next morning. */
const nextHour = (now: number): string => clockOf(new Date(Math.ceil((now + HOUR) / HOUR) * HOUR))
const nextMorning = (now: number): string => `${clockOf(new Date(now + 24 * HOUR)).slice(0, 10)}T10:00`

function Time({ errorOf }: { readonly errorOf: (field: PlanField) => string | undefined }) {
  const t = useText()
  const { draft, change } = useWizard()
  const [now] = useState(() => Date.now())
  const choose = (value: string): void => {
    const time = broadcastTimes.find((each) => each === value) ?? 'now'
    change({
      time,
      ...(time === 'at' && draft.at === '' && { at: nextHour(now) }),
      ...(time === 'local' && draft.local === '' && { local: nextMorning(now) }),
    })
  }
  return (
    <>
      <RadioCards
        legend={t('new.start')}
        name="time"
        choices={broadcastTimes.map((value) => ({ value, title: t(timeTitles[value]), text: t(timeTexts[value]) }))}
        value={draft.time}
        onChange={choose}
      />
      {draft.time !== 'now' && (
        <div className="max-w-72">
          <TextField
            label={t('new.dateAndTime')}
            hint={
              draft.time === 'at'
                ? t('new.inZone', { zone: zoneName(viewerZone, currentLocale()) })
                : t('new.byTheirClock')
            }
            type="datetime-local"
            min={clockOf(new Date(now + limits.scheduleMin))}
            max={clockOf(new Date(now + limits.scheduleMax))}
            value={draft.time === 'at' ? draft.at : draft.local}
            onChange={({ target }) => change(draft.time === 'at' ? { at: target.value } : { local: target.value })}
            error={errorOf(draft.time)}
          />
        </div>
      )}
    </>
  )
}

function Hours({ errorOf }: { readonly errorOf: (field: PlanField) => string | undefined }) {
  const t = useText()
  const { draft, change, scene } = useWizard()
  const error = errorOf('window')
  return (
    <div className="grid gap-3">
      <Checkbox checked={draft.hasWindow} onChange={({ target }) => change({ hasWindow: target.checked })}>
        <span className="grid">
          <span className="font-medium">{t('new.window')}</span>
          <span className="text-ink-3">
            {t(scene === MessageScene.Marketing ? 'new.windowMarketing' : 'new.windowText')}
          </span>
        </span>
      </Checkbox>
      {draft.hasWindow && (
        <div className="grid max-w-72 gap-1.5 sm:ml-6.5">
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label={t('new.windowFrom')}
              type="time"
              value={draft.from}
              onChange={({ target }) => change({ from: target.value })}
            />
            <TextField
              label={t('new.windowTo')}
              type="time"
              value={draft.to}
              aria-invalid={error !== undefined || undefined}
              onChange={({ target }) => change({ to: target.value })}
            />
          </div>
          {error !== undefined && <FieldError>{error}</FieldError>}
        </div>
      )}
    </div>
  )
}

function Safety({ errorOf }: { readonly errorOf: (field: PlanField) => string | undefined }) {
  const t = useText()
  const { draft, change, people, scene } = useWizard()
  const { strict_trust: isStrict } = useAccount()
  const usual = usualCanary(people)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t('new.speedLabel')}
        hint={t('new.speedHint')}
        placeholder={t('new.speedPlaceholder')}
        value={draft.speed}
        onChange={({ target }) => change({ speed: target.value })}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        error={errorOf('speed')}
      />
      <TextField
        label={t('new.canaryLabel')}
        hint={t(isStrict && scene === MessageScene.Marketing ? 'new.canaryHintMarketing' : 'new.canaryHint', {
          share: formatNumber(limits.canaryDelivered / 100, { style: 'percent' }),
          minutes: limits.canaryWait / 60_000,
        })}
        value={draft.canary ?? formatNumber(usual, { useGrouping: false })}
        onChange={({ target }) => change({ canary: target.value })}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        error={errorOf('canary')}
      />
      <div className="grid content-start gap-2">
        <Checkbox checked={draft.stops} onChange={({ target }) => change({ stops: target.checked })}>
          <span className="font-medium">{t('new.stopLabel')}</span>
        </Checkbox>
        {draft.stops && (
          <TextField
            label={t('new.stopShare')}
            hint={t('new.stopHint', { count: limits.breakerFrom })}
            value={draft.stopAbove}
            onChange={({ target }) => change({ stopAbove: target.value })}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            trailing={<span className="text-ink-3">%</span>}
            error={errorOf('stop_above')}
          />
        )}
      </div>
    </div>
  )
}

/** The plan in words beside its fields, and who gets the message later. */
function Summary() {
  const t = useText()
  const nameOf = useCountryName()
  const { plan, scene, quote } = useWizard()
  const { quiet_countries: quiet = [] } = quote.quote ?? {}
  return (
    <section
      aria-labelledby="plan"
      className="grid grid-cols-1 gap-1 rounded-lg border border-line bg-raised p-4 sm:p-5"
    >
      <h3 id="plan" className="mb-2 text-sm font-medium text-ink-3">
        {t('new.summary')}
      </h3>
      {plan ? (
        <PlanFacts plan={plan} scene={scene} quote={quote.quote} />
      ) : (
        <p className="text-sm text-ink-3">{t('new.summaryNone')}</p>
      )}
      <Waiting quote={quote.quote} className="mt-3 border-t border-line pt-3 text-sm text-ink-2" />
      {quiet.length > 0 && (
        <p className="mt-3 text-sm text-ink-2">
          {t('new.quietIn', { countries: quiet.map(nameOf).join(t('new.comma')) })}
        </p>
      )}
    </section>
  )
}

/** The third step: the start, the hours, the speed, and what pauses it. */
export function WhenStep() {
  const t = useText()
  const locale = useLocale()
  const { draft, plan, quote, open } = useWizard()
  const broken = brokenPlan(draft)
  const errorOf = (field: PlanField): string | undefined => {
    const rule = broken[field]
    return rule === undefined ? undefined : ruleText(rule, locale)
  }
  const reason = quote.quote?.reason ?? null
  const ownReason = reason !== null && stepOfReason(reason.code) === 'when' ? reason : null
  return (
    <StepLayout
      aside={<Summary />}
      foot={
        <StepFoot
          onBack={() => open('message')}
          onNext={() => plan !== null && ownReason === null && open('review')}
          next={t('new.toReview')}
        />
      }
    >
      <Card className="grid grid-cols-1 gap-6">
        <StepHeading title={t('new.whenTitle')} />
        <Time errorOf={errorOf} />
        <Hours errorOf={errorOf} />
        <section aria-labelledby="safety" className="grid grid-cols-1 gap-4 border-t border-line pt-5">
          <h3 id="safety" className="text-sm font-medium">
            {t('new.safety')}
          </h3>
          <Safety errorOf={errorOf} />
        </section>
        {ownReason && <ReasonNote reason={ownReason} />}
      </Card>
    </StepLayout>
  )
}
