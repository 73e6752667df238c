import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'

interface ConflictNoteProps {
  /** The name of the endpoint as it is stored; null where it was removed. */
  stored: string | null
  onKeep: () => void
  onTake: () => void
}

/** Offers what was typed and what is stored, after another session changed the endpoints. */
export function ConflictNote({ stored, onKeep, onTake }: ConflictNoteProps) {
  const t = useText()
  return (
    <div role="alert" className="grid gap-3 rounded-lg border border-warn-line bg-warn-soft p-4 text-sm">
      <p className="font-medium">{t('webhooks.conflict')}</p>
      <p className="text-ink-2">
        {stored === null ? t('webhooks.conflictGone') : t('webhooks.conflictStored', { name: stored })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTake}>
          {t('webhooks.takeStored')}
        </Button>
        {stored !== null && (
          <Button size="small" onClick={onKeep}>
            {t('webhooks.keepTyped')}
          </Button>
        )}
      </div>
    </div>
  )
}
