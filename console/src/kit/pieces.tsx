import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { BarMoney, Money } from '../ui/money.tsx'
import { Note } from '../ui/note.tsx'
import { Progress } from '../ui/progress.tsx'
import { Snippet } from '../ui/snippet.tsx'
import { Table, type Column } from '../ui/table.tsx'
import { ApiError } from '../lib/api-error.ts'
import { Row } from './row.tsx'

const columns: Column<never>[] = [
  { title: 'kit.time', cell: () => null, bar: 48 },
  { title: 'kit.to', cell: () => null, bar: 84 },
  { title: 'kit.message', cell: () => null, bar: 120 },
  { title: 'kit.status', cell: () => null, bar: 56 },
]
const snippets = [
  { title: 'cURL', code: 'curl https://api.hongyan.example/?action=sms.message.send' },
  { title: 'OpenSSL', code: 'openssl dgst -sha256 -hmac "$HY_SECRET" -binary' },
] as const
const refusal = new ApiError(503, 'The server took too long to answer.', { requestId: '01994c9a7d42' })
const nothing = () => undefined

/** Text and data. */
export function Pieces() {
  return (
    <>
      <Row title="Note">
        <div className="grid w-full gap-2.5">
          <Note>Your session has ended.</Note>
          <Note tone="warn" title="Requests in simple mode will be rejected.">
            Change those callers first.
          </Note>
          <Note tone="bad" title="The card was declined.">
            Your bank gives no reason. Try another card.
          </Note>
        </div>
      </Row>
      <Row title="Loading">
        <div className="grid w-full gap-3">
          <Table label="Loading" columns={columns} rows={[]} rowKey={String} stacked={nothing} waiting={3} />
          <Progress label="Export" done={7738} of={12_480} text="62%, 7,738 of 12,480" />
        </div>
      </Row>
      <Row title="Money">
        <span className="text-money font-semibold">
          <Money exact="1284.379200" currency="USD" decimals={4} />
        </span>
        <BarMoney exact="1284.379200" currency="USD" />
        <BarMoney exact="812.340000" currency="CNY" />
        <Avatar seed="1A2B3" url={null} size={32} />
      </Row>
      <Row title="Snippet">
        <div className="w-full">
          <Snippet label="Send a message" tabs={snippets} />
        </div>
      </Row>
      <Row title="Empty">
        <Card className="w-full p-0!">
          <EmptyState
            title="No messages yet"
            text="Every message you send shows up here within a second."
            action={<Button tone="primary">Send a test message</Button>}
          />
        </Card>
      </Row>
      <Row title="Error">
        <Card className="w-full p-0!">
          <ErrorPanel title="Couldn’t load transactions" error={refusal} onRetry={nothing} />
        </Card>
      </Row>
    </>
  )
}
