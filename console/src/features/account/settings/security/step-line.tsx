import { useText } from '../../../../i18n/text.ts'

/** Where one is in a dialog of two steps, and what this one asks. */
export function StepLine({ step, words }: { step: 1 | 2; words: string }) {
  const t = useText()
  return (
    <div>
      <p className="text-xs text-ink-3">{t('security.step', { step, of: 2 })}</p>
      <p className="text-ink-2">{words}</p>
    </div>
  )
}
