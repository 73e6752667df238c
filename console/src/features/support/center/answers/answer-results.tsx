import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { useRecord } from '../../../../shell/search/use-record.ts'
import { buttonLooks } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { AnswerRow } from './answer-row.tsx'
import { ticketLinkOf } from './labels.ts'
import { onArrow } from './on-arrow.ts'
import { useAnswers } from './queries.ts'

/** The account's record with a pasted id. Messages explain themselves as answers. */
function FoundRecord({ query }: { query: string }) {
  const t = useText()
  const { record } = useRecord(query)
  if (record === null || typeof record.open === 'function') return null
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        {...record.open}
        data-stop
        onKeyDown={onArrow}
        className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-fill"
      >
        <Icon of={record.icon} className="text-ink-3" />
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{t('answers.record', { name: record.name })}</span>
          <span className="text-xs text-ink-3">{record.group}</span>
        </span>
      </Link>
    </li>
  )
}

/** The answers to a query, and the account's record with its id. Loads apart from the page, with the records of the shell. */
export default function Results({ query }: { query: string }) {
  const t = useText()
  const [open, setOpen] = useState<string | null>(null)
  const { data: answers, isError, isPlaceholderData: isOld } = useAnswers(query)
  const { state } = useRecord(query)
  if (isError) return <p className="px-4 py-3 text-sm text-bad">{t('answers.failed')}</p>
  if (answers === undefined) return null
  const isExplained = answers.some(({ kind }) => kind === 'message')
  const count = answers.length + (state === 'found' && !isExplained ? 1 : 0)
  return (
    <>
      <p role="status" className="sr-only">
        {isOld ? '' : t('answers.found', { count })}
      </p>
      {count === 0 && state !== 'looking' && !isOld && (
        <p className="px-4 py-3 text-sm text-ink-3">{t('answers.none')}</p>
      )}
      <ul aria-label={t('answers.results')}>
        {!isExplained && <FoundRecord query={query} />}
        {answers.map((answer) => (
          <AnswerRow
            key={`${answer.kind} ${answer.id}`}
            answer={answer}
            isOpen={open === answer.id}
            onToggle={() => setOpen(open === answer.id ? null : answer.id)}
            onKeyDown={onArrow}
          >
            <Link to={paths.supportNew} search={ticketLinkOf(answer)} className={buttonLooks('ghost', 'small')}>
              {t('answers.write')}
            </Link>
          </AnswerRow>
        ))}
      </ul>
    </>
  )
}
