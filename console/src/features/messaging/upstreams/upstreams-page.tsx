import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { loadTexts, useText } from '../../../i18n/text.ts'
import { hasUpstreams } from '../../../lib/has-upstreams.ts'
import { paths } from '../../../lib/paths.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { ActionsPlace } from './page-actions.tsx'
import { readSearch, type TabName, tabs, type UpstreamSearch } from './search.ts'

const loadForm = () => import('./form/form-page.tsx')
const FormPage = lazy(loadForm)

interface TabCode {
  readonly default: ComponentType<{ search: UpstreamSearch }>
}

/** The code of each tab, which loads when the tab is opened. */
const codes: Readonly<Record<TabName, () => Promise<TabCode>>> = {
  channels: () => import('./channels/channels-tab.tsx'),
  routing: () => import('./routing/routing-tab.tsx'),
  mappings: () => import('./mappings/mappings-tab.tsx'),
  health: () => import('./health/health-tab.tsx'),
}

const views: Readonly<Record<TabName, TabCode['default']>> = {
  channels: lazy(codes.channels),
  routing: lazy(codes.routing),
  mappings: lazy(codes.mappings),
  health: lazy(codes.health),
}

/** The tabs whose code has arrived. They are drawn at once, without the placeholder of a lazy one. */
const loaded = new Map<TabName, TabCode['default']>()

async function loadTab(tab: TabName): Promise<void> {
  loaded.set(tab, (await codes[tab]()).default)
}

/** Loads the texts, and the code of what the address opens, so that the page does not shift. */
export async function loadUpstreams(search: object): Promise<void> {
  const { form, tab = 'channels' } = readSearch(search)
  await Promise.all([loadTexts('upstreams', 'routing', 'list'), form === undefined ? loadTab(tab) : loadForm()])
}

function Upstreams({ search }: { search: UpstreamSearch }) {
  const t = useText()
  const navigate = useNavigate({ from: paths.upstreams })
  const { tab = 'channels' } = search
  const View = loaded.get(tab) ?? views[tab]
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
              <View search={search} />
            </Suspense>
          ),
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
