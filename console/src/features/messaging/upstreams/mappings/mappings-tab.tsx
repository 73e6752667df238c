import type { Upstream, UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { providers } from '@hongyan/contract/upstreams/providers'
import { mappingKinds, mappingStates } from '@hongyan/contract/vocabulary/upstream'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { withPart } from '../../../../ui/list/address.ts'
import { ChoiceFilter } from '../../../../ui/list/choice-filter.tsx'
import { type BarParts, FilterBar } from '../../../../ui/list/filter-bar.tsx'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import type { Column } from '../../../../ui/table.tsx'
import { isManaged, isOwn } from '../labels.ts'
import { PageActions } from '../page-actions.tsx'
import { useAllChannels, useMappings } from '../queries.ts'
import { mappingFilter, type MappingFilter, type UpstreamSearch } from '../search.ts'
import {
  ActsCell,
  ChannelText,
  KindText,
  LocalCell,
  MappingContext,
  RemoteCell,
  StackedMapping,
  StateCell,
  VariablesCell,
} from './cells.tsx'
import { keyOf, mappingLooks } from './labels.ts'
import { RemoveAlert } from './remove-alert.tsx'

const MapDialog = lazy(() => import('./map-dialog.tsx'))
const PublicDialog = lazy(() => import('./public-dialog.tsx'))

const columns: readonly Column<UpstreamMapping>[] = [
  { title: 'upstreams.local', cell: (row) => <LocalCell row={row} />, fixed: true, bar: 120 },
  { title: 'upstreams.kind', cell: (row) => <KindText row={row} />, bar: 60 },
  { title: 'upstreams.channel', cell: (row) => <ChannelText row={row} />, bar: 90 },
  { title: 'upstreams.remote', cell: (row) => <RemoteCell row={row} />, bar: 90 },
  { title: 'upstreams.variables', cell: (row) => <VariablesCell row={row} />, bar: 90 },
  { title: 'upstreams.state', cell: (row) => <StateCell row={row} />, bar: 70 },
  {
    title: 'upstreams.updated',
    cell: ({ updated_at: at }) => (at === null ? <span className="text-ink-3">–</span> : <Moment at={at} />),
    rare: true,
    bar: 60,
  },
  { title: 'ui.actions', cell: (row) => <ActsCell row={row} />, end: true, quiet: true, fixed: true, bar: 40 },
]
const stacked = (row: UpstreamMapping) => <StackedMapping row={row} />

/** True for a channel whose provider knows signatures and templates by IDs of its own. */
const needsMapping = ({ provider }: Upstream): boolean => isManaged(provider) && providers[provider].needsMapping

interface FiltersProps extends BarParts {
  filter: MappingFilter
  channels: readonly Upstream[]
  onChange: (filter: MappingFilter) => void
}

function Filters({ filter, channels, onChange, ...bar }: FiltersProps) {
  const t = useText()
  return (
    <FilterBar count={Object.keys(filter).length} onClear={() => onChange({})} {...bar}>
      <ChoiceFilter
        label={t('upstreams.channel')}
        value={filter.channel}
        values={channels.filter(isOwn).map(({ id }) => id)}
        title={(id) => channels.find((channel) => channel.id === id)?.name ?? id}
        onChange={(value) => onChange(withPart(filter, 'channel', value))}
      />
      <ChoiceFilter
        label={t('upstreams.kind')}
        value={filter.kind}
        values={mappingKinds}
        title={(kind) => t(`upstreams.${kind}`)}
        onChange={(value) => onChange(withPart(filter, 'kind', value))}
      />
      <ChoiceFilter
        label={t('upstreams.state')}
        value={filter.mapping}
        values={mappingStates}
        title={(state) => t(mappingLooks[state].title)}
        onChange={(value) => onChange(withPart(filter, 'mapping', value))}
      />
    </FilterBar>
  )
}

interface Opened {
  readonly name: 'map' | 'remove'
  readonly row: UpstreamMapping
}

/** The account's signatures and templates under the IDs of the providers that need them. */
export default function MappingsTab({ search }: { search: UpstreamSearch }) {
  const t = useText()
  const { suid } = useAccount()
  const navigate = useNavigate({ from: paths.upstreams })
  const filter = mappingFilter(search)
  const list = useMappings(filter)
  const { channels } = useAllChannels()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isPublic, setPublic] = useState(false)
  const change = (next: MappingFilter) =>
    void navigate({ search: { tab: 'mappings', ...next }, replace: true, resetScroll: false })
  const acts = useMemo(
    () => ({
      map: (row: UpstreamMapping) => setOpened({ name: 'map', row }),
      remove: (row: UpstreamMapping) => setOpened({ name: 'remove', row }),
      channelName: ({ upstream }: UpstreamMapping) => channels?.find(({ id }) => id === upstream)?.name ?? '',
    }),
    [channels],
  )
  const isFiltered = Object.keys(filter).length > 0
  const mapped = channels?.filter(isOwn).filter(needsMapping) ?? []
  const isEmpty = !isFiltered && !list.waiting && !list.error && list.rows.length === 0
  const empty = isFiltered ? (
    <EmptyState
      title={t('upstreams.noMapping')}
      text={t('upstreams.noMatchText')}
      action={<Button onClick={() => change({})}>{t('list.clear')}</Button>}
    />
  ) : (
    <EmptyState
      title={t('upstreams.mappingsNone')}
      text={t(mapped.length > 0 ? 'upstreams.mappingsNoRecord' : 'upstreams.mappingsNoNeed')}
    />
  )
  return (
    <MappingContext value={acts}>
      {mapped.length > 0 && (
        <PageActions>
          <Button
            unlessSuspended
            onClick={() => setPublic(true)}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
          >
            {t('upstreams.mapPublic')}
          </Button>
        </PageActions>
      )}
      <ListScreen
        name="upstream-mappings"
        header={null}
        filters={
          isEmpty ? undefined : (
            <Filters
              filter={filter}
              channels={mapped}
              onChange={change}
              view={{ list: 'upstream-mappings', account: suid, columns }}
            />
          )
        }
        list={list}
        label={t('upstreams.mappings')}
        columns={columns}
        rowKey={keyOf}
        stacked={stacked}
        controls
        empty={empty}
        failedTitle={t('upstreams.mappingsNotLoaded')}
      />
      {isPublic && (
        <Suspense>
          <PublicDialog channels={mapped} onClose={() => setPublic(false)} />
        </Suspense>
      )}
      {opened?.name === 'map' && (
        <Suspense>
          <MapDialog row={opened.row} channelName={acts.channelName(opened.row)} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {opened?.name === 'remove' && (
        <RemoveAlert row={opened.row} channelName={acts.channelName(opened.row)} onClose={() => setOpened(null)} />
      )}
    </MappingContext>
  )
}
