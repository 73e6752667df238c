import type { ReactNode } from 'react'
import { useText } from '../../../../../i18n/text.ts'

interface SectionProps {
  readonly title: string
  /** Opens the step that changes it. */
  readonly onEdit: () => void
  readonly children: ReactNode
}

/** One choice of the broadcast, with the way back to it. */
export function Section({ title, onEdit, children }: SectionProps) {
  const t = useText()
  return (
    <section className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 p-4 sm:grid-cols-[112px_minmax(0,1fr)_auto] sm:p-6">
      <h3 className="font-semibold">{title}</h3>
      <button
        type="button"
        onClick={onEdit}
        aria-label={t('new.editOf', { name: title })}
        className="-my-0.5 min-h-6 self-start rounded-sm text-sm text-ink-2 hover:text-ink sm:order-last"
      >
        {t('new.edit')}
      </button>
      <div className="max-sm:col-span-2">{children}</div>
    </section>
  )
}
