import { Locale } from '@hongyan/contract/vocabulary/account'
import { Globe, Moon, Sun } from 'lucide-react'
import { languageNames, unkeptCookie } from '../i18n/locale.ts'
import { switchLocale, useLocale, useText } from '../i18n/text.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { showError } from './show-error.ts'
import { chooseTheme, shownTheme, useTheme } from './theme.ts'

/** Switches the language, and has the next page with an account keep it there. */
async function choose(locale: Locale): Promise<void> {
  await switchLocale(locale)
  document.cookie = unkeptCookie(true)
}

/** Language and theme for pages outside the console. Each button toggles between two values. */
export function Appearance() {
  const t = useText()
  const locale = useLocale()
  useTheme()
  const other = locale === Locale.English ? Locale.SimplifiedChinese : Locale.English
  const next = shownTheme() === 'light' ? 'dark' : 'light'
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        lang={other}
        onClick={() => void choose(other).catch(showError)}
        className="flex h-8 items-center gap-1.5 rounded-md px-2 text-sm text-ink-2 hover:bg-fill hover:text-ink"
      >
        <Icon of={Globe} />
        {languageNames[other]}
      </button>
      <IconButton
        icon={next === 'dark' ? Sun : Moon}
        label={t(next === 'dark' ? 'ui.toDark' : 'ui.toLight')}
        onClick={() => chooseTheme(next)}
        className="size-8!"
      />
    </div>
  )
}
