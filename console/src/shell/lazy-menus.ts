import { lazy } from 'react'

/** Loads the menus of the bar together, when the pointer or the focus comes near one of them. */
const load = () => import('./menus.tsx')
export const preloadMenus = (): void => void load()

export const HelpMenu = lazy(async () => ({ default: (await load()).HelpMenu }))
export const LanguageMenu = lazy(async () => ({ default: (await load()).LanguageMenu }))
export const Notifications = lazy(async () => ({ default: (await load()).Notifications }))
export const UserMenu = lazy(async () => ({ default: (await load()).UserMenu }))

/** The look of the buttons in the bar. */
export const barButton =
  'flex h-8 items-center gap-1.5 rounded-md px-2 text-sm font-medium text-ink-2 hover:bg-fill hover:text-ink'
