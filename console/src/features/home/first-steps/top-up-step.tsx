import { topUp } from '@hongyan/contract/limits/finance'
import { shownMoney } from '@hongyan/contract/money'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { Step, type StepProps } from './step.tsx'

/** Links to the top-up page, as the primary button where it is the next step. */
export function TopUpLink({ next }: { next: boolean }) {
  const t = useText()
  return (
    <Link to={paths.topUp} className={buttonLooks(next ? 'primary' : 'secondary', 'small')}>
      {t('shell.topUp')}
    </Link>
  )
}

/** Tops up, with the smallest useful amount. */
export function TopUpStep(step: Pick<StepProps, 'number' | 'state' | 'title'>) {
  const t = useText()
  const { currency } = useAccount()
  const least = `${currency === 'USD' ? '$' : '¥'}${shownMoney(topUp.range[currency].min, topUp.decimals)}`
  const aside =
    step.state === 'done' ? (
      <Status tone="ok">{t('first-steps.funded')}</Status>
    ) : (
      <TopUpLink next={step.state === 'current'} />
    )
  return <Step {...step} text={t('first-steps.toppedUpText', { currency, least })} aside={aside} />
}
