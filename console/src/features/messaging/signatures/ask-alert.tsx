import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { gap } from '../../../i18n/gap.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import type { ApiError } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { TypedName, useTypedName } from '../../../ui/review/typed-name.tsx'
import { isInUse, UsedBy } from '../../../ui/review/used-by.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { forgetSignature, reloadSignatures } from './queries.ts'
import type { Ask } from './use-acts.ts'

interface AskAlertProps {
  question: Parameters<Ask>[0]
  row: Signature
  /** Closes the sheet of the sender too, once it is gone. */
  onGone: () => void
  onClose: () => void
}

/** Asks before a sender is deleted or its submission withdrawn, and names what depends on it. */
export function AskAlert({ question, row, onGone, onClose }: AskAlertProps) {
  const { id, name, templates, is_default: isDefault } = row
  const t = useText()
  const typed = useTypedName(row)
  const isRemoval = question === 'remove'
  const needsName = isRemoval && typed.isNeeded
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [busy, act] = useBusy(
    async () => {
      try {
        await api.signatures[question]({ params: { id } })
      } catch (error) {
        if (!isInUse(error)) throw error
        setRefusal(error)
        return
      }
      toast('ok', isRemoval ? doneText('deleted', 'signatures.entity') : textNow('signatures.withdrawn'))
      onGone()
      await forgetSignature(id)
    },
    async () => {
      onClose()
      await reloadSignatures()
    },
  )
  const actions = (
    <>
      <Button autoFocus={!needsName} onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button
        tone="danger"
        busy={busy}
        busyLabel={t(isRemoval ? 'signatures.deleting' : 'signatures.withdrawing')}
        disabled={needsName && !typed.isTyped}
        onClick={act}
      >
        {t(isRemoval ? 'signatures.delete' : 'signatures.withdraw')}
      </Button>
    </>
  )
  return (
    <Alert
      title={isRemoval ? deleteAsk('signatures.entity', name) : t('signatures.withdrawAsk', { name })}
      onClose={onClose}
      actions={actions}
    >
      {t(isRemoval ? 'signatures.deleteText' : 'signatures.withdrawText')}
      {templates > 0 && gap() + t('signatures.deleteTemplates', { count: templates })}
      {isDefault && gap() + t('signatures.deleteDefault')}
      {needsName && <TypedName of={row} by={typed} busy={busy} onEnter={act} />}
      {refusal !== null && <UsedBy refusal={refusal} />}
    </Alert>
  )
}
