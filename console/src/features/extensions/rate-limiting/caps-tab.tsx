import type { RateAdvice, SmsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { type ReactNode, lazy, Suspense, useState } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { Status } from '../../../ui/status.tsx'
import { CountryCaps } from './country-caps.tsx'
import { capLook } from './labels.ts'
import type { DraftState } from './use-draft.ts'

const RateDialog = lazy(() => import('./rate-dialog.tsx'))
const CapDialog = lazy(() => import('./cap-dialog.tsx'))

interface CapRowProps {
  title: TextId
  /** The explanation below the title. */
  text: string
  value: ReactNode
  isSet: boolean
  onEdit: () => void
  onRemove: () => void
  children?: ReactNode
}

/** One cap of the account, with its buttons. */
function CapRow({ title, text, value, isSet, onEdit, onRemove, children }: CapRowProps) {
  const t = useText()
  const name = t(title)
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
          <h3 className="font-medium">{name}</h3>
          <p className="text-sm text-ink-3">{text}</p>
        </div>
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full max-sm:justify-between">
          <span className="text-sm tabular-nums">{value}</span>
          <span className="flex gap-2">
            <Button
              size="row"
              aria-label={t(isSet ? 'rate-limiting.editWhat' : 'rate-limiting.setWhat', { name })}
              onClick={onEdit}
              onPointerEnter={preloadDialog}
              onFocus={preloadDialog}
            >
              {t(isSet ? 'rate-limiting.edit' : 'rate-limiting.set')}
            </Button>
            {isSet && (
              <Button size="row" tone="ghost" aria-label={t('rate-limiting.removeWhat', { name })} onClick={onRemove}>
                {t('rate-limiting.remove')}
              </Button>
            )}
          </span>
        </div>
      </div>
      {children}
    </li>
  )
}

interface RecommendationProps {
  text: string
  label: string
  onUse: () => void
}

/** A recommended number, and the button that uses it. */
function Recommendation({ text, label, onUse }: RecommendationProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-well px-3 py-2 text-sm text-ink-2">
      <span className="min-w-0">{text}</span>
      <Button size="row" aria-label={label} onClick={onUse}>
        {t('rate-limiting.useIt')}
      </Button>
    </div>
  )
}

interface CapsTabProps {
  state: DraftState
  config: SmsRateLimiting
  advice: RateAdvice | undefined
  /** True where the form of a country's cap is open. */
  isAdding: boolean
  onAdd: (open: boolean) => void
}

function AccountCaps({ state, config, advice }: Omit<CapsTabProps, 'isAdding' | 'onAdd'>) {
  const t = useText()
  const [open, setOpen] = useState<'rate' | 'day' | null>(null)
  const { per_second: second, day } = state.draft
  const { account_rate: own } = config
  const recommended = advice?.per_day ?? null
  const close = () => setOpen(null)
  return (
    <Card>
      <h2 className="mb-4 font-semibold">{t('rate-limiting.accountCaps')}</h2>
      <ul className="divide-y divide-line">
        <CapRow
          title="rate-limiting.perSecond"
          text={own === 0 ? t('rate-limiting.noOwnRate') : t('rate-limiting.ownRate', { number: formatNumber(own) })}
          value={
            second === null ? (
              <span className="text-ink-3">{t('rate-limiting.noCap')}</span>
            ) : (
              t('rate-limiting.perSecondText', { number: formatNumber(second) })
            )
          }
          isSet={second !== null}
          onEdit={() => setOpen('rate')}
          onRemove={() => state.change({ per_second: null })}
        />
        <CapRow
          title="rate-limiting.dayCap"
          text={t('rate-limiting.dayCapText')}
          value={
            day === null ? (
              <span className="text-ink-3">{t('rate-limiting.noCap')}</span>
            ) : (
              <span className="flex flex-wrap items-center gap-x-4">
                {t('rate-limiting.perDayText', { number: formatNumber(day.limit) })}
                <Status tone={capLook(day.action).tone}>{t(capLook(day.action).title)}</Status>
              </span>
            )
          }
          isSet={day !== null}
          onEdit={() => setOpen('day')}
          onRemove={() => state.change({ day: null })}
        >
          {recommended !== null && recommended !== day?.limit && (
            <Recommendation
              text={t('rate-limiting.dayAdvice', {
                days: limits.adviceDays,
                busiest: formatNumber(advice?.busiest_day ?? 0),
                number: formatNumber(recommended),
              })}
              label={t('rate-limiting.useDayAdvice', { number: formatNumber(recommended) })}
              onUse={() => state.change({ day: { limit: recommended, action: day?.action ?? 'alert' } })}
            />
          )}
        </CapRow>
      </ul>
      <Suspense>
        {open === 'rate' && (
          <RateDialog
            value={second}
            own={own}
            onDone={(per_second) => {
              state.change({ per_second })
              close()
            }}
            onClose={close}
          />
        )}
        {open === 'day' && (
          <CapDialog
            title="rate-limiting.dayCap"
            rule="cap_day"
            cap={day}
            recommended={recommended}
            onDone={(cap) => {
              state.change({ day: cap })
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </Card>
  )
}

/** Caps on everything that the account sends. */
export function CapsTab({ isAdding, onAdd, ...props }: CapsTabProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <AccountCaps {...props} />
      <CountryCaps state={props.state} advice={props.advice} isAdding={isAdding} onAdd={onAdd} />
    </div>
  )
}
