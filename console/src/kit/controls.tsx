import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Checkbox, Radio, RadioCards, Segmented, Switch } from '../ui/choice.tsx'
import { ComboField } from '../ui/combo-field.tsx'
import { TextField } from '../ui/field.tsx'
import { Logo, Mark } from '../ui/logo.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { Row } from './row.tsx'

const focused = 'outline-2 outline-offset-2 outline-focus'
const focusedField = '[&_div:has(>input)]:border-focus [&_div:has(>input)]:ring-3 [&_div:has(>input)]:ring-focus/22'
const modes = [
  { value: 'simple', title: 'Simple mode', text: 'The AccessKey ID alone is enough.' },
  { value: 'hmac', title: 'HMAC mode', text: 'Each request carries a signature.', mark: <Tag>Recommended</Tag> },
]
const tabs = [
  { value: 'once', title: 'Top up', view: 'Once, by hand.' },
  { value: 'auto', title: 'Auto-recharge', view: 'Whenever the balance is low.' },
]
const countries = ['Germany (DE)', 'Japan (JP)', 'Singapore (SG)'].map((title) => ({ value: title, title }))
const foundIn = (typed: string) => countries.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()))

function Choices({ scheme }: { scheme: string }) {
  const [mode, setMode] = useState('hmac')
  const [view, setView] = useState<'day' | 'week'>('day')
  const [tab, setTab] = useState('once')
  return (
    <>
      <Row title="Choice">
        <Radio name={`${scheme}-mode`} defaultChecked>
          HMAC
        </Radio>
        <Radio name={`${scheme}-mode`}>Simple</Radio>
        <Checkbox defaultChecked>Agreed</Checkbox>
        <Checkbox>Not yet</Checkbox>
        <Switch defaultChecked>On</Switch>
        <Switch>Off</Switch>
      </Row>
      <Row title="Card choice">
        <div className="w-full">
          <RadioCards legend="Auth mode" name={`${scheme}-card`} choices={modes} value={mode} onChange={setMode} />
        </div>
      </Row>
      <Row title="Tabs">
        <div className="w-full">
          <Tabs label="Top up" tabs={tabs} value={tab} onChange={setTab} />
        </div>
      </Row>
      <Row title="Segmented">
        <Segmented
          label="Period"
          choices={[
            { value: 'day', title: 'Day' },
            { value: 'week', title: 'Week' },
          ]}
          value={view}
          onChange={setView}
        />
      </Row>
    </>
  )
}

/** Buttons, fields and choices. */
export function Controls({ scheme }: { scheme: string }) {
  return (
    <>
      <div className="flex items-center gap-4 pb-4 text-accent-ink">
        <span className="text-ink">
          <Logo />
        </span>
        <Mark size={16} />
        <Mark size={20} />
        <Mark size={32} />
      </div>
      <Row title="Primary">
        <Button tone="primary">Create</Button>
        <Button tone="primary" className="bg-accent-hover">
          Hover
        </Button>
        <Button tone="primary" className={focused}>
          Focus
        </Button>
        <Button tone="primary" busy busyLabel="Saving">
          Save
        </Button>
        <Button tone="primary" disabled>
          Disabled
        </Button>
      </Row>
      <Row title="Secondary">
        <Button icon={Download}>Export</Button>
        <Button size="small">Small 32</Button>
        <Button size="row">Row 28</Button>
        <Button tone="ghost">Ghost</Button>
        <Button tone="danger">Delete LUMEN</Button>
      </Row>
      <Row title="Field">
        <div className="grid w-full gap-2.5 sm:grid-cols-3">
          <TextField label="Name" defaultValue="Out for delivery" hint="1 to 48 characters" />
          <div className={focusedField}>
            <TextField label="Amount" prefix="$" defaultValue="500.00" hint="$20.00 to $3,000.00" />
          </div>
          <TextField label="Amount" prefix="$" defaultValue="12.00" error="The smallest top-up is $20.00." />
        </div>
      </Row>
      <Row title="Text area">
        <div className="grid w-full">
          <TextArea
            name="text"
            label="Text"
            rows={3}
            defaultValue="Your parcel is out."
            hint="Up to 2,000 characters"
          />
        </div>
      </Row>
      <Row title="One of many">
        <div className="w-full">
          <ComboField
            label="Country"
            name={`${scheme}-country`}
            placeholder="Search by name or code"
            match={foundIn}
            emptyText="No such country"
            showAllLabel="Show all countries"
          />
        </div>
      </Row>
      <Choices scheme={scheme} />
    </>
  )
}
