import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Alert, preloadAlert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { useBusy } from '../../../../ui/use-busy.ts'
import { sessionsQuery } from './queries.ts'
import { SessionRow } from './session-row.tsx'

function EndOthers({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [busy, end] = useBusy(async () => {
    const { ended } = await api.sessions.endOthers()
    await queryClient.invalidateQueries(sessionsQuery)
    onClose()
    toast('ok', textNow('sessions.othersEnded', { ended }))
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('sessions.ending')} onClick={end}>
        {t('sessions.endOthers')}
      </Button>
    </>
  )
  return (
    <Alert title={t('sessions.endOthersTitle')} onClose={onClose} actions={actions}>
      {t('sessions.endOthersText')}
    </Alert>
  )
}

/** The account's sessions, with buttons to end them (screens S14). */
export function SessionsSection() {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const { data, error, refetch } = useQuery(sessionsQuery)
  const others = data?.some(({ current }) => !current) ?? false
  return (
    <section aria-labelledby="sessions" className="rounded-lg border border-line bg-raised">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 sm:px-6">
        <h2 id="sessions" className="font-semibold">
          {t('sessions.title')}
        </h2>
        {others && (
          <Button size="small" onClick={() => setAsking(true)} onPointerEnter={preloadAlert} onFocus={preloadAlert}>
            {t('sessions.endOthers')}
          </Button>
        )}
      </div>
      {error !== null && (
        <ErrorPanel title={t('sessions.failed')} heading="h2" error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <ul className="divide-y divide-line border-t border-line">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {data && !others && (
        <p className="border-t border-line p-4 text-sm text-ink-3 sm:px-6">{t('sessions.onlyHere')}</p>
      )}
      {asking && <EndOthers onClose={() => setAsking(false)} />}
    </section>
  )
}
