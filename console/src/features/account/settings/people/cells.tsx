import type { Erasure } from '@hongyan/contract/endpoints/messaging/people'
import { Download } from 'lucide-react'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { RecordMenu } from '../../../../ui/record-menu.tsx'
import { Status } from '../../../../ui/status.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { saveDocument } from './save-file.ts'

interface CellProps {
  erasure: Erasure
}

/** Finished, or the messages that it still waits for. */
export function StateCell({ erasure: { finished_at: at, waiting } }: CellProps) {
  const t = useText()
  if (at !== null) return <Status tone="ok">{t('people.finished')}</Status>
  return <Status tone="open">{waiting === 0 ? t('people.running') : t('people.waiting', { count: waiting })}</Status>
}

function CertificateCell({ erasure: { id, recipient, finished_at: at } }: CellProps) {
  const t = useText()
  const [busy, save] = useBusy(async () =>
    saveDocument(`hongyan-erasure-${id}`, await api.people.certificate({ params: { id } })),
  )
  if (at === null) return <span className="text-xs text-ink-3">{t('people.certificateLater')}</span>
  return (
    <Button
      size="row"
      icon={Download}
      busy={busy}
      aria-label={t('people.certificateOf', { number: recipient })}
      onClick={save}
    >
      {t('people.certificate')}
    </Button>
  )
}

/** The certificate and the menu at the end of a row. */
export const RowActs = ({ erasure }: CellProps) => (
  <span className="inline-flex items-center gap-2">
    <CertificateCell erasure={erasure} />
    <RecordMenu kind="erasure" id={erasure.id} name={erasure.recipient} />
  </span>
)

/** One erasure on a narrow screen. */
export function StackedErasure({ erasure }: CellProps) {
  const t = useText()
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center justify-between gap-4">
        <span className="font-medium tabular-nums">{erasure.recipient}</span>
        <StateCell erasure={erasure} />
      </div>
      <div className="flex items-center justify-between gap-4 text-sm text-ink-3">
        <span>
          {t('people.messages', { count: erasure.erased })} · <Moment at={erasure.requested_at} />
        </span>
        <RowActs erasure={erasure} />
      </div>
    </div>
  )
}
