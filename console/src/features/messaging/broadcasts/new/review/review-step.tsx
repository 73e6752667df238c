import { useText } from '../../../../../i18n/text.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { ErrorPanel } from '../../../../../ui/error-panel.tsx'
import { Progress } from '../../../../../ui/progress.tsx'
import { formatNumber } from '../../../../../i18n/text.ts'
import { ReasonNote } from '../reason-note.tsx'
import { stepOfReason } from '../reason.ts'
import { HEADING } from '../step-frame.tsx'
import { useWizard } from '../wizard.ts'
import { CostTable } from './cost-table.tsx'
import { PriceCard } from './price-card.tsx'
import { Sections } from './sections.tsx'

/** The last step: all choices, their price, and the button that sends. */
export function ReviewStep({ name }: { readonly name: string }) {
  const t = useText()
  const { quote: state, open } = useWizard()
  const { quote, error, again, progress } = state
  const heading = (
    <h2 id={HEADING} tabIndex={-1} className="sr-only">
      {t('new.review')}
    </h2>
  )
  if (error !== null) {
    return (
      <Card>
        {heading}
        <ErrorPanel title={t('new.notCounted')} error={error} onRetry={again} />
      </Card>
    )
  }
  if (quote === null) {
    const percent = formatNumber(progress / 100, { style: 'percent' })
    return (
      <Card className="grid gap-3">
        {heading}
        <p role="status" className="font-medium">
          {t('new.counting')}
        </p>
        <Progress label={t('new.counting')} done={progress} of={100} text={percent} />
      </Card>
    )
  }
  // The price card itself says what money is missing.
  const reason = quote.reason?.code === 'balance_insufficient' ? null : quote.reason
  return (
    <>
      {heading}
      {reason && (
        <div className="mb-6 grid justify-items-start gap-3">
          <ReasonNote reason={reason} />
          <Button onClick={() => open(stepOfReason(reason.code))}>{t('new.correct')}</Button>
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_336px]">
        <div className="grid grid-cols-1 gap-6">
          <Sections quote={quote} />
          <CostTable quote={quote} currency={quote.currency === 'CNY' ? 'CNY' : 'USD'} />
        </div>
        <PriceCard key={quote.id} quote={quote} name={name} />
      </div>
    </>
  )
}
