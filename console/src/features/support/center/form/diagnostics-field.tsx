import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { tickets } from '@hongyan/contract/endpoints/support/tickets'
import { useId } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Checkbox } from '../../../../ui/choice.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { useFieldError } from '../../../../ui/form.tsx'
import { DiagnosticsLines } from './diagnostics-lines.tsx'

export type Snapshot = ReplyOf<(typeof tickets)['diagnose']>

interface DiagnosticsFieldProps {
  /** The snapshot that is sent; `taking` while the server takes one, null without consent. */
  snapshot: Snapshot | 'taking' | null
  onChange: (wanted: boolean) => void
}

/** Asks for consent to attach diagnostics, and shows exactly what they hold before anything is sent. */
export function DiagnosticsField({ snapshot, onChange }: DiagnosticsFieldProps) {
  const t = useText()
  const id = useId()
  const error = useFieldError('diagnostics')
  return (
    <div className="grid gap-2">
      <Checkbox
        checked={snapshot !== null}
        aria-describedby={id}
        data-invalid={error !== undefined || undefined}
        onChange={({ target }) => onChange(target.checked)}
      >
        {t('center.diagnose')}
      </Checkbox>
      <p id={id} className="pl-6.5 text-xs text-ink-3">
        {t('center.diagnoseText')}
      </p>
      {error !== undefined && <FieldError>{error}</FieldError>}
      <div role="status" className="empty:hidden">
        {snapshot === 'taking' && <p className="text-sm text-ink-3">{t('center.diagnosing')}</p>}
        {snapshot !== null && snapshot !== 'taking' && (
          <section className="grid gap-3 rounded-lg border border-line bg-well p-4">
            <h3 className="text-sm font-medium">{t('center.diagnosticsTitle')}</h3>
            <DiagnosticsLines lines={snapshot.lines} />
          </section>
        )}
      </div>
    </div>
  )
}
