import { Link } from '@tanstack/react-router'
import { BellOff, CheckCheck, Settings } from 'lucide-react'
import { Popover } from 'react-aria-components/Popover'
import { useAccount } from '../../api/account.ts'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { LayerProps } from '../../ui/layer-button.tsx'
import { OwnLanguage } from '../../ui/own-language.tsx'
import { RecordMenu } from '../../ui/record-menu.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NoticeRow } from './notice-row.tsx'
import { noticeTexts } from './notice-texts.ts'
import { markRead, useNotices } from './notices.ts'

function Head({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { unread_notices: unread } = useAccount()
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
      <h2 className="flex-1 text-sm font-semibold">{t('notices.title')}</h2>
      {unread > 0 && <IconButton icon={CheckCheck} label={t('notices.readAll')} onClick={() => void markRead()} />}
      <Link
        to={paths.settings}
        search={{ tab: 'notifications' }}
        aria-label={t('notices.settings')}
        title={t('notices.settings')}
        onClick={onClose}
        className="touch-area grid size-6 place-items-center rounded-sm text-ink-2 hover:bg-fill hover:text-ink"
      >
        <Icon of={Settings} />
      </Link>
    </header>
  )
}

function Rows({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { rows, waiting, more, error, retry } = useNotices()
  if (error) return <ErrorPanel title={t('notices.failed')} error={error} onRetry={retry} />
  if (waiting) {
    return (
      <div className="p-4">
        <Skeleton label={t('ui.loading')} />
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      <p className="flex flex-col items-center gap-3 px-4 py-10 text-sm text-ink-2">
        <Icon of={BellOff} size={20} className="text-ink-3" />
        {t('notices.none')}
      </p>
    )
  }
  return (
    <>
      <ul aria-label={t('notices.title')} className="divide-y divide-line">
        {rows.map((notice) => (
          <li key={notice.id} className="flex items-start">
            <NoticeRow notice={notice} onClose={onClose} />
            <span className="mt-2 mr-2">
              <RecordMenu kind="notice" id={notice.id} name={noticeTexts(notice).title} onLeave={onClose} />
            </span>
          </li>
        ))}
      </ul>
      <p className="flex h-11 items-center justify-center border-t border-line text-xs text-ink-3">
        {more ? (
          <Button tone="ghost" size="row" onClick={more.load} busy={more.loading} busyLabel={t('ui.loading')}>
            {t('list.loadMore')}
          </Button>
        ) : (
          t('list.allLoaded')
        )}
      </p>
    </>
  )
}

/** The list of notices (ruling 16). */
export default function NoticesLayer({ label, trigger, onClose }: LayerProps) {
  return (
    <OwnLanguage>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom end"
        offset={6}
        maxHeight={560}
        aria-label={label}
        onOpenChange={onClose}
        style={{ width: 384, maxWidth: 'calc(100vw - 24px)' }}
        className="flex flex-col rounded-lg bg-raised shadow-float outline-none"
      >
        <Head onClose={onClose} />
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Rows onClose={onClose} />
        </div>
      </Popover>
    </OwnLanguage>
  )
}
