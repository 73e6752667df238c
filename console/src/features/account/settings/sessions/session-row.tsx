import type { Session } from '@hongyan/contract/endpoints/account/security'
import { Monitor } from 'lucide-react'
import { api } from '../../../../api/api.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { RecordMenu } from '../../../../ui/record-menu.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { useBusy } from '../../../../ui/use-busy.ts'
import { deviceName } from './device-name.ts'
import { sessionsQuery } from './queries.ts'

/** One signed-in browser, with a button that signs it out. */
export function SessionRow({ session }: { session: Session }) {
  const t = useText()
  const name = deviceName(session.user_agent)
  const [busy, end] = useBusy(async () => {
    await api.sessions.end({ params: { id: session.id } })
    await queryClient.invalidateQueries(sessionsQuery)
    toast('ok', textNow('sessions.ended', { name }))
  })
  return (
    <li className="flex items-center gap-4 p-4 sm:px-6">
      <Icon of={Monitor} size={20} className="text-ink-3 max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium" title={session.user_agent}>
          {name}
          {session.current && <Tag tone="ok">{t('sessions.here')}</Tag>}
        </p>
        <p className="text-sm wrap-anywhere text-ink-3">
          {session.address} · {session.current ? t('sessions.now') : t('sessions.seen')}{' '}
          {!session.current && <Moment at={session.seen_at} />}
        </p>
        <p className="text-sm text-ink-3">
          {t('sessions.since')} <Moment at={session.created_at} />
        </p>
      </div>
      {!session.current && (
        <Button
          size="small"
          busy={busy}
          busyLabel={t('sessions.ending')}
          aria-label={t('sessions.endSpoken', { name })}
          onClick={end}
        >
          {t('sessions.end')}
        </Button>
      )}
      <RecordMenu kind="session" id={session.id} name={name} />
    </li>
  )
}
