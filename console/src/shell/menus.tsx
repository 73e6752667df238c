import { useNavigate } from '@tanstack/react-router'
import { BookOpen, CircleQuestionMark, Key, LogOut, Settings, Wallet, type LucideIcon } from 'lucide-react'
import { lazy } from 'react'
import { accountName, useAccount } from '../api/account.ts'
import type { TextId } from '../i18n/ids.ts'
import { loadTexts, useLocale, useText } from '../i18n/text.ts'
import { paths } from '../lib/paths.ts'
import type { LayerProps } from '../ui/layer-button.tsx'
import MenuLayer from '../ui/menu-layer.tsx'
import type { MenuItem } from '../ui/menu-items.ts'
import { useTheme } from '../ui/theme.ts'
import { languageChoice, themeChoice } from './choices.ts'
import { signOut } from '../api/sign-out.ts'
import { useExists } from './use-nav.ts'

interface Target {
  readonly title: TextId
  readonly path: string
  readonly icon: LucideIcon
}

/** An entry for each page that exists (ruling 22). */
function useEntries(targets: readonly Target[]): readonly MenuItem[] {
  const t = useText()
  const exists = useExists()
  const navigate = useNavigate()
  return targets
    .filter(({ path }) => exists(path))
    .map(({ title, path, icon }) => ({ id: path, title: t(title), icon, act: () => void navigate({ to: path }) }))
}

const helpPages: readonly Target[] = [{ title: 'shell.supportCenter', path: paths.support, icon: CircleQuestionMark }]

export function HelpMenu(layer: LayerProps) {
  const t = useText()
  const docs: MenuItem = { id: paths.docs, title: t('shell.developerDocs'), icon: BookOpen, href: paths.docs }
  return <MenuLayer {...layer} groups={[{ items: [...useEntries(helpPages), docs] }]} />
}

export function LanguageMenu(layer: LayerProps) {
  return <MenuLayer {...layer} groups={[languageChoice(useLocale())]} />
}

const userPages: readonly Target[] = [
  { title: 'shell.topUp', path: paths.topUp, icon: Wallet },
  { title: 'shell.credentials', path: paths.credentials, icon: Key },
  { title: 'shell.settings', path: paths.settings, icon: Settings },
]

export function UserMenu(layer: LayerProps) {
  const t = useText()
  const account = useAccount()
  const pages = { title: accountName(account), items: useEntries(userPages) }
  const signingOut: MenuItem = { id: 'sign-out', title: t('shell.signOut'), icon: LogOut, act: () => void signOut() }
  return <MenuLayer {...layer} groups={[pages, themeChoice(useTheme()), { items: [signingOut] }]} />
}

const Notices = lazy(async () => {
  const [layer] = await Promise.all([import('./notices/notices-layer.tsx'), loadTexts('notices', 'list')])
  return layer
})

/** Separate from the other menus, because it loads the texts of every notice. */
export function Notifications(layer: LayerProps) {
  return <Notices {...layer} />
}
