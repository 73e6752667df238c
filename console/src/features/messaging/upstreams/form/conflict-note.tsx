import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'

interface ConflictNoteProps {
  stored: Upstream
  onKeep: () => void
  onTake: () => void
}

/** Offers what was typed and what is stored, after another session changed the channel. */
export function ConflictNote({ stored, onKeep, onTake }: ConflictNoteProps) {
  const t = useText()
  return (
    <div role="alert" className="grid gap-3 rounded-lg border border-warn-line bg-warn-soft p-4 text-sm">
      <p className="font-medium">{t('upstreams.conflict')}</p>
      <p className="text-ink-2">{t('upstreams.conflictStored', { name: stored.name })}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTake}>
          {t('upstreams.takeStored')}
        </Button>
        <Button size="small" onClick={onKeep}>
          {t('upstreams.keepTyped')}
        </Button>
      </div>
    </div>
  )
}
