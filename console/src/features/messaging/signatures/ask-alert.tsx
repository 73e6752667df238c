import type { Signature } from '@hongyan/contract/endpoints/messaging/signatures'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { gap } from '../../../i18n/gap.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { TypedName, useTypedName } from '../../../ui/review/typed-name.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { useJoined } from './labels.ts'
import { forgetSignature } from './queries.ts'
import type { Ask } from './use-acts.ts'

interface AskAlertProps {
  question: Parameters<Ask>[0]
  row: Signature
  /** Closes the sheet of the sender too, once it is gone. */
  onGone: () => void
  onClose: () => void
}

/** The broadcasts that use the sender, from the refusal to delete it. */
function broadcastsOf({ details }: ApiError): readonly string[] {
  if (typeof details !== 'object' || details === null || !('broadcasts' in details)) return []
  return Array.isArray(details.broadcasts) ? details.broadcasts.map(String) : []
}

/** Asks before a sender is deleted or its submission withdrawn, and names what depends on it. */
export function AskAlert({ question, row, onGone, onClose }: AskAlertProps) {
  const { id, name, templates, is_default: isDefault } = row
  const t = useText()
  const typed = useTypedName(row)
  const isRemoval = question === 'remove'
  const needsName = isRemoval && typed.isNeeded
  const joined = useJoined()
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const [busy, act] = useBusy(async () => {
    try {
      await api.signatures[question]({ params: { id } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'signature_in_use') throw error
      setRefusal(error)
      return
    }
    toast('ok', isRemoval ? doneText('deleted', 'signatures.entity') : textNow('signatures.withdrawn'))
    onGone()
    await forgetSignature(id)
  })
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
      {refusal !== null && (
        <div role="alert" className="mt-3">
          <FieldError>
            <span>
              {refusal.message}
              {gap()}
              {t('signatures.usedBy', { names: joined(broadcastsOf(refusal)) })}
            </span>
          </FieldError>
        </div>
      )}
    </Alert>
  )
}
