import type { SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import { joined } from '../../../../i18n/joined.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { isRejected, ReviewMark } from '../../../../ui/review/review-status.tsx'
import { shownName, useFieldLabel } from '../labels.ts'
import { differences, draftOf, type Draft } from './draft.ts'

interface ConflictNoteProps {
  typed: Draft
  current: SignatureDetail
  onKeep: () => void
  onTake: () => void
}

/** Offers what was typed and what is stored, after another session changed the sender. */
export function ConflictNote({ typed, current, onKeep, onTake }: ConflictNoteProps) {
  const t = useText()
  const labelOf = useFieldLabel()
  const fields = differences(typed, draftOf(current, true)).map(labelOf)
  return (
    <div role="alert" className="grid gap-3 rounded-lg border border-warn-line bg-warn-soft p-4 text-sm">
      <p className="font-medium">{t('signatures.conflict')}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {t('signatures.conflictStored')} <span className="font-medium">{shownName(current)}</span>
        <ReviewMark status={current.status} />
      </p>
      {fields.length > 0 && <p className="text-ink-2">{t('signatures.conflictFields', { fields: joined(fields) })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={onTake}>
          {t('signatures.takeStored')}
        </Button>
        <Button size="small" disabled={!isRejected(current.status)} onClick={onKeep}>
          {t('signatures.keepTyped')}
        </Button>
      </div>
      {!isRejected(current.status) && <p className="text-ink-2">{t('signatures.conflictWaits')}</p>}
    </div>
  )
}
