import { list } from '@hongyan/contract/limits/screens'
import type { SubmitEvent } from 'react'
import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Appearance } from '../../ui/appearance.tsx'
import { Button } from '../../ui/button.tsx'
import { useDocumentTitle } from '../../ui/document-title.ts'
import { Logo } from '../../ui/logo.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Status } from '../../ui/status.tsx'
import { EmptyInbox, EmptyRecipient } from './empty-inbox.tsx'
import { MessageTable } from './message-table.tsx'
import { useRecipientFilter } from './recipient-filter.ts'
import { useInbox, type Inbox } from './use-inbox.ts'

const FIELD = 'to'

function Bar() {
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center justify-between gap-4 border-b border-line bg-page px-4 lg:px-8">
      <a href={paths.home} className="flex rounded-sm">
        <Logo />
      </a>
      <Appearance />
    </header>
  )
}

interface FilterProps {
  recipient: string
  failed: boolean
  onChoose: (typed: string) => void
}

/** Applies the recipient on Enter or when the field loses the focus, since an incomplete recipient matches no messages. */
function Filter({ recipient, failed, onChoose }: FilterProps) {
  const t = useText()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget).get(FIELD)
    if (typeof typed === 'string') onChoose(typed)
  }
  return (
    <form role="search" onSubmit={submit} className="mb-4 flex flex-wrap items-center gap-2">
      <SearchField
        key={recipient}
        name={FIELD}
        label={t('inbox.recipient')}
        placeholder={t('inbox.recipient')}
        defaultValue={recipient}
        onBlur={(event) => onChoose(event.currentTarget.value)}
        className="w-60 max-sm:w-full"
      />
      {recipient !== '' && (
        <Button tone="ghost" size="small" onClick={() => onChoose('')}>
          {t('ui.clear')}
        </Button>
      )}
      <span className="ml-auto" role="status">
        {failed ? <Status tone="bad">{t('inbox.lost')}</Status> : <Status tone="ok">{t('inbox.live')}</Status>}
      </span>
    </form>
  )
}

interface MessagesProps {
  inbox: Inbox
  recipient: string
  onChoose: (recipient: string) => void
}

function Messages({ inbox, recipient, onChoose }: MessagesProps) {
  const t = useText()
  const { messages } = inbox
  const refreshing = inbox.recipient !== recipient
  if (messages?.length === 0 && !refreshing) {
    return recipient === '' ? <EmptyInbox /> : <EmptyRecipient recipient={recipient} onClear={() => onChoose('')} />
  }
  return (
    <>
      <MessageTable messages={messages} refreshing={refreshing} onChoose={onChoose} />
      {messages?.length === list.maxLimit && (
        <p className="mt-4 text-center text-sm text-ink-3">{t('inbox.newest', { count: list.maxLimit })}</p>
      )}
    </>
  )
}

/** The messages that the sandbox delivered instead of sending them to a phone, newest first. */
export function InboxPage() {
  const t = useText()
  const [recipient, choose] = useRecipientFilter()
  const inbox = useInbox(recipient)
  useDocumentTitle(t('inbox.title'))
  return (
    <>
      <Bar />
      <main className="mx-auto max-w-[1064px] px-4 py-6 lg:px-8 lg:py-8">
        <h1 className="text-title font-semibold">{t('inbox.title')}</h1>
        <p className="mt-1 mb-6 text-ink-3">{t('inbox.description')}</p>
        <Filter recipient={recipient} failed={inbox.failed} onChoose={choose} />
        <Messages inbox={inbox} recipient={recipient} onChoose={choose} />
      </main>
    </>
  )
}
