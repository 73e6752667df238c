import { useText } from '../i18n/text.ts'
import { Card } from '../ui/card.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'

/** Replaces every page when the account fails to load. */
export function AccountFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  useDocumentTitle(t('shell.accountFailed'))
  return (
    <Card>
      <ErrorPanel heading="h1" title={t('shell.accountFailed')} error={error} onRetry={onRetry} />
    </Card>
  )
}
