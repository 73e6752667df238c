import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { Step, type StepProps } from './step.tsx'

/** Leads to the verification, or shows that the account is verified. */
export function VerifyStep(step: Pick<StepProps, 'number' | 'state' | 'title'>) {
  const t = useText()
  const aside =
    step.state === 'done' ? (
      <Status tone="ok">{t('home.verified')}</Status>
    ) : (
      <Link
        to={paths.verification}
        className={buttonLooks(step.state === 'current' ? 'primary' : 'secondary', 'small')}
      >
        {t('first-steps.verify')}
      </Link>
    )
  return <Step {...step} text={t('first-steps.verifiedText')} aside={aside} />
}
