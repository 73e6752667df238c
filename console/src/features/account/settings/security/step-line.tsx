import { useText } from '../../../../i18n/text.ts'

/** The progress of a two-step dialog, and the instruction of the current step. */
export function StepLine({ step, text }: { step: 1 | 2; text: string }) {
  const t = useText()
  return (
    <div>
      <p className="text-xs text-ink-3">{t('security.step', { step, of: 2 })}</p>
      <p className="text-ink-2">{text}</p>
    </div>
  )
}
