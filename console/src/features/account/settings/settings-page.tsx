import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { loadTexts, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { SettingsSearch } from './search.ts'
import { tabOf, tabs } from './tabs.ts'

export async function loadSettings({ tab }: SettingsSearch): Promise<void> {
  await Promise.all([loadTexts('settings'), tabOf(tab).load()])
}

/** Specification section 2, "Settings screen", with the tabs of screens S14. */
export function SettingsPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.settings })
  const open = tabOf(useSearch({ from: paths.settings }).tab)
  const views = tabs.map(({ value, title, View }) => ({
    value,
    title: t(title),
    view: (
      <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
        <View />
      </Suspense>
    ),
  }))
  return (
    <>
      <PageHeader title={t('shell.settings')} />
      <Tabs
        label={t('shell.settings')}
        tabs={views}
        value={open.value}
        onChange={(tab) => void navigate({ search: tab === tabs[0].value ? {} : { tab }, resetScroll: false })}
      />
    </>
  )
}
