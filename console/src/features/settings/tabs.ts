import { type ComponentType, lazy } from 'react'
import type { TextId } from '../../i18n/ids.ts'

interface TabModule {
  readonly default: ComponentType
  /** Brings what the tab is drawn with, so that nothing moves once it is. */
  readonly ready: () => Promise<unknown>
}

function tab(value: string, title: TextId, code: () => Promise<TabModule>) {
  const load = async (): Promise<TabModule> => {
    const module = await code()
    await module.ready()
    return module
  }
  return { value, title, load, View: lazy(load) }
}

const first = tab('profile', 'settings.profile', () => import('./profile/profile-tab.tsx'))

/** Every tab that there is (ruling 22), in the order in which they stand; each comes when it is opened. */
export const tabs = [
  first,
  tab('security', 'settings.security', () => import('./security/security-tab.tsx')),
  tab('notifications', 'settings.notifications', () => import('./notifications/notifications-tab.tsx')),
] as const

/** The tab that the address names; without a known one it is the first. */
export const tabOf = (name: unknown) => tabs.find(({ value }) => value === name) ?? first
