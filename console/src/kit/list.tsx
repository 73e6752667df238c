import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { ListScreen } from '../ui/list-screen.tsx'
import { Select } from '../ui/select.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import type { Column } from '../ui/table.tsx'
import { Explain } from '../ui/tooltip.tsx'
import { Row } from './row.tsx'

interface Message {
  time: string
  to: string
  tone: Tone
  label: string
}

const messages: readonly Message[] = [
  { time: '22:40:02', to: '+6591230008', tone: 'open', label: 'Sending' },
  { time: '22:39:51', to: '+6581230042', tone: 'ok', label: 'Delivered' },
  { time: '22:14:07', to: '+6581230017', tone: 'bad', label: 'Undelivered' },
]
const statuses = [
  { value: 'all', title: 'All' },
  { value: 'bad', title: 'Undelivered' },
] as const
const columns: Column<Message>[] = [
  { title: 'kit.time', cell: ({ time }) => time },
  { title: 'kit.to', cell: ({ to }) => <CopyableId value={to} what="number" /> },
  { title: 'kit.status', cell: ({ tone, label }) => <Status tone={tone}>{label}</Status> },
  { title: 'kit.message', quiet: true, end: true, cell: () => <Explain what="message" text="Sent in one part." /> },
]

const stacked = ({ time, to, tone, label }: Message) => (
  <div className="grid gap-1">
    <div className="flex justify-between">
      <Status tone={tone}>{label}</Status>
      <span className="text-ink-3 tabular-nums">{time}</span>
    </div>
    <CopyableId value={to} what="number" />
  </div>
)

/** The list screen with a filter, a button that clears it, and a second page. */
export function List() {
  const [status, setStatus] = useState<'all' | 'bad'>('all')
  const [pages, setPages] = useState(1)
  const rows = messages.slice(0, pages * 2).filter(({ tone }) => status === 'all' || tone === status)
  const more = pages === 1 ? { load: () => setPages(2), loading: false } : null
  return (
    <Row title="List">
      <div className="w-full">
        <ListScreen
          name="kit"
          header={null}
          filters={
            <div className="mb-4 flex gap-2">
              <Select label="Status" labelled="inside" options={statuses} value={status} onChange={setStatus} />
              {status !== 'all' && (
                <Button tone="ghost" size="small" onClick={() => setStatus('all')}>
                  Clear
                </Button>
              )}
            </div>
          }
          list={{ rows, waiting: false, refreshing: false, more, error: null, retry: () => undefined }}
          label="Messages"
          columns={columns}
          rowKey={({ time }) => time}
          stacked={stacked}
          controls
          empty={<p className="py-6 text-center text-ink-2">No message has this status.</p>}
          failedTitle="Couldn’t load messages"
        />
      </div>
    </Row>
  )
}
