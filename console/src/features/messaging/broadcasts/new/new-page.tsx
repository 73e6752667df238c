import { loadTexts, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { PageHeader } from '../../../../ui/page-header.tsx'

export const loadNewBroadcast = (): Promise<void> => loadTexts('broadcasts')

export function NewBroadcastPage() {
  const t = useText()
  return <PageHeader title={t('broadcasts.new')} crumbs={[{ title: t('shell.broadcast'), path: paths.broadcast }]} />
}
