import { CircleX, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { gap } from '../i18n/gap.ts'
import { useText } from '../i18n/text.ts'
import { ApiError } from '../lib/api-error.ts'
import { errorHelp } from '../lib/help.ts'
import { Button, buttonLooks } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { Icon } from './icon.tsx'

interface ErrorPanelProps {
  title: string
  /** `h1` where the page has no other content. */
  heading?: 'h1' | 'h2'
  error: unknown
  onRetry: () => void
  /** Another way to the content. */
  action?: ReactNode
}

/** An error in place of content: its cause, a retry button, help where the error is ours, and the request id for support. */
export function ErrorPanel({ title, heading: Heading = 'h2', error, onRetry, action }: ErrorPanelProps) {
  const t = useText()
  const apiError = error instanceof ApiError ? error : null
  const help = errorHelp(error)
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-14 text-center">
      <span className="grid size-10 place-items-center rounded-full bg-bad-soft text-bad">
        <Icon of={CircleX} size={20} />
      </span>
      <Heading className="mt-4 text-md font-semibold">{title}</Heading>
      <p className="mt-1 max-w-[400px] text-ink-2">
        {apiError ? apiError.message : t('ui.unexpected')}
        {gap()}
        {t('ui.notAffected')}
      </p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button tone="primary" icon={RotateCw} onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
        {action}
        {/* A fresh load of the console, since this one failed. */}
        {help !== null && (
          <a href={help} className={buttonLooks()}>
            {t('ui.getHelp')}
          </a>
        )}
      </div>
      {apiError?.requestId !== undefined && (
        <p className="mt-8 flex items-center gap-1 text-xs text-ink-3">
          {apiError.status} · <span className="font-mono">{apiError.requestId}</span>
          <CopyButton text={apiError.requestId} what={t('ui.requestId')} />
        </p>
      )}
    </div>
  )
}
