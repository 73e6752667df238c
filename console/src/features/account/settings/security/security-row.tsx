import type { ReactNode } from 'react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'

interface SecurityRowProps {
  title: TextId
  text: TextId
  value?: ReactNode
  /** The button's label, and its full label for screen readers, which read it without the row. */
  actionLabel: TextId
  spoken?: TextId
  onAct: () => void
}

/** One setting that guards the account: title, current value, and a button to change it. */
export function SecurityRow({ title, text, value, actionLabel, spoken, onAct }: SecurityRowProps) {
  const t = useText()
  return (
    <div className="flex items-center justify-between gap-4 p-4 sm:px-6">
      <div className="min-w-0">
        <h3 className="font-medium">{t(title)}</h3>
        {value !== undefined && <div className="wrap-anywhere text-ink-2">{value}</div>}
        <p className="text-sm text-ink-3">{t(text)}</p>
      </div>
      <Button
        size="small"
        aria-label={spoken === undefined ? undefined : t(spoken)}
        onClick={onAct}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {t(actionLabel)}
      </Button>
    </div>
  )
}
