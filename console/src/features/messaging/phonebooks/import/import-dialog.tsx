import type { Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { ContactImportId } from '@hongyan/contract/ids'
import { useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { ImportForm, type ImportOrder } from './import-form.tsx'
import { ImportState } from './import-state.tsx'

interface ImportDialogProps {
  book: Phonebook
  /** The import to show; null for a new one. */
  running: ContactImportId | null
  onStarted: (id: ContactImportId) => void
  onClose: () => void
}

/** The last order of each phonebook, so that a file with a problem can be imported again with another choice. */
const orders = new Map<ContactImportId, ImportOrder>()

/** Imports a file into a phonebook, and shows how far it is. It can be closed and found again by its address. */
export default function ImportDialog({ book, running, onStarted, onClose }: ImportDialogProps) {
  const t = useText()
  const [isAgain, setAgain] = useState(false)
  const started = (id: ContactImportId, order: ImportOrder) => {
    orders.set(id, order)
    onStarted(id)
  }
  return (
    <Dialog title={t('phonebooks.importTitle', { name: book.name })} open onClose={onClose}>
      {running === null || isAgain ? (
        <ImportForm book={book} onStarted={started} onClose={onClose} />
      ) : (
        <ImportState
          book={book}
          id={running}
          order={orders.get(running) ?? null}
          onStarted={started}
          onAgain={() => setAgain(true)}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
