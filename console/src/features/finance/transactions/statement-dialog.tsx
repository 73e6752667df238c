import { useState } from 'react'
import { useToday } from '../../../api/use-today.ts'
import { useText } from '../../../i18n/text.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import type { Range } from '../../../ui/list/range.ts'
import { Note } from '../../../ui/note.tsx'
import { Select } from '../../../ui/select.tsx'
import { monthText } from './days.ts'
import { files } from './queries.ts'
import { monthsTo, statementMonth } from './statement-month.ts'

/** The filtered month is preselected. */
function Statement({ range }: { range: Range }) {
  const t = useText()
  const today = useToday()
  const [month, setMonth] = useState(() => statementMonth(range, today))
  const months = monthsTo(today)
  return (
    <>
      <DialogBody>
        <p className="text-ink-2">{t('transactions.statementText')}</p>
        <Select
          label={t('transactions.month')}
          options={months.map((each) => ({ value: each, title: monthText(each) }))}
          value={month}
          onChange={setMonth}
        />
        {month === months[0] && <Note>{t('transactions.provisional')}</Note>}
      </DialogBody>
      <DialogFoot>
        <a href={files.statementCsv(month)} download className={buttonLooks()}>
          {t('transactions.downloadCsv')}
        </a>
        <a href={files.statementPdf(month)} download className={buttonLooks('primary')}>
          {t('transactions.downloadPdf')}
        </a>
      </DialogFoot>
    </>
  )
}

interface StatementDialogProps {
  range: Range
  open: boolean
  onClose: () => void
}

/** A month's statement as PDF or CSV. */
export function StatementDialog({ range, open, onClose }: StatementDialogProps) {
  const t = useText()
  return (
    <Dialog title={t('transactions.statementTitle')} open={open} onClose={onClose}>
      <Statement range={range} />
    </Dialog>
  )
}
