import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { useMedia } from '../../../ui/media.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { Column } from '../../../ui/table.tsx'
import { EnabledStatus, KeyCell, LastUsed, ModeCell, RowActs, SecretCell, TypeTag } from './cells.tsx'

const keyWithTag = ({ id, key, type }: Credential) => (
  <KeyCell id={id} value={key}>
    <TypeTag type={type} />
  </KeyCell>
)

const acts: Column<Credential> = {
  title: 'ui.actions',
  cell: (row) => <RowActs credential={row} />,
  end: true,
  quiet: true,
  fixed: true,
  bar: 60,
}

const wide: readonly Column<Credential>[] = [
  { title: 'credentials.status', cell: () => <EnabledStatus />, bar: 64 },
  { title: 'credentials.key', cell: keyWithTag, fixed: true, bar: 180 },
  { title: 'credentials.secret', cell: ({ key, secret }) => <SecretCell value={secret} of={key} />, bar: 116 },
  { title: 'credentials.mode', cell: (row) => <ModeCell credential={row} />, bar: 96 },
  { title: 'credentials.lastUsed', cell: ({ use }) => <LastUsed use={use} />, bar: 120 },
  {
    title: 'credentials.createdAt',
    cell: ({ created_at: at }) => <Moment at={at} />,
    rare: true,
    bar: 64,
  },
  acts,
]

/** Between phone and desktop width, related values share a column. */
const medium: readonly Column<Credential>[] = [
  {
    title: 'credentials.keyAndSecret',
    cell: ({ id, key, type, secret }) => (
      <span className="grid gap-1 py-2">
        <span className="flex items-center gap-3">
          <EnabledStatus />
          <TypeTag type={type} />
        </span>
        <KeyCell id={id} value={key} />
        <SecretCell value={secret} of={key} />
      </span>
    ),
    fixed: true,
    bar: 180,
  },
  {
    title: 'credentials.modeAndUse',
    cell: (row) => (
      <span className="grid gap-1 py-2">
        <ModeCell credential={row} />
        <LastUsed use={row.use} />
      </span>
    ),
    bar: 96,
  },
  acts,
]

/** The columns that fit beside the menu. */
export const useColumns = (): readonly Column<Credential>[] => (useMedia('(min-width: 1180px), print') ? wide : medium)
