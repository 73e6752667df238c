import type { Routing } from '@hongyan/contract/endpoints/messaging/routing'
import { History, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { formatDate, t, useText } from '../../../../i18n/text.ts'
import { useMinute } from '../../../../lib/use-minute.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { simulatedText } from './ago.ts'
import { type RuleChange, countChanges } from './compare.ts'
import { kept } from './queries.ts'
import { draftVersion } from './use-draft.ts'

interface DraftBarProps {
  routing: Routing
  changes: readonly RuleChange[]
  isFull: boolean
  onAdd: () => void
  onHistory: () => void
}

type StateProps = Pick<DraftBarProps, 'routing' | 'changes'>

const kinds = ['added', 'changed', 'moved', 'removed'] as const

/** The numbers of changes: of one kind in full, of several kinds in brief. */
function countsText(changes: readonly RuleChange[]): readonly string[] {
  const counts = countChanges(changes)
  const found = kinds.filter((kind) => counts[kind] > 0)
  const form = found.length === 1 ? 'full' : 'brief'
  return found.map((kind) => t(`routing.${form}.${kind}`, { count: counts[kind] }))
}

/** The number of the draft or version, with what is known of it. */
function State({ routing: { version, activated_at: activated, draft }, changes }: StateProps) {
  const t = useText()
  const now = useMinute()
  const counts = countsText(changes)
  if (counts.length === 0) {
    return (
      <>
        <h2 className="font-semibold">{version === 0 ? t('routing.title') : t('routing.version', { version })}</h2>
        <span className="text-sm text-ink-3">
          {activated === null
            ? t('routing.neverChanged')
            : t('routing.activeSince', { day: formatDate(activated, { day: 'numeric', month: 'short' }) })}
        </span>
      </>
    )
  }
  const simulated = draft?.simulated_at ?? null
  const tested = simulated === null ? t('routing.notSimulated') : simulatedText(simulated, now)
  return (
    <>
      <h2 className="font-semibold">{t('routing.draft', { version: version + 1 })}</h2>
      <span className="text-sm text-ink-3">{[...counts, tested].join(t('routing.clause'))}</span>
    </>
  )
}

function DiscardAlert({ routing, onClose }: { routing: Routing; onClose: () => void }) {
  const t = useText()
  const [busy, discard] = useBusy(async () => {
    await kept(api.routing.discard({ body: { version: draftVersion(routing) } })).finally(onClose)
  })
  return (
    <Alert
      title={t('routing.discardTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="danger" busy={busy} onClick={discard}>
            {t('routing.discardDraft')}
          </Button>
        </>
      }
    >
      {t('routing.discardText')}
    </Alert>
  )
}

/** The head of the rules: the draft, its history, and the buttons that change it. */
export function DraftBar({ routing, changes, isFull, onAdd, onHistory }: DraftBarProps) {
  const t = useText()
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <State routing={routing} changes={changes} />
      </div>
      <div className="ml-auto flex gap-1">
        {routing.draft && (
          <Button size="small" tone="ghost" onClick={() => setDiscarding(true)}>
            {t('routing.discard')}
          </Button>
        )}
        <Button size="small" tone="ghost" icon={History} onClick={onHistory}>
          {t('routing.history')}
        </Button>
        <Button
          size="small"
          icon={Plus}
          unlessSuspended
          disabled={isFull}
          onClick={onAdd}
          onPointerEnter={preloadDialog}
          onFocus={preloadDialog}
        >
          {t('routing.addRule')}
        </Button>
      </div>
      {isDiscarding && <DiscardAlert routing={routing} onClose={() => setDiscarding(false)} />}
    </div>
  )
}
