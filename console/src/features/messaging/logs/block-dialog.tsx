import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { list } from '@hongyan/contract/limits/screens'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { t as textNow, useLocale, useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonLooks } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { ErrorHelp } from '../../../ui/help-link.tsx'
import { Note } from '../../../ui/note.tsx'
import { choiceBody, choiceErrors, newChoice } from '../../../ui/recipient-list/choice.ts'
import { ChoiceFields } from '../../../ui/recipient-list/choice-fields.tsx'
import { showError } from '../../../ui/show-error.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'

const listed = addresses.recipients.list

/** The entries of the message's number on the recipient list. */
const useEntries = ({ id }: Message) =>
  useQuery({
    queryKey: [listed, 'of', id],
    queryFn: ({ signal }) => api.recipients.list({ query: { message: id, limit: list.limit, offset: 0 } }, signal),
    gcTime: 0,
    retry: false,
  })

interface DialogPartProps {
  message: Message
  onClose: () => void
}

/** A number that is blocked already needs no further entry. */
function Blocked({ message, onClose }: DialogPartProps) {
  const t = useText()
  return (
    <>
      <DialogBody>
        <Note>{t('logs.blockedAlready', { to: message.to })}</Note>
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <Link to={paths.protection} search={{ message: message.id }} className={buttonLooks('primary')}>
          {t('logs.openList')}
        </Link>
      </DialogFoot>
    </>
  )
}

function BlockForm({ message, onClose, entries }: DialogPartProps & { entries: readonly ListedRecipient[] }) {
  const t = useText()
  const locale = useLocale()
  const [choice, setChoice] = useState(() => newChoice('block'))
  async function submit({ note = '' }: FormValues) {
    await api.recipients.add({ body: { message: message.id, ...choiceBody(choice, note) } })
    onClose()
    toast('ok', textNow('logs.blocked', { to: message.to }), textNow('logs.blockedSoon'))
    await queryClient.invalidateQueries({ queryKey: [listed] })
  }
  return (
    <Form check={({ note = '' }) => choiceErrors(choice, note, locale)} submit={submit} onError={showError}>
      <DialogBody>
        <p className="text-sm text-ink-2">{t('logs.blockText', { to: message.to })}</p>
        {entries.length > 0 && (
          <Note>
            {t('logs.optedOutAlready')}{' '}
            <Link to={paths.protection} search={{ message: message.id }} className="text-link">
              {t('logs.openList')}
            </Link>
          </Note>
        )}
        <ChoiceFields choice={choice} onChange={setChoice} />
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton tone="danger" unlessSuspended busyLabel={t('logs.blocking')}>
          {t(choice.reason === 'block' ? 'logs.block' : 'logs.optOut')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** Adds the recipient of a message to the recipient list. */
export default function BlockDialog({ message, onClose }: DialogPartProps) {
  const t = useText()
  const { data, error } = useEntries(message)
  const isBlocked = data?.some(({ reason }) => reason === 'block') === true
  return (
    <Dialog title={t('logs.block')} open onClose={onClose}>
      {data === undefined && (
        <DialogBody>
          {error === null ? (
            <Skeleton label={t('ui.loading')} />
          ) : (
            <Note>
              {error instanceof ApiError ? error.message : t('ui.offline')} <ErrorHelp error={error} />
            </Note>
          )}
        </DialogBody>
      )}
      {data !== undefined && isBlocked && <Blocked message={message} onClose={onClose} />}
      {data !== undefined && !isBlocked && <BlockForm message={message} onClose={onClose} entries={data} />}
    </Dialog>
  )
}
