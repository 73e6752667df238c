import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { ConflictNote } from './conflict-note.tsx'
import type { DraftState } from './use-draft.ts'

interface SaveBarProps {
  state: DraftState
  onPreview: () => void
}

function SaveButtons({ state, onPreview }: SaveBarProps) {
  const t = useText()
  return (
    <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
      <Button tone="ghost" onClick={state.discard}>
        {t('rate-limiting.discard')}
      </Button>
      <Button onClick={onPreview} onPointerEnter={preloadDialog} onFocus={preloadDialog}>
        {t('rate-limiting.preview')}
      </Button>
      <Button
        tone="primary"
        busy={state.saving}
        busyLabel={t('rate-limiting.saving')}
        unlessSuspended
        onClick={state.save}
      >
        {t('rate-limiting.save')}
      </Button>
    </span>
  )
}

const frame = 'sticky bottom-4 z-10 mt-6 rounded-lg bg-raised p-3 shadow-float sm:pl-4'

/** Stays in sight while there are unsaved changes, and offers both versions after a conflict. */
export function SaveBar({ state, onPreview }: SaveBarProps) {
  const t = useText()
  const { isChanged, isConflict } = state
  if (isConflict) {
    return (
      <div className={frame}>
        <ConflictNote state={state} />
      </div>
    )
  }
  return (
    <div className={cx(isChanged && frame, 'flex flex-wrap items-center justify-between gap-x-4 gap-y-3')}>
      <p role="status" className="text-sm font-medium">
        {isChanged && t('rate-limiting.unsaved')}
      </p>
      {isChanged && <SaveButtons state={state} onPreview={onPreview} />}
    </div>
  )
}
