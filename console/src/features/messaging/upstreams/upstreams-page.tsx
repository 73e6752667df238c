import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { useText } from '../../../i18n/text.ts'
import { hasUpstreams } from '../../../lib/has-upstreams.ts'
import { paths } from '../../../lib/paths.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ActionsPlace } from './page-actions.tsx'
import { readSearch, type TabName, tabs } from './search.ts'

const RoutingTab = lazy(() => import('./routing/routing-tab.tsx'))

function View({ tab }: { tab: TabName }): ReactNode {
  const t = useText()
  switch (tab) {
    case 'routing':
      return <RoutingTab />
    case 'channels':
    case 'mappings':
    case 'health':
      return <h2 className="font-semibold">{t(`upstreams.${tab}`)}</h2>
  }
}

function Upstreams() {
  const t = useText()
  const navigate = useNavigate({ from: paths.upstreams })
  const { tab = 'channels' } = readSearch(useSearch({ from: paths.upstreams }))
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <ActionsPlace value={place}>
      <PageHeader
        title={t('upstreams.title')}
        description={t('upstreams.description')}
        action={<span ref={setPlace} className="flex gap-2 empty:hidden max-sm:*:flex-1" />}
      />
      <Tabs
        label={t('upstreams.title')}
        value={tab}
        onChange={(next) => void navigate({ search: next === 'channels' ? {} : { tab: next }, resetScroll: false })}
        tabs={tabs.map((value) => ({
          value,
          title: t(`upstreams.${value}`),
          view: value === tab && (
            <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
              <View tab={value} />
            </Suspense>
          ),
        }))}
      />
    </ActionsPlace>
  )
}

/** Screens S1. Accounts with a wildcard or SMPP have no channels of their own (specification section 6). */
export function UpstreamsPage() {
  const { config } = useAccount()
  return hasUpstreams(config) ? <Upstreams /> : <Navigate to={paths.home} replace />
}
