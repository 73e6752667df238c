import type { Ticket, TicketMessage } from '@hongyan/contract/endpoints/support/tickets'
import type { UploadId } from '@hongyan/contract/ids'
import { Download, Paperclip } from 'lucide-react'
import { Fragment } from 'react'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { Status } from '../../../../ui/status.tsx'
import { formatSize } from '../../../../ui/upload/upload-row.tsx'
import { stepLooks } from '../labels.ts'
import { piecesOf } from './links.ts'

/** Plain text with its line breaks. Addresses in it are links that open a new tab and tell it nothing of ours. */
function MessageText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {piecesOf(text).map(({ at, text: part, href }) =>
        href === undefined ? (
          part
        ) : (
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
            {part}
          </a>
        ),
      )}
    </p>
  )
}

/** The address of a file is valid for minutes, so it is read when it is needed. The reply is a download. */
async function download(id: UploadId): Promise<void> {
  const { url } = await api.upload.link({ params: { id } })
  location.assign(url)
}

function Attachments({ files }: { files: TicketMessage['attachments'] }) {
  const t = useText()
  if (files.length === 0) return null
  return (
    <ul className="mt-2 grid gap-1">
      {files.map(({ id, name, size }) => (
        <li key={id}>
          <button
            type="button"
            aria-label={t('center.download', { name })}
            onClick={() => void download(id).catch(showError)}
            className="inline-flex max-w-full items-center gap-2 rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm hover:bg-well"
          >
            <Icon of={Paperclip} size={14} className="text-ink-3" />
            <span className="truncate">{name}</span>
            <span className="shrink-0 text-xs text-ink-3 tabular-nums">{formatSize(size)}</span>
            <Icon of={Download} size={14} className="text-ink-2" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Message({ message }: { message: TicketMessage }) {
  const t = useText()
  const { author, at, way, text, attachments } = message
  const isOwner = author === 'owner'
  return (
    <li
      className={cx('grid max-w-[640px] gap-1', isOwner ? 'justify-self-end sm:ml-12' : 'justify-self-start sm:mr-12')}
    >
      <p className={cx('flex flex-wrap items-baseline gap-x-2 text-xs text-ink-3', isOwner && 'justify-end')}>
        <span className="font-medium text-ink-2">{t(isOwner ? 'center.you' : 'center.us')}</span>
        {way === 'mail' && <span>{t('center.byMail')}</span>}
        <Moment at={at} minutes />
      </p>
      <div
        className={cx(
          'rounded-lg border px-3.5 py-2.5',
          isOwner ? 'border-transparent bg-accent-soft' : 'border-line bg-raised',
        )}
      >
        <MessageText text={text} />
        <Attachments files={attachments} />
      </div>
    </li>
  )
}

function Step({ step, at }: Ticket['steps'][number]) {
  const t = useText()
  const { tone, title } = stepLooks[step]
  return (
    <li className="flex flex-wrap items-center justify-center gap-x-3 gap-y-0.5 text-xs text-ink-3">
      <Status tone={tone}>{t(title)}</Status>
      <Moment at={at} minutes />
    </li>
  )
}

/** Messages and steps of a ticket in their order. Screen readers hear of those that arrive. */
export function Conversation({ ticket }: { ticket: Ticket }) {
  const t = useText()
  const events = [
    ...ticket.messages.map((message) => ({ at: message.at, key: message.id, view: <Message message={message} /> })),
    ...ticket.steps.map((step) => ({ at: step.at, key: `${step.at} ${step.step}`, view: <Step {...step} /> })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  return (
    <div role="log" aria-label={t('center.conversation')}>
      <ol className="grid gap-4">
        {events.map(({ key, view }) => (
          <Fragment key={key}>{view}</Fragment>
        ))}
      </ol>
    </div>
  )
}
