import { type ComponentType, lazy } from 'react'
import type { Noun, TextId } from '../../../i18n/ids.ts'
import { loadTexts } from '../../../i18n/text.ts'

interface TabCode {
  readonly default: ComponentType
}

/** A tab and the catalogues it needs. Both load together, so that the page does not shift. */
function tab(value: string, title: TextId, nouns: readonly Noun[], code: () => Promise<TabCode>) {
  const load = async (): Promise<TabCode> => {
    const [loaded] = await Promise.all([code(), loadTexts(...nouns)])
    return loaded
  }
  return { value, title, load, View: lazy(load) }
}

const first = tab('profile', 'settings.profile', ['profile'], () => import('./profile/profile-tab.tsx'))

/** All tabs in their order (ruling 22). Each loads when it is opened. */
export const tabs = [
  first,
  tab(
    'security',
    'settings.security',
    ['security', 'code-entry', 'second-factor', 'challenge', 'sessions'],
    () => import('./security/security-tab.tsx'),
  ),
  tab(
    'notifications',
    'settings.notifications',
    ['notifications'],
    () => import('./notifications/notifications-tab.tsx'),
  ),
  tab('countries', 'settings.countries', ['countries', 'list'], () => import('./countries/countries-tab.tsx')),
  tab('people', 'settings.people', ['people', 'list'], () => import('./people/people-tab.tsx')),
  tab(
    'audit',
    'settings.audit',
    ['audit', 'list', 'sessions', 'profile', 'notifications'],
    () => import('./audit/audit-tab.tsx'),
  ),
] as const

/** The tab that the address names, or else the first. */
export const tabOf = (name: unknown) => tabs.find(({ value }) => value === name) ?? first
