import { KeyRound, Megaphone, Package, type LucideIcon } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import { type Preset, presetRules, presets } from './draft.ts'
import { limitsText, presetTitles } from './labels.ts'

const icons: Readonly<Record<Preset, LucideIcon>> = { codes: KeyRound, notifications: Package, marketing: Megaphone }

interface PresetCardsProps {
  disabled?: boolean
  onChoose: (preset: Preset) => void
}

/** The rules that most customers begin with. Each opens its form. */
export function PresetCards({ disabled = false, onChoose }: PresetCardsProps) {
  const t = useText()
  return (
    <ul aria-label={t('rate-limiting.presets')} className="grid gap-3 md:grid-cols-3">
      {presets.map((preset) => (
        <li key={preset} className="grid">
          <button
            type="button"
            disabled={disabled}
            onClick={() => onChoose(preset)}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            className="grid content-start gap-1 rounded-lg border border-line-strong p-4 text-left enabled:hover:bg-well disabled:text-ink-disabled"
          >
            <span className="flex items-center gap-2 font-medium">
              <Icon of={icons[preset]} className="text-ink-2" />
              {t(presetTitles[preset])}
            </span>
            <span className="text-sm text-ink-3">{limitsText(presetRules[preset])}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
