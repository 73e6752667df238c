import type { Erasure } from '@hongyan/contract/endpoints/messaging/people'
import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ListScreen } from '../../../../ui/list-screen.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import type { Column } from '../../../../ui/table.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { SecurityRow } from '../security/security-row.tsx'
import { RowActs, StackedErasure, StateCell } from './cells.tsx'
import { NumberDialog } from './number-dialog.tsx'
import { reloadErasures, useErasures } from './queries.ts'
import { saveDocument, savePdf } from './save-file.ts'

const columns: readonly Column<Erasure>[] = [
  {
    title: 'people.person',
    cell: ({ recipient }) => <span className="tabular-nums">{recipient}</span>,
    fixed: true,
    bar: 110,
  },
  { title: 'people.requested', cell: ({ requested_at: at }) => <Moment at={at} />, bar: 120 },
  { title: 'people.state', cell: (erasure) => <StateCell erasure={erasure} />, bar: 90 },
  { title: 'people.erased', cell: ({ erased }) => erased, end: true, bar: 32 },
  { title: 'people.proof', cell: (erasure) => <RowActs erasure={erasure} />, end: true, bar: 110 },
]
const idOf = ({ id }: Erasure) => id
const stacked = (erasure: Erasure) => <StackedErasure erasure={erasure} />

async function saveRecord(recipient: string): Promise<void> {
  const record = await api.people.record({ body: { recipient } })
  const { messages, complete } = record.document
  saveDocument('hongyan-personal-data', record)
  toast('ok', textNow('people.saved', { count: messages.length }), complete ? undefined : textNow('people.newestOnly'))
}

async function saveEvidence(recipient: string): Promise<void> {
  const { name, content } = await api.people.evidence({ body: { recipient } })
  savePdf(name, content)
  toast('ok', textNow('people.evidenceSaved'))
}

async function erase(recipient: string): Promise<void> {
  const { recipient: number } = await api.people.erase({ body: { recipient } })
  await reloadErasures()
  toast('ok', textNow('people.begun', { number }))
}

function Erasures() {
  const t = useText()
  return (
    <ListScreen
      name="erasures"
      header={<h2 className="mb-3 font-semibold">{t('people.erasures')}</h2>}
      list={useErasures()}
      label={t('people.erasures')}
      columns={columns}
      rowKey={idOf}
      stacked={stacked}
      controls
      empty={<EmptyState title={t('people.none')} text={t('people.noneText')} />}
      failedTitle={t('people.failed')}
    />
  )
}

/** Exports, proves and erases the data of a person by their number. */
export default function PeopleTab() {
  const t = useText()
  const [open, setOpen] = useState<'export' | 'evidence' | 'erase' | null>(null)
  const close = () => setOpen(null)
  const closingAfter = (act: (recipient: string) => Promise<void>) => async (recipient: string) => {
    await act(recipient)
    close()
  }
  return (
    <div className="grid max-w-[824px] gap-6">
      <section aria-labelledby="people" className="divide-y divide-line rounded-lg border border-line bg-raised">
        <div className="p-4 sm:px-6">
          <h2 id="people" className="font-semibold">
            {t('people.title')}
          </h2>
          <p className="mt-1 text-sm text-ink-3">{t('people.text')}</p>
        </div>
        <SecurityRow
          title="people.export"
          text="people.exportText"
          actionLabel="people.exportAct"
          onAct={() => setOpen('export')}
        />
        <SecurityRow
          title="people.evidence"
          text="people.evidenceText"
          actionLabel="people.evidenceAct"
          onAct={() => setOpen('evidence')}
        />
        <SecurityRow
          title="people.erase"
          text="people.eraseText"
          actionLabel="people.eraseAct"
          onAct={() => setOpen('erase')}
        />
      </section>
      <Erasures />
      {open === 'export' && (
        <NumberDialog
          title="people.export"
          text="people.exportDialog"
          action="people.download"
          busy="people.collecting"
          tone="primary"
          submit={closingAfter(saveRecord)}
          onClose={close}
        />
      )}
      {open === 'evidence' && (
        <NumberDialog
          title="people.evidence"
          text="people.evidenceDialog"
          action="people.evidenceNow"
          busy="people.collecting"
          tone="primary"
          submit={closingAfter(saveEvidence)}
          onClose={close}
        />
      )}
      {open === 'erase' && (
        <NumberDialog
          title="people.erase"
          text="people.eraseDialog"
          warning="people.eraseWarning"
          action="people.eraseNow"
          busy="people.erasing"
          tone="danger"
          submit={closingAfter(erase)}
          onClose={close}
        />
      )}
    </div>
  )
}
