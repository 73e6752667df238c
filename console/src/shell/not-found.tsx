import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/text.ts'
import { paths } from '../lib/paths.ts'
import { buttonLooks } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'

export function NotFound() {
  const t = useText()
  useDocumentTitle(t('shell.notFound'))
  return (
    <Card>
      <EmptyState
        heading="h1"
        title={t('shell.notFound')}
        text={t('shell.notFoundText')}
        action={
          <Link to={paths.home} className={buttonLooks('primary')}>
            {t('shell.toHome')}
          </Link>
        }
      />
    </Card>
  )
}
