import { AuthMode } from '@hongyan/contract/vocabulary/credential'
import { useText } from '../../../i18n/text.ts'
import { RadioCards } from '../../../ui/choice.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { modes, modeLabels } from './modes.ts'

interface ModeChoiceProps {
  value: AuthMode | null
  onChange: (mode: AuthMode) => void
}

/** The two modes, a card each. */
export function ModeChoice({ value, onChange }: ModeChoiceProps) {
  const t = useText()
  const choices = modes.map((mode) => ({
    value: String(mode),
    title: t(modeLabels[mode].title),
    text: t(modeLabels[mode].text),
    mark: mode === AuthMode.Hmac ? <Tag>{t('credentials.recommended')}</Tag> : undefined,
  }))
  const choose = (chosen: string) => onChange(chosen === String(AuthMode.Hmac) ? AuthMode.Hmac : AuthMode.Simple)
  return (
    <RadioCards
      legend={t('credentials.mode')}
      name="mode"
      choices={choices}
      value={value === null ? null : String(value)}
      onChange={choose}
    />
  )
}
