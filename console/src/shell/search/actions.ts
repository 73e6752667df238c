import { Locale } from '@hongyan/contract/vocabulary/account'
import { Copy, Globe, Keyboard, LogOut } from 'lucide-react'
import { signOut } from '../../api/sign-out.ts'
import type { TextId } from '../../i18n/ids.ts'
import { t } from '../../i18n/text.ts'
import { showError } from '../../ui/show-error.ts'
import { chooseTheme, type Theme, themes } from '../../ui/theme.ts'
import { toast } from '../../ui/toasts.ts'
import { chooseLanguage, themeIcons, themeLabels } from '../choices.ts'
import type { Entry } from './entry.ts'
import type { Keywords } from './keywords.ts'

/** The entry that shows the keyboard shortcuts. */
export const SHORTCUTS = 'shortcuts'

const themeWords: Readonly<Record<Theme, Keywords>> = {
  system: { en: ['follow the system'], zh: ['跟随系统'] },
  light: { en: ['light mode', 'bright'], zh: ['浅色模式', '日间模式'] },
  dark: { en: ['dark mode', 'night'], zh: ['深色模式', '夜间模式', '暗色'] },
}

const languages: Readonly<Record<Locale, Keywords & { readonly title: TextId }>> = {
  [Locale.English]: { title: 'search.english', en: ['switch to english'], zh: ['英文', '英语'] },
  [Locale.SimplifiedChinese]: { title: 'search.chinese', en: ['chinese', 'mandarin'], zh: ['中文', '汉语'] },
}

/** The actions of the shell itself, which every page has. */
export const shellActions: readonly Entry[] = [
  ...themes.map((theme): Entry => ({
    id: `theme-${theme}`,
    title: ['ui.theme', themeLabels[theme]],
    icon: themeIcons[theme],
    keywords: {
      en: ['appearance', 'colour', 'color', ...themeWords[theme].en],
      zh: ['外观', '颜色', ...themeWords[theme].zh],
    },
    open: () => chooseTheme(theme),
  })),
  ...Object.values(Locale).map((locale): Entry => ({
    id: `language-${locale}`,
    title: ['search.language', languages[locale].title],
    icon: Globe,
    keywords: {
      en: ['switch language', ...languages[locale].en],
      zh: ['切换语言', ...languages[locale].zh],
    },
    open: () => void chooseLanguage(locale).catch(showError),
  })),
  {
    id: 'copy-account-id',
    title: ['search.copyAccountId'],
    icon: Copy,
    suggested: true,
    keywords: { en: ['account number', 'user id', 'my id'], zh: ['账户编号', '用户编号', '账号'] },
    open: ({ account }) =>
      void navigator.clipboard.writeText(account.suid).then(() => toast('ok', t('ui.copied')), showError),
  },
  {
    id: SHORTCUTS,
    title: ['search.shortcuts'],
    icon: Keyboard,
    suggested: true,
    keywords: { en: ['keyboard', 'hotkeys', 'keys'], zh: ['快捷键', '键盘', '热键'] },
    open: ({ showShortcuts }) => showShortcuts(),
  },
  {
    id: 'log-out',
    title: ['shell.signOut'],
    icon: LogOut,
    suggested: true,
    keywords: { en: ['sign out', 'log off', 'exit', 'switch account'], zh: ['退出', '登出', '注销', '切换账户'] },
    open: () => void signOut(),
  },
]
