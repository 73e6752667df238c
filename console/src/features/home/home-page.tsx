import { useText } from '../../i18n/text.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function HomePage() {
  const t = useText()
  return <PageHeader title={t('home.title')} />
}
