import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { t as textNow, useLocale, useText } from '../../../i18n/text.ts'
import { CopyableId } from '../../../ui/copy.tsx'
import { DetailRow } from '../../../ui/detail-row.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { choiceErrors } from '../../../ui/recipient-list/choice.ts'
import { NoteField, SceneFields } from '../../../ui/recipient-list/choice-fields.tsx'
import { doneText } from '../../../ui/record-texts.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { ReasonCell, SourceCell } from './cells.tsx'
import { numberText } from './labels.ts'
import { reloadRecipients } from './queries.ts'

function Facts({ row }: { row: ListedRecipient }) {
  return (
    <dl className="text-sm">
      <DetailRow title="recipients.reason">
        <ReasonCell row={row} />
      </DetailRow>
      <DetailRow title="recipients.source">
        <SourceCell row={row} />
      </DetailRow>
      <DetailRow title="recipients.created">
        <Moment at={row.created_at} seconds />
      </DetailRow>
    </dl>
  )
}

/** Shows an entry, and changes its note and the scenes of an opt-out. */
export default function EditDialog({ row, onClose }: { row: ListedRecipient; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const [scenes, setScenes] = useState(row.scenes)
  const isOptOut = row.reason === 'opt_out'
  async function submit({ note = '' }: FormValues) {
    const body = { note: note.trim(), ...(isOptOut && { scenes: [...scenes] }) }
    await api.recipients.update({ params: { id: row.id }, body })
    onClose()
    toast('ok', doneText('updated', 'recipients.entity'), textNow('recipients.addedText'))
    await reloadRecipients()
  }
  return (
    <Dialog title={numberText(row)} open onClose={onClose}>
      <Form
        check={({ note = '' }) => choiceErrors({ reason: row.reason, scenes }, note, locale)}
        submit={submit}
        onError={showError}
      >
        <DialogBody>
          <div className="grid gap-1">
            <Facts row={row} />
            <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3">
              {t('recipients.id')}
              <CopyableId value={row.id} what={t('recipients.id')} />
            </p>
          </div>
          {isOptOut && <SceneFields chosen={scenes} onChange={(chosen) => setScenes([...chosen])} />}
          <NoteField initial={row.note} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('recipients.saving')}>
            {t('recipients.save')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
