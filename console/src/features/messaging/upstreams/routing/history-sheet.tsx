import type { Routing, RoutingVersion } from '@hongyan/contract/endpoints/messaging/routing'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { gap } from '../../../../i18n/gap.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Alert, preloadAlert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { SideSheet } from '../../../../ui/sheet.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { useBusy } from '../../../../ui/use-busy.ts'
import { ChangeList } from './change-list.tsx'
import { compare } from './compare.ts'
import type { Names } from './names.ts'
import { kept, useHistory } from './queries.ts'

interface VersionProps {
  version: RoutingVersion
  routing: Routing
  names: Names
}

function RestoreAlert({
  version: { version: to },
  routing,
  onClose,
}: Omit<VersionProps, 'names'> & { onClose: () => void }) {
  const t = useText()
  const [busy, restore] = useBusy(async () => {
    const reply = await kept(api.routing.revert({ body: { version: routing.version, to } })).finally(onClose)
    toast('ok', t('routing.activated', { version: reply.version }))
  })
  return (
    <Alert
      title={t('routing.restoreTitle', { version: to })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="primary" busy={busy} onClick={restore}>
            {t('routing.restore')}
          </Button>
        </>
      }
    >
      {t('routing.restoreText', { version: routing.version + 1 })}
      {gap()}
      {routing.draft && t('routing.draftStays')}
    </Alert>
  )
}

/** A version that was in force, its differences from the current one, and the button that restores it. */
function Version({ version, routing, names }: VersionProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const isCurrent = version.version === routing.version
  const changes = compare(routing.rules, version.rules)
  return (
    <li className="grid gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid gap-0.5">
          <h3 className="flex items-center gap-2 font-medium">
            {t('routing.version', { version: version.version })}
            {isCurrent && <Tag tone="ok">{t('routing.inForce')}</Tag>}
          </h3>
          <p className="text-xs text-ink-3">
            <Moment at={version.activated_at} whole />
            {version.reverted_to !== null && (
              <span className="ml-3">{t('routing.restoredFrom', { version: version.reverted_to })}</span>
            )}
          </p>
        </div>
        {!isCurrent && (
          <span className="flex gap-2">
            <Button size="row" tone="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('routing.compare')}
            </Button>
            <Button
              size="row"
              aria-label={t('routing.restoreVersion', { version: version.version })}
              unlessSuspended
              disabled={changes.length === 0}
              onClick={() => setRestoring(true)}
              onPointerEnter={preloadAlert}
              onFocus={preloadAlert}
            >
              {t('routing.restore')}
            </Button>
          </span>
        )}
      </div>
      {isOpen && (
        <div className="grid gap-2">
          <p className="text-sm text-ink-3">
            {t(changes.length === 0 ? 'routing.sameRules' : 'routing.restoringChanges')}
          </p>
          {changes.length > 0 && <ChangeList changes={changes} names={names} />}
        </div>
      )}
      {isRestoring && <RestoreAlert version={version} routing={routing} onClose={() => setRestoring(false)} />}
    </li>
  )
}

interface HistorySheetProps {
  routing: Routing
  names: Names
  onClose: () => void
}

/** Every version of the rules that was in force. */
export default function HistorySheet({ routing, names, onClose }: HistorySheetProps) {
  const t = useText()
  const { versions, error, retry } = useHistory()
  return (
    <SideSheet
      open
      label={t('routing.history')}
      onClose={onClose}
      href={`${paths.upstreams}?tab=routing&history=open`}
      head={<h2 className="text-md font-semibold">{t('routing.history')}</h2>}
    >
      {versions ? (
        versions.length === 0 ? (
          <p className="text-sm text-ink-3">{t('routing.noVersions')}</p>
        ) : (
          <ol className="divide-y divide-line">
            {versions.map((version) => (
              <Version key={version.version} version={version} routing={routing} names={names} />
            ))}
          </ol>
        )
      ) : error ? (
        <ErrorPanel title={t('routing.loadFailed')} error={error} onRetry={retry} />
      ) : (
        <Skeleton label={t('ui.loading')} />
      )}
    </SideSheet>
  )
}
