import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Note } from '../../../ui/note.tsx'

/** Leads to what protects a key that sends without a signature. */
export function RestrictLink({ id }: Pick<Credential, 'id'>) {
  const t = useText()
  return (
    <Link to={paths.credentials} search={{ open: id }} className="text-link">
      {t('credentials.restrict')}
    </Link>
  )
}

/** The warning on a key in simple mode. */
export function OpenKeyNote({ id }: Pick<Credential, 'id'>) {
  const t = useText()
  return (
    <Note tone="warn" title={t('credentials.openKey')}>
      <RestrictLink id={id} />
    </Note>
  )
}
