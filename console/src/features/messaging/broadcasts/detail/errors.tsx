import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { errorPageOf } from '../../../../lib/error-page.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { useActs } from '../acts.ts'
import { isOpen } from '../course.ts'

/** Sends the failures that may pass to the wizard, as a list of their own. */
function Retry({ broadcast }: { broadcast: BroadcastDetail }) {
  const t = useText()
  const acts = useActs()
  const { retryable } = broadcast
  const [busy, retry] = useBusy(() => acts.retry(broadcast))
  if (retryable === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
      <p className="min-w-0 flex-1 basis-60 text-sm text-ink-2">
        {t('broadcasts.retryText', { count: retryable, number: formatNumber(retryable) })}
      </p>
      <Button size="small" busy={busy} busyLabel={t('broadcasts.preparing')} onClick={retry} className="max-sm:w-full">
        {t('broadcasts.retry', { count: retryable })}
      </Button>
    </div>
  )
}

/** The errors of the recipients without a message: each with its cause and the next step. */
export function Errors({ broadcast }: { broadcast: BroadcastDetail }) {
  const t = useText()
  const { errors } = broadcast
  if (errors.length === 0) return null
  return (
    <Card className="grid gap-4">
      <h2 className="text-md font-semibold">{t('broadcasts.errors')}</h2>
      <ul className="grid gap-4 text-sm">
        {errors.map(({ recipients, reason: { code, what, todo } }) => (
          <li key={code} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5">
            <span className="font-medium">{what}</span>
            <span className="text-right tabular-nums">{formatNumber(recipients)}</span>
            <span className="col-span-2 text-ink-3">
              {todo}{' '}
              <a href={errorPageOf(code)} target="_blank" rel="noopener" className="font-mono text-xs text-link">
                {code}
              </a>
            </span>
          </li>
        ))}
      </ul>
      {!isOpen(broadcast) && <Retry broadcast={broadcast} />}
    </Card>
  )
}
