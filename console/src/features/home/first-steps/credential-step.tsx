import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { Step } from './step.tsx'
import type { StepState } from './steps.ts'

function KeySummary({ credential }: { credential: Credential | null }) {
  const t = useText()
  if (!credential) return '…'
  return (
    <>
      {t(credential.mode === AuthMode.Hmac ? 'first-steps.hmac' : 'first-steps.simple')} ·{' '}
      <span className="font-mono text-xs break-all">{credential.key}</span>
    </>
  )
}

interface CredentialStepProps {
  number: number
  state: StepState
  title: string
  credential: Credential | null
}

/** Creates a credential, and shows its key afterwards. */
export function CredentialStep({ credential, ...step }: CredentialStepProps) {
  const t = useText()
  if (step.state === 'done') {
    const created = <Status tone="ok">{t('first-steps.created')}</Status>
    return <Step {...step} text={<KeySummary credential={credential} />} aside={created} />
  }
  const create = (
    <Link to={paths.credentials} className={buttonLooks('primary', 'small')}>
      {t('first-steps.create')}
    </Link>
  )
  return <Step {...step} text={t('first-steps.credentialText')} aside={create} />
}
