import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import { FileUp, Plus } from 'lucide-react'
import { useAccount } from '../../../api/account.ts'
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
  const isSuspended = useAccount().config.acct_status === AccountStatus.Suspended
  const disabled = { disabled: isSuspended, title: isSuspended ? t('phonebooks.suspended') : undefined }
  const preload = { onPointerEnter: preloadDialog, onFocus: preloadDialog }
  return (
    <>
      <Button icon={FileUp} onClick={() => onOpen('import')} {...disabled} {...preload}>
        {t('phonebooks.import')}
      </Button>
      <Button tone="primary" icon={Plus} onClick={() => onOpen('add')} {...disabled} {...preload}>
        {t('phonebooks.addContact')}
      </Button>
    </>
  )
}
