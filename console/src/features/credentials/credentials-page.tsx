import { useText } from '../../i18n/text.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function CredentialsPage() {
  const t = useText()
  return <PageHeader title={t('credentials.title')} />
}
