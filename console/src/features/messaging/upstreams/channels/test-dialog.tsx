import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import type { MessageId } from '@hongyan/contract/ids'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { isOwn } from '../labels.ts'
import { reloadChannels } from '../queries.ts'
import { canResume, resume } from './acts.ts'

interface TestProps {
  row: Upstream
  onClose: () => void
}

/** Leads to the message, and offers the next step. */
function SentPanel({ row, message, onClose }: TestProps & { message: MessageId }) {
  const t = useText()
  const { sandbox } = useAccount()
  return (
    <>
      <DialogBody>
        <p role="status" className="font-medium">
          {t('upstreams.testSent')}
        </p>
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Link to={paths.logs} search={{ open: message }} className="text-link">
            {t('upstreams.seeMessage')}
          </Link>
          {sandbox && (
            <a href={paths.inbox} target="_blank" rel="noopener" className="text-link">
              {t('upstreams.inbox')}
            </a>
          )}
        </p>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('upstreams.done')}</Button>
        {canResume(row) && (
          <Button
            tone="primary"
            onClick={() => {
              onClose()
              void resume(row)
            }}
          >
            {t('upstreams.activate')}
          </Button>
        )}
      </DialogFoot>
    </>
  )
}

interface TestFormProps extends TestProps {
  phone: string
  onSent: (message: MessageId) => void
}

function TestForm({ row, phone, onSent, onClose }: TestFormProps) {
  const t = useText()
  async function submit() {
    if (!isOwn(row)) return
    const { message } = await api.upstreams.test({ params: { id: row.id }, body: { to: phone } })
    onSent(message)
    await reloadChannels()
  }
  return (
    <Form submit={submit} onError={showError}>
      <DialogBody>
        <TextField name="to" label={t('upstreams.testTo')} value={phone} readOnly hint={t('upstreams.testToHint')} />
        <Note>{t('upstreams.testText')}</Note>
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton unlessSuspended busyLabel={t('upstreams.sending')}>
          {t('upstreams.sendTest')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** Sends a test message over a channel to the account's own phone. */
export default function TestDialog({ row, onClose }: TestProps) {
  const t = useText()
  const { phone } = useAccount()
  const [message, setMessage] = useState<MessageId | null>(null)
  return (
    <Dialog title={t('upstreams.testOf', { name: row.name })} open onClose={onClose}>
      {phone === null ? (
        <>
          <DialogBody>
            <Note>{t('upstreams.noPhone')}</Note>
          </DialogBody>
          <DialogFoot>
            <Link to={paths.settings} search={{ tab: 'security' }} className={buttonLooks('primary')}>
              {t('upstreams.bindPhone')}
            </Link>
          </DialogFoot>
        </>
      ) : message === null ? (
        <TestForm row={row} phone={phone} onSent={setMessage} onClose={onClose} />
      ) : (
        <SentPanel row={row} message={message} onClose={onClose} />
      )}
    </Dialog>
  )
}
