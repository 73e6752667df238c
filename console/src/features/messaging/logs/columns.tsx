import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { currentLocale, formatNumber, t } from '../../../i18n/text.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { Column } from '../../../ui/table.tsx'
import { PriceCell, RecipientCell, StatusCell, TextCell, TookCell } from './cells.tsx'
import { sceneTitles } from './labels.ts'
import { channelName } from '../../../ui/channel-name.ts'
import { RowMenu } from './row-menu.tsx'

const quiet = (text: string | null | undefined) => <span className="text-ink-3">{text ?? '–'}</span>

export const columns: readonly Column<Message>[] = [
  { title: 'logs.time', cell: ({ accepted_at: at }) => <Moment at={at} seconds />, bar: 56 },
  { title: 'logs.recipient', cell: (row) => <RecipientCell row={row} />, fixed: true, bar: 120 },
  { title: 'logs.text', cell: (row) => <TextCell row={row} />, bar: 200 },
  {
    title: 'logs.scene',
    cell: ({ scene }) => <span className="whitespace-nowrap">{t(sceneTitles[scene])}</span>,
    bar: 48,
  },
  { title: 'logs.status', cell: (row) => <StatusCell row={row} />, bar: 96 },
  { title: 'logs.parts', cell: ({ parts }) => formatNumber(parts), end: true, bar: 16 },
  { title: 'logs.price', cell: (row) => <PriceCell row={row} />, end: true, bar: 64 },
  { title: 'logs.took', cell: (row) => <TookCell row={row} />, end: true, bar: 32 },
  { title: 'logs.sender', cell: ({ sender }) => quiet(sender), rare: true, bar: 64 },
  { title: 'logs.template', cell: ({ template }) => quiet(template?.name ?? template?.id), rare: true, bar: 80 },
  { title: 'logs.credential', cell: ({ credential }) => quiet(credential?.key), rare: true, bar: 80 },
  { title: 'logs.broadcast', cell: ({ broadcast }) => quiet(broadcast?.name), rare: true, bar: 80 },
  {
    title: 'logs.upstream',
    cell: ({ upstream: code, upstream_name: name }) =>
      quiet(code === null ? null : channelName({ code, name }, t, currentLocale())),
    rare: true,
    bar: 80,
  },
  { title: 'logs.ref', cell: ({ client_ref: ref }) => quiet(ref), rare: true, bar: 80 },
  { title: 'ui.actions', cell: (row) => <RowMenu row={row} />, end: true, quiet: true, bar: 24 },
]
