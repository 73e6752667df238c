import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { useLocale, useText } from '../../../i18n/text.ts'
import { Note } from '../../../ui/note.tsx'
import { RestrictLink } from './open-key-note.tsx'

/**
 * Warns about the immediate effect of a change of mode, and the clients it affects (specification section 4,
 * "Credential mode").
 */
export function SwitchWarning({ to, credential: { id, use } }: { to: AuthMode; credential: Credential }) {
  const t = useText()
  const locale = useLocale()
  if (to === AuthMode.Simple) {
    return (
      <Note tone="warn" title={t('credentials.lessSecure')} announced>
        {t('credentials.lessSecureText')} <RestrictLink id={id} />
      </Note>
    )
  }
  const { simple_requests: count, simple_addresses: addresses } = use
  const listed = new Intl.ListFormat(locale, { type: 'conjunction' }).format(addresses)
  return (
    <Note tone="warn" title={t('credentials.rejected')} announced>
      {count === 0 ? t('credentials.rejectedNone') : t('credentials.rejectedText', { count, addresses: listed })}
    </Note>
  )
}
