import type { MessageId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import type { TicketCategory } from '@hongyan/contract/vocabulary/support'
import { RECORD_ID } from '@hongyan/contract/record-id'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { AnswerLink, BesideForm } from './answer-link.tsx'
import { AnswerRow } from './answer-row.tsx'
import { type Draft, useSuggestions } from './queries.ts'
import { useSettled } from './use-settled.ts'

/** Milliseconds after the last key until the server is asked. */
const PAUSE = 600

interface SuggestionsProps {
  category: TicketCategory
  subject: string
  body: string
  /** Ids as the console spells them. Other texts are left out. */
  messageIds: readonly string[]
  /** The code of the error that led to the form. */
  code: string | null
}

const isMessageId = (id: string): id is MessageId => RECORD_ID.test(id)

/** The request for answers, as a text that changes exactly when it does; empty while nothing is written. */
function draftOf({ category, subject, body, messageIds, code }: SuggestionsProps): string {
  const ids = messageIds.filter(isMessageId).slice(0, limits.messageIds)
  if (subject.trim() === '' && body.trim() === '' && ids.length === 0 && code === null) return ''
  const draft: Draft = {
    category,
    subject: subject.slice(0, limits.subjectMax),
    body: body.slice(0, limits.bodyMax),
    message_ids: ids,
    ...(code !== null && { code }),
  }
  return JSON.stringify(draft)
}

/** Answers to a ticket while it is written, and the account's open tickets that look alike. They hold nothing up. */
export function Suggestions(props: SuggestionsProps) {
  const t = useText()
  const navigate = useNavigate()
  const [open, setOpen] = useState<string | null>(null)
  const written = useSettled(draftOf(props), PAUSE)
  const found = useSuggestions(written === '' ? null : (JSON.parse(written) as Draft)) // written by draftOf alone
  const { answers, tickets } = found ?? { answers: [], tickets: [] }

  const solved = async () => {
    await navigate({ to: paths.support, ignoreBlocker: true })
    toast('ok', textNow('answers.solvedToast'))
  }
  return (
    <div>
      <p role="status" className="sr-only">
        {answers.length > 0 ? t('answers.found', { count: answers.length }) : ''}
      </p>
      <BesideForm>
        {tickets.length > 0 && (
          <div className="mb-4 rounded-lg border border-warn-line bg-warn-soft px-4 py-3 text-sm">
            <p className="font-medium">{t('answers.alike')}</p>
            <ul className="mt-1 grid gap-1">
              {tickets.map(({ id, no, subject }) => (
                <li key={id}>
                  <AnswerLink path={paths.supportTicket.replace('$id', id)} className="text-link wrap-anywhere">
                    {t('answers.ticket', { no, subject })}
                  </AnswerLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        {answers.length > 0 && (
          <section className="overflow-hidden rounded-lg border border-line bg-well">
            <h2 className="px-4 pt-3 pb-2 text-sm font-semibold">{t('answers.suggested')}</h2>
            <ul className="border-t border-line">
              {answers.map((answer) => (
                <AnswerRow
                  key={`${answer.kind} ${answer.id}`}
                  answer={answer}
                  isOpen={open === answer.id}
                  onToggle={() => setOpen(open === answer.id ? null : answer.id)}
                >
                  <Button size="small" onClick={() => void solved()}>
                    {t('answers.solved')}
                  </Button>
                </AnswerRow>
              ))}
            </ul>
          </section>
        )}
      </BesideForm>
    </div>
  )
}
