import { Locale } from '@hongyan/contract/vocabulary/account'
import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import type { TextId } from '../i18n/ids.ts'
import { switchLocale, t } from '../i18n/text.ts'
import type { MenuGroup } from '../ui/menu.tsx'
import { chooseTheme, themes, type Theme } from '../ui/theme.ts'

/** Each language in its own words, so that its readers find it. */
export const languageNames: Record<Locale, string> = { en: 'English', 'zh-CN': '简体中文' }

export const languageChoice = (chosen: Locale): MenuGroup => ({
  chosen,
  items: Object.values(Locale).map((locale) => ({
    id: locale,
    title: languageNames[locale],
    act: () => void switchLocale(locale),
  })),
})

export const themeWords: Record<Theme, TextId> = {
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
    title: t(themeWords[theme]),
    icon: themeIcons[theme],
    act: () => chooseTheme(theme),
  })),
})
