import type { UpstreamMapping } from '@hongyan/contract/endpoints/messaging/upstreams'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { createContext, use } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { ActionsButton } from '../../../../ui/actions-button.tsx'
import { Button } from '../../../../ui/button.tsx'
import { preloadDialog } from '../../../../ui/dialog.tsx'
import { copyText, recordItems } from '../../../../ui/record-items.ts'
import { Status } from '../../../../ui/status.tsx'
import { CodeChip } from '../../../../ui/tag.tsx'
import { localName, mappingLooks } from './labels.ts'

/** Opens the form of a mapping or the question before its deletion, and names its channel. */
interface MappingActs {
  readonly map: (row: UpstreamMapping) => void
  readonly remove: (row: UpstreamMapping) => void
  readonly channelName: (row: UpstreamMapping) => string
}

export const MappingContext = createContext<MappingActs | null>(null)

function useMappingActs(): MappingActs {
  const acts = use(MappingContext)
  if (acts === null) throw new Error('a mapping stands outside its list')
  return acts
}

interface CellProps {
  row: UpstreamMapping
}

export const ChannelText = ({ row }: CellProps) => useMappingActs().channelName(row)

export function KindText({ row: { kind } }: CellProps) {
  const t = useText()
  return t(`upstreams.${kind}`)
}

export function LocalCell({ row }: CellProps) {
  const t = useText()
  return (
    <span className="grid">
      <span className="font-medium wrap-anywhere">{localName(row)}</span>
      {row.name === null && <span className="text-xs text-ink-3">{t('upstreams.localGone')}</span>}
    </span>
  )
}

export const RemoteCell = ({ row: { remote } }: CellProps) =>
  remote === null ? (
    <span className="text-ink-3">–</span>
  ) : (
    <span className="font-mono text-xs wrap-anywhere">{remote}</span>
  )

/** The variables in the provider's order. */
export function VariablesCell({ row: { variables } }: CellProps) {
  if (variables.length === 0) return <span className="text-ink-3">–</span>
  return (
    <ol className="flex flex-wrap gap-1">
      {variables.map((name) => (
        <li key={name}>
          <CodeChip>{name}</CodeChip>
        </li>
      ))}
    </ol>
  )
}

/** The state; a stored mapping is missing because the template changed. */
export function StateCell({ row: { state, remote } }: CellProps) {
  const t = useText()
  const { tone, title } = mappingLooks[state]
  return (
    <span className="grid">
      <Status tone={tone}>{t(title)}</Status>
      {state === 'missing' && remote !== null && (
        <span className="text-xs text-ink-3">{t('upstreams.variablesChanged')}</span>
      )}
    </span>
  )
}

/** A missing mapping has one action, a stored one a menu. */
export function ActsCell({ row }: CellProps) {
  const t = useText()
  const { map, remove } = useMappingActs()
  const { remote } = row
  if (remote === null) {
    return (
      <Button
        size="row"
        aria-label={t('upstreams.mapNamed', { name: localName(row) })}
        unlessSuspended
        onClick={() => map(row)}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {t('upstreams.map')}
      </Button>
    )
  }
  const items = [
    { id: 'edit', title: t('upstreams.edit'), icon: Pencil, unlessSuspended: true, act: () => map(row) },
    { id: 'copy-remote', title: t('upstreams.copyRemote'), icon: Copy, act: () => copyText(remote) },
    ...recordItems({ kind: 'mapping', id: row.local }),
  ]
  const last = { id: 'remove', title: t('upstreams.remove'), icon: Trash2, act: () => remove(row) }
  return <ActionsButton label={t('ui.actionsOf', { name: localName(row) })} groups={[{ items }, { items: [last] }]} />
}

/** One mapping on a narrow screen. */
export function StackedMapping({ row }: CellProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start justify-between gap-4">
        <LocalCell row={row} />
        <ActsCell row={row} />
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-ink-2">
        <StateCell row={row} />
        <span>
          <KindText row={row} />
        </span>
      </div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-ink-3">
        <span>
          <ChannelText row={row} />
        </span>
        {row.remote !== null && <RemoteCell row={row} />}
      </div>
      {row.variables.length > 0 && <VariablesCell row={row} />}
    </div>
  )
}
