import { CopyableId } from '../ui/copy.tsx'
import { MaskedSecret } from '../ui/masked-secret.tsx'
import { Status, type Tone } from '../ui/status.tsx'
import { CountryChip } from '../ui/country-chip.tsx'
import { CodeChip, Key, Tag } from '../ui/tag.tsx'
import { Row } from './row.tsx'

type StatusExamples = readonly (readonly [Tone, string])[]

const message: StatusExamples = [
  ['open', 'Accepted'],
  ['open', 'Queued'],
  ['open', 'Sending'],
  ['idle', 'Sent'],
  ['ok', 'Delivered'],
  ['ok', 'Read'],
  ['ok', 'Received'],
  ['bad', 'Undelivered'],
  ['bad', 'Rejected'],
  ['bad', 'Failed'],
  ['warn', 'Expired'],
  ['warn', 'Unknown'],
]
const review: StatusExamples = [
  ['open', 'In review'],
  ['idle', 'Pre-approved'],
  ['ok', 'Approved'],
  ['bad', 'Rejected'],
]
const invoice: StatusExamples = [
  ['open', 'Draft'],
  ['warn', 'Due'],
  ['ok', 'Paid'],
  ['bad', 'Overdue'],
  ['idle', 'Void'],
]

const StatusGrid = ({ text }: { text: StatusExamples }) => (
  <div className="grid w-full grid-cols-2 gap-x-2 gap-y-1.5 pt-1.5 sm:grid-cols-4">
    {text.map(([tone, label]) => (
      <Status key={label} tone={tone}>
        {label}
      </Status>
    ))}
  </div>
)

/** Statuses, tags and notes. */
export function States() {
  return (
    <>
      <Row title="Tag">
        <Tag>SMPP</Tag>
        <Tag>Admin</Tag>
        <Tag tone="ok">Verified</Tag>
        <Tag tone="warn">Not verified</Tag>
        <CountryChip>SG</CountryChip>
        <CountryChip>CN</CountryChip>
        <CodeChip>{'{name}'}</CodeChip>
        <Key>Ctrl K</Key>
        <CopyableId value="HYAK7K2M9QX4N8T3" what="key" />
        <MaskedSecret value="0f1e2d3c4b5a69788796a5b4c3d2ef3a" what="secret" />
      </Row>
      <Row title="Message">
        <StatusGrid text={message} />
      </Row>
      <Row title="Review">
        <StatusGrid text={review} />
      </Row>
      <Row title="Invoice">
        <StatusGrid text={invoice} />
      </Row>
    </>
  )
}
