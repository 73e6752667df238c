import type { ReviewStep } from '@hongyan/contract/endpoints/messaging/senders'
import { useText } from '../../i18n/text.ts'
import { Button } from '../button.tsx'

export type Reason = ReviewStep['reasons'][number]

interface ReasonListProps {
  reasons: readonly Reason[]
  labelOf: (field: string) => string
  /** Opens the form at a field. */
  onCorrect?: ((field: string) => void) | undefined
}

/** Every rejected field with its cause, its remedy and a button that leads to it. */
export function ReasonList({ reasons, labelOf, onCorrect }: ReasonListProps) {
  const t = useText()
  return (
    <ul className="grid gap-3 text-sm">
      {reasons.map(({ field, code, what, remedy }) => (
        <li key={`${field} ${code}`} className="flex items-start justify-between gap-4">
          <span className="grid min-w-0 gap-0.5">
            <span className="font-medium">{labelOf(field)}</span>
            <span className="text-bad">{what}</span>
            <span className="text-ink-2">{remedy}</span>
          </span>
          {onCorrect && (
            <Button
              size="small"
              aria-label={t('review.correctWhich', { field: labelOf(field) })}
              onClick={() => onCorrect(field)}
            >
              {t('review.correct')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The fields that a reviewer rejected, in a frame with their title. */
export function RejectedFields(props: ReasonListProps) {
  const t = useText()
  return (
    <section className="grid gap-3 rounded-lg border border-line bg-raised p-4">
      <h3 className="text-sm font-medium">{t('review.toCorrect')}</h3>
      <ReasonList {...props} />
    </section>
  )
}
