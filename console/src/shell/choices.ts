import { Locale } from '@hongyan/contract/vocabulary/account'
import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import type { TextId } from '../i18n/ids.ts'
import { languageNames } from '../i18n/locale.ts'
import { switchLocale, t } from '../i18n/text.ts'
import type { MenuGroup } from '../ui/menu-items.ts'
import { showError } from '../ui/show-error.ts'
import { chooseTheme, themes, type Theme } from '../ui/theme.ts'

/** Switches the console's language, and that of everything that is sent to the owner. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await switchLocale(locale)
  await (await import('../api/keep-locale.ts')).keepLocale(locale)
}

export const languageChoice = (chosen: Locale): MenuGroup => ({
  chosen,
  items: Object.values(Locale).map((locale) => ({
    id: locale,
    title: languageNames[locale],
    act: () => void chooseLanguage(locale).catch(showError),
  })),
})

export const themeLabels: Record<Theme, TextId> = {
  system: 'ui.theme.system',
  light: 'ui.theme.light',
  dark: 'ui.theme.dark',
}
export const themeIcons: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon }

export const themeChoice = (chosen: Theme): MenuGroup => ({
  title: t('ui.theme'),
  chosen,
  items: themes.map((theme) => ({
    id: theme,
    title: t(themeLabels[theme]),
    icon: themeIcons[theme],
    act: () => chooseTheme(theme),
  })),
})
