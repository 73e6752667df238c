import type { ContactImport, Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { ContactImportId } from '@hongyan/contract/ids'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Note } from '../../../../ui/note.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { isReading, leftOutOf, reloadPhonebooks, useImport } from '../queries.ts'
import type { ImportOrder } from './import-form.tsx'
import { choiceOf, countRows, failureText, leftOutRows } from './labels.ts'

interface ImportStateProps {
  book: Phonebook
  id: ContactImportId
  /** The order that began it; null where this page did not begin it. */
  order: ImportOrder | null
  onStarted: (id: ContactImportId, order: ImportOrder) => void
  /** Opens the form of another import. */
  onAgain: () => void
  onClose: () => void
}

/** The progress of a file, and the results of its rows. */
export function ImportState({ book, id, order, onStarted, onAgain, onClose }: ImportStateProps) {
  const t = useText()
  const { data: found, error, refetch } = useImport(book.id, id)
  const isOver = !isReading(found)
  useEffect(() => {
    if (isOver) void reloadPhonebooks()
  }, [isOver])
  if (found === undefined && error !== null) {
    return (
      <DialogBody>
        <ErrorPanel title={t('phonebooks.importFailed')} error={error} onRetry={() => void refetch()} />
      </DialogBody>
    )
  }
  if (found === undefined || found.state === 'parsing')
    return <Running progress={found?.progress ?? 0} onClose={onClose} />
  return (
    <>
      <DialogBody>
        {found.state === 'failed' ? (
          <Failed found={found} />
        ) : (
          <p role="status" className="font-medium">
            {t('phonebooks.imported')}
          </p>
        )}
        {(found.state === 'ready' || found.added + found.updated > 0) && <Counts found={found} />}
        {leftOutRows(found) > 0 && found.state === 'ready' && <LeftOut href={leftOutOf(book.id, id)} />}
        {order !== null && choiceOf(found) !== null && (
          <Choice book={book} found={found} order={order} onStarted={onStarted} />
        )}
      </DialogBody>
      <DialogFoot>
        {found.state === 'failed' && <Button onClick={onAgain}>{t('phonebooks.otherFile')}</Button>}
        <Button tone={choiceOf(found) === null ? 'primary' : 'secondary'} onClick={onClose}>
          {t('phonebooks.done')}
        </Button>
      </DialogFoot>
    </>
  )
}

function Running({ progress, onClose }: { progress: number; onClose: () => void }) {
  const t = useText()
  return (
    <>
      <DialogBody>
        <p className="text-ink-2">{t('phonebooks.runningText')}</p>
        <Progress label={t('phonebooks.importing')} done={progress} of={100} text={`${formatNumber(progress)}%`} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('phonebooks.closeRunning')}</Button>
      </DialogFoot>
    </>
  )
}

function Failed({ found }: { found: ContactImport }) {
  const t = useText()
  return (
    <Note tone="bad" announced title={found.name}>
      {t(failureText(found))}
    </Note>
  )
}

function Counts({ found }: { found: ContactImport }) {
  const t = useText()
  return (
    <dl aria-label={t('phonebooks.outcome')} className="grid gap-1 text-sm">
      {countRows(found)
        .filter(([title, count]) => count > 0 || title === 'phonebooks.countAdded')
        .map(([title, count]) => (
          <div key={title} className="flex justify-between gap-4 border-b border-line py-1.5">
            <dt className="text-ink-2">{t(title)}</dt>
            <dd className="font-medium tabular-nums">{formatNumber(count)}</dd>
          </div>
        ))}
    </dl>
  )
}

function LeftOut({ href }: { href: string }) {
  const t = useText()
  return (
    <a href={href} download className="inline-flex items-center gap-2 justify-self-start text-sm text-link">
      <Icon of={Download} />
      {t('phonebooks.downloadLeftOut')}
    </a>
  )
}

type ChoiceProps = Pick<ImportStateProps, 'book' | 'onStarted'> & {
  found: ContactImport
  order: ImportOrder
}

/** Lets the owner choose the column with the numbers, or the sheet, and imports the file again. */
function Choice({ book, found, order, onStarted }: ChoiceProps) {
  const t = useText()
  const isColumn = choiceOf(found) === 'column'
  const options = isColumn
    ? found.columns
        .toSorted((one, other) => other.phones - one.phones)
        .map(({ name, sample }) => ({ value: name, title: [name, ...sample.slice(0, 1)].join(' · ') }))
    : found.sheets.map((name) => ({ value: name, title: name }))
  const [chosen, setChosen] = useState(options[0]?.value ?? '')
  const [busy, again] = useBusy(async () => {
    const body = { ...order, ...(isColumn ? { phone_column: chosen } : { sheet: chosen }) }
    const { id } = await api.phonebooks.import({ params: { id: book.id }, body })
    onStarted(id, body)
  })
  return (
    <div className="grid gap-3">
      <Select
        label={t(isColumn ? 'phonebooks.phoneColumn' : 'phonebooks.sheet')}
        options={options}
        value={chosen}
        onChange={setChosen}
      />
      <Button tone="primary" busy={busy} busyLabel={t('phonebooks.importing')} onClick={again}>
        {t('phonebooks.importNow')}
      </Button>
    </div>
  )
}
