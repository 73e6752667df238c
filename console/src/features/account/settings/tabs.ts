import { type ComponentType, lazy } from 'react'
import { queryClient } from '../../../api/query-client.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { loadTexts } from '../../../i18n/text.ts'
import { securityQuery } from './second-factor/queries.ts'

interface TabCode {
  readonly default: ComponentType
}

/** A tab, its code, and the texts and data it is drawn with. They load together, so that the page does not shift. */
function tab(value: string, title: TextId, needs: () => Promise<unknown>, code: () => Promise<TabCode>) {
  const load = async (): Promise<TabCode> => {
    const [loaded] = await Promise.all([code(), needs()])
    return loaded
  }
  return { value, title, load, View: lazy(load) }
}

const first = tab(
  'profile',
  'settings.profile',
  () => loadTexts('profile'),
  () => import('./profile/profile-tab.tsx'),
)

/** All tabs in their order (ruling 22). Each loads when it is opened. */
export const tabs = [
  first,
  tab(
    'security',
    'settings.security',
    () =>
      Promise.all([
        loadTexts('security', 'code-entry', 'second-factor', 'challenge', 'sessions'),
        queryClient.prefetchQuery(securityQuery),
      ]),
    () => import('./security/security-tab.tsx'),
  ),
  tab(
    'notifications',
    'settings.notifications',
    () => loadTexts('notifications'),
    () => import('./notifications/notifications-tab.tsx'),
  ),
  tab(
    'countries',
    'settings.countries',
    () => loadTexts('countries', 'list'),
    () => import('./countries/countries-tab.tsx'),
  ),
  tab(
    'people',
    'settings.people',
    () => loadTexts('people', 'list'),
    () => import('./people/people-tab.tsx'),
  ),
  tab(
    'audit',
    'settings.audit',
    () => loadTexts('audit', 'list', 'sessions', 'profile', 'notifications'),
    () => import('./audit/audit-tab.tsx'),
  ),
] as const

/** The tab that the address names, or else the first. */
export const tabOf = (name: unknown) => tabs.find(({ value }) => value === name) ?? first
