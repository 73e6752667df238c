import { type ComponentType, lazy } from 'react'
import type { Noun, TextId } from '../../../i18n/ids.ts'
import { loadTexts } from '../../../i18n/text.ts'

interface TabCode {
  readonly default: ComponentType
}

/** A tab with the catalogues it is drawn with: its code comes with them, so that nothing moves once it is there. */
function tab(value: string, title: TextId, nouns: readonly Noun[], code: () => Promise<TabCode>) {
  const load = async (): Promise<TabCode> => {
    const [loaded] = await Promise.all([code(), loadTexts(...nouns)])
    return loaded
  }
  return { value, title, load, View: lazy(load) }
}

const first = tab('profile', 'settings.profile', ['profile'], () => import('./profile/profile-tab.tsx'))

/** Every tab that there is (ruling 22), in the order in which they stand; each comes when it is opened. */
export const tabs = [
  first,
  tab(
    'security',
    'settings.security',
    ['security', 'second-factor', 'challenge', 'sessions'],
    () => import('./security/security-tab.tsx'),
  ),
  tab(
    'notifications',
    'settings.notifications',
    ['notifications'],
    () => import('./notifications/notifications-tab.tsx'),
  ),
  tab(
    'audit',
    'settings.audit',
    ['audit', 'sessions', 'profile', 'notifications'],
    () => import('./audit/audit-tab.tsx'),
  ),
] as const

/** The tab that the address names; without a known one it is the first. */
export const tabOf = (name: unknown) => tabs.find(({ value }) => value === name) ?? first
