import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { memo, Suspense, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { loadTexts, useText } from '../../../i18n/text.ts'
import { hasUpstreams } from '../../../lib/has-upstreams.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { paths } from '../../../lib/paths.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ActionsPlace } from './page-actions.tsx'
import { readSearch, type TabName, tabs, type UpstreamSearch } from './search.ts'

const form = lazyPart(() => import('./form/form-page.tsx'))
const FormPage = form.Part

/** The tabs, each with its code. */
const views = {
  channels: lazyPart(() => import('./channels/channels-tab.tsx')),
  routing: lazyPart(() => import('./routing/routing-tab.tsx')),
  mappings: lazyPart(() => import('./mappings/mappings-tab.tsx')),
  health: lazyPart(() => import('./health/health-tab.tsx')),
} as const satisfies Record<TabName, unknown>

/** Loads the texts, and the code of what the address opens, so that the page does not shift. */
export async function loadUpstreams(search: object): Promise<void> {
  const { form: opened, tab = 'channels' } = readSearch(search)
  const part = opened === undefined ? views[tab] : form
  await Promise.all([loadTexts('upstreams', 'routing', 'list'), part.load()])
}

/** The content of a tab. It is not drawn anew when the place of its actions becomes known, once the page stands. */
const TabView = memo(function TabView({ tab, search }: { tab: TabName; search: UpstreamSearch }) {
  const t = useText()
  const View = views[tab].Part
  return (
    <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
      <View search={search} />
    </Suspense>
  )
})

function Upstreams({ search }: { search: UpstreamSearch }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.upstreams })
  const { tab = 'channels' } = search
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
          view: value === tab && <TabView tab={tab} search={search} />,
        }))}
      />
    </ActionsPlace>
  )
}

/** Screens S1. Accounts with a wildcard or SMPP have no channels of their own (specification section 6). */
export function UpstreamsPage() {
  const t = useText()
  const { config } = useAccount()
  const navigate = useNavigate({ from: paths.upstreams })
  const search = readSearch(useSearch({ from: paths.upstreams }))
  if (!hasUpstreams(config)) return <Navigate to={paths.home} replace />
  const { form } = search
  if (form === undefined) return <Upstreams search={search} />
  return (
    <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
      <FormPage
        key={form}
        form={form}
        onClose={(open) => void navigate({ search: open === undefined ? {} : { open } })}
      />
    </Suspense>
  )
}
