import type { Ticket } from '@hongyan/contract/endpoints/support/tickets'
import { support as limits } from '@hongyan/contract/limits/support'
import { ruleText } from '@hongyan/contract/rules'
import { type KeyboardEvent, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { uploadFile } from '../../../../api/upload-file.ts'
import { currentLocale, t as textNow, useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { Form, type FormValues, SubmitButton } from '../../../../ui/form.tsx'
import { LeaveGuard } from '../../../../ui/leave/leave-guard.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { TextArea } from '../../../../ui/text-area.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { UploadField } from '../../../../ui/upload/upload-field.tsx'
import type { StoredFile } from '../../../../ui/upload/use-uploads.ts'
import { isText, tidyText } from '../form/texts.ts'
import { keepTicket } from '../queries.ts'

const NO_FILES: readonly StoredFile[] = []

/** Ctrl or ⌘ with Enter sends the surrounding form. */
function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function check({ text = '' }: FormValues): Record<string, string> {
  return isText(text, 1, limits.replyMax) ? {} : { text: ruleText('ticket_reply', currentLocale()) }
}

function Fields({ ticket, onSent }: { ticket: Ticket; onSent: () => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const [files, setFiles] = useState(NO_FILES)

  async function submit() {
    const attachments = files.map(({ id }) => id)
    keepTicket(await api.tickets.reply({ params: { id: ticket.id }, body: { text: tidyText(text), attachments } }))
    toast('ok', textNow('center.replied'))
    onSent()
  }

  return (
    <Form check={check} submit={submit} onError={showError} className="grid gap-4">
      {(text.trim() !== '' || files.length > 0) && <LeaveGuard />}
      <TextArea
        name="text"
        label={t('center.replyLabel')}
        rows={4}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={sendByKeys}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        {...(ticket.state === 'solved' && { hint: t('center.replySolved') })}
      />
      <UploadField
        name="attachments"
        label={t('center.attachments')}
        purpose="attachment"
        max={limits.attachments}
        value={files}
        onChange={setFiles}
        send={uploadFile}
      />
      <div className="flex sm:justify-end">
        <SubmitButton busyLabel={t('center.replying')} className="max-sm:w-full">
          {t('center.reply')}
        </SubmitButton>
      </div>
    </Form>
  )
}

/** Adds a message to a ticket that is not closed. A sent one leaves empty fields behind. */
export function ReplyBox({ ticket }: { ticket: Ticket }) {
  const [sent, setSent] = useState(0)
  return (
    <Card className="mt-6">
      <Fields key={sent} ticket={ticket} onSent={() => setSent(sent + 1)} />
    </Card>
  )
}
