import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useText } from '../i18n/text.ts'
import { Card } from '../ui/card.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'

/** Replaces a page that failed to render. Menu and bar stay. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const t = useText()
  const router = useRouter()
  useDocumentTitle(t('shell.pageFailed'))
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Card>
      <ErrorPanel heading="h1" title={t('shell.pageFailed')} error={error} onRetry={retry} />
    </Card>
  )
}
