import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { useText } from '../../../i18n/text.ts'
import { KeyField } from './key-field.tsx'

/** The SMPP bind parameters; empty for other credentials. */
export function SmppBind({ credential: { smpp } }: { credential: Credential }) {
  const t = useText()
  if (smpp === null) return null
  return (
    <>
      <KeyField label={t('credentials.systemId')} value={smpp.system_id} />
      <KeyField label={t('credentials.bindPassword')} value={smpp.password} />
    </>
  )
}
