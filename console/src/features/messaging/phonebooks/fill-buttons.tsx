import { FileUp, Plus } from 'lucide-react'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { preloadDialog } from '../../../ui/dialog.tsx'
import type { PhonebookForm } from './search.ts'

interface OpenProps {
  onOpen: (form: PhonebookForm) => void
}

/** The buttons that fill a phonebook. A suspended account can only read and delete. */
export function FillButtons({ onOpen }: OpenProps) {
  const t = useText()
  const preload = { onPointerEnter: preloadDialog, onFocus: preloadDialog }
  return (
    <>
      <Button icon={FileUp} onClick={() => onOpen('import')} unlessSuspended {...preload}>
        {t('phonebooks.import')}
      </Button>
      <Button tone="primary" icon={Plus} onClick={() => onOpen('add')} unlessSuspended {...preload}>
        {t('phonebooks.addContact')}
      </Button>
    </>
  )
}
