import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { isOwn } from '../labels.ts'
import { PageActions } from '../page-actions.tsx'
import { useAllChannels, useChannels } from '../queries.ts'
import { channelFilter, type ChannelFilter, NEW, type UpstreamSearch } from '../search.ts'
import { type Acts, ActsContext } from './acts.ts'
import { columns } from './columns.tsx'
import { Filters } from './filters.tsx'
import { StackedChannel } from './stacked-channel.tsx'

const loadTest = () => import('./test-dialog.tsx')
const ChannelSheet = lazy(() => import('./channel-sheet.tsx'))
const RemoveAlert = lazy(() => import('./remove-alert.tsx'))
const TestDialog = lazy(loadTest)

const idOf = ({ id }: Upstream) => id
const stacked = (row: Upstream) => <StackedChannel row={row} />

function AddButton({ isFull, onPress }: { isFull: boolean; onPress: () => void }) {
  const t = useText()
  return (
    <Button
      tone="primary"
      icon={Plus}
      unlessSuspended
      disabled={isFull}
      title={isFull ? t('upstreams.full', { most: limits.channels }) : undefined}
      onClick={onPress}
      onPointerEnter={preloadDialog}
      onFocus={preloadDialog}
    >
      {t('upstreams.add')}
    </Button>
  )
}

/** Stands below the product's own channel while there is no other. */
function OwnNetworkOnly({ onAdd }: { onAdd: () => void }) {
  const t = useText()
  return (
    <Card className="mt-4">
      <EmptyState
        title={t('upstreams.onlyOwn')}
        text={t('upstreams.onlyOwnText')}
        action={<AddButton isFull={false} onPress={onAdd} />}
      />
    </Card>
  )
}

interface Opened {
  readonly name: 'test' | 'remove'
  readonly row: Upstream
}

/** The account's channels, the product's own first. */
export default function ChannelsTab({ search }: { search: UpstreamSearch }) {
  const t = useText()
  const { suid } = useAccount()
  const navigate = useNavigate({ from: paths.upstreams })
  const filter = channelFilter(search)
  const list = useChannels(filter)
  const { channels } = useAllChannels()
  const [opened, setOpened] = useState<Opened | null>(null)
  const change = (next: ChannelFilter) => void navigate({ search: next, replace: true, resetScroll: false })
  const show = (open: string | undefined) =>
    void navigate({ search: { ...filter, ...(open !== undefined && { open }) }, replace: true, resetScroll: false })
  const add = () => void navigate({ search: { ...filter, form: NEW } })
  const acts = useMemo(
    (): Acts => ({
      edit: ({ id }) => void navigate({ search: { form: id } }),
      test: (row) => setOpened({ name: 'test', row }),
      remove: (row) => setOpened({ name: 'remove', row }),
    }),
    [navigate],
  )
  const own = channels?.filter(isOwn) ?? []
  const isUnused = channels !== undefined && own.length === 0
  const regions = [...new Set(own.flatMap((channel) => channel.regions))].toSorted()
  const close = () => setOpened(null)
  return (
    <ActsContext value={acts}>
      {!isUnused && (
        <PageActions>
          <AddButton isFull={own.length >= limits.channels} onPress={add} />
        </PageActions>
      )}
      <ListScreen
        name="upstreams"
        header={null}
        filters={
          isUnused ? undefined : (
            <Filters
              filter={filter}
              regions={regions}
              onChange={change}
              view={{ list: 'upstreams', account: suid, columns }}
            />
          )
        }
        list={list}
        label={t('upstreams.channels')}
        columns={columns}
        rowKey={idOf}
        stacked={stacked}
        tall
        empty={
          <EmptyState
            title={t('upstreams.noMatch')}
            text={t('upstreams.noMatchText')}
            action={Object.keys(filter).length > 0 && <Button onClick={() => change({})}>{t('list.clear')}</Button>}
          />
        }
        failedTitle={t('upstreams.notLoaded')}
      />
      {isUnused && <OwnNetworkOnly onAdd={add} />}
      <Suspense>
        {search.open !== undefined && (
          <ChannelSheet id={search.open} rows={list.rows} onOpen={show} onClose={() => show(undefined)} />
        )}
      </Suspense>
      <Suspense>
        {opened?.name === 'test' && <TestDialog row={opened.row} onClose={close} />}
        {opened?.name === 'remove' && (
          <RemoveAlert
            row={opened.row}
            onGone={() => {
              close()
              show(undefined)
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </ActsContext>
  )
}
