import { Link } from '@tanstack/react-router'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { buttonLooks } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useDocumentTitle } from '../../ui/document-title.ts'

export function NotFound() {
  const t = useText()
  useDocumentTitle(t('not-found.title'))
  return (
    <Card>
      <EmptyState
        heading="h1"
        title={t('not-found.title')}
        text={t('not-found.text')}
        action={
          <Link to={paths.home} className={buttonLooks('primary')}>
            {t('not-found.toHome')}
          </Link>
        }
      />
    </Card>
  )
}
