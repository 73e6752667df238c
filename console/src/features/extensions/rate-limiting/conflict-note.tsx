import { TriangleAlert } from 'lucide-react'
import { gap } from '../../../i18n/gap.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { DraftState } from './use-draft.ts'

/** Offers the customer's changes and the stored settings, after another session saved its own. */
export function ConflictNote({ state }: { state: DraftState }) {
  const t = useText()
  return (
    <div role="alert" className="grid gap-3 text-sm">
      <div className="flex gap-2.5">
        <Icon of={TriangleAlert} className="mt-0.5 text-warn" />
        <p className="text-ink-2">
          <strong className="font-medium text-ink">{t('rate-limiting.conflict')}</strong>
          {gap()}
          {t('rate-limiting.conflictText')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button size="small" onClick={state.take}>
          {t('rate-limiting.takeStored')}
        </Button>
        <Button size="small" onClick={state.keep}>
          {t('rate-limiting.keepMine')}
        </Button>
      </div>
    </div>
  )
}
