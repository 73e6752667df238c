import type { InboxMessage } from '@hongyan/contract/public-api/inbox'
import type { MouseEvent } from 'react'
import type { TextId } from '../../i18n/ids.ts'
import { useText } from '../../i18n/text.ts'
import { Moment } from '../../ui/moment.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { MessageBody } from './message-body.tsx'
import { inboxOf } from './recipient-filter.ts'

const channels: Record<InboxMessage['channel'], TextId> = {
  sms: 'inbox.sms',
  voice: 'inbox.voice',
  whatsapp: 'inbox.whatsapp',
  mail: 'inbox.mail',
}

function Channel({ of }: { of: InboxMessage['channel'] }) {
  const t = useText()
  return <Tag>{t(channels[of])}</Tag>
}

type Choose = (recipient: string) => void

/** Filters the messages by this recipient. */
function Recipient({ of: recipient, onChoose }: { of: string; onChoose: Choose }) {
  const t = useText()
  const choose = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onChoose(recipient)
  }
  return (
    <a
      href={inboxOf(recipient)}
      title={t('inbox.only', { recipient })}
      onClick={choose}
      className="font-medium whitespace-nowrap tabular-nums hover:underline"
    >
      {recipient}
    </a>
  )
}

const columnsFor = (onChoose: Choose): readonly Column<InboxMessage>[] => [
  { title: 'inbox.time', cell: ({ receivedAt }) => <Moment at={receivedAt} seconds />, bar: 56 },
  { title: 'inbox.to', cell: ({ to }) => <Recipient of={to} onChoose={onChoose} />, bar: 104 },
  { title: 'inbox.from', cell: ({ from }) => <span className="text-ink-2">{from}</span>, bar: 72 },
  { title: 'inbox.channel', cell: ({ channel }) => <Channel of={channel} />, bar: 40 },
  {
    title: 'inbox.message',
    cell: (message) => (
      <div className="w-[38vw] max-w-[420px] py-2.5">
        <MessageBody of={message} />
      </div>
    ),
    bar: 320,
  },
]

const stackedFor = (onChoose: Choose) => (message: InboxMessage) => (
  <div className="grid gap-1.5">
    <div className="flex items-center justify-between gap-3">
      <Recipient of={message.to} onChoose={onChoose} />
      <span className="text-ink-3">
        <Moment at={message.receivedAt} seconds />
      </span>
    </div>
    <MessageBody of={message} />
    <div className="flex items-center gap-2 text-xs text-ink-3">
      <Channel of={message.channel} />
      {message.from}
    </div>
  </div>
)

const idOf = ({ id }: InboxMessage) => id

interface MessageTableProps {
  /** Null until loaded. */
  messages: readonly InboxMessage[] | null
  refreshing: boolean
  onChoose: Choose
}

export function MessageTable({ messages, refreshing, onChoose }: MessageTableProps) {
  const t = useText()
  return (
    <Table
      label={t('inbox.title')}
      columns={columnsFor(onChoose)}
      rows={messages ?? []}
      rowKey={idOf}
      stacked={stackedFor(onChoose)}
      waiting={messages === null ? 3 : 0}
      refreshing={refreshing}
    />
  )
}
