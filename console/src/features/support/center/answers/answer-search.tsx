import { support as limits } from '@hongyan/contract/limits/support'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { useRecord } from '../../../../shell/search/use-record.ts'
import { buttonLooks } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { SearchField } from '../../../../ui/search-field.tsx'
import { AnswerRow } from './answer-row.tsx'
import { ticketLinkOf } from './labels.ts'
import { useAnswers } from './queries.ts'
import { useSettled } from './use-settled.ts'

/** Milliseconds after the last key until a search begins. */
const PAUSE = 200

/** Moves the focus between the field and the answers. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const all = event.currentTarget.closest('[role=search]')
  if (by === undefined || all === null) return
  const stops = [...all.querySelectorAll<HTMLElement>('input, [data-stop]')]
  const next = stops[stops.indexOf(event.currentTarget) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/**
 * Opens the first answer, or goes to the record of an id. The key itself must not press what gets the focus: it would
 * close the answer again.
 */
function openFirst(event: KeyboardEvent<HTMLElement>): void {
  event.preventDefault()
  const first = event.currentTarget.closest('[role=search]')?.querySelector<HTMLElement>('[data-stop]')
  first?.focus()
  first?.click()
}

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

function Results({ query }: { query: string }) {
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

/** The search over articles, documentation, errors, incidents and records by their id. */
export function AnswerSearch() {
  const t = useText()
  const [query, setQuery] = useState('')
  const settled = useSettled(query.trim(), PAUSE)
  const isLongEnough = query.trim().length >= limits.queryMin && settled.length >= limits.queryMin
  return (
    <div role="search" className="rounded-lg border border-line bg-raised">
      <div className="p-4">
        <SearchField
          label={t('answers.search')}
          placeholder={t('answers.placeholder')}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setQuery('')
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) openFirst(event)
            onArrow(event)
          }}
          maxLength={limits.queryMax}
        />
      </div>
      {isLongEnough && (
        <div className="overflow-hidden rounded-b-lg border-t border-line">
          <Results query={settled} />
        </div>
      )}
    </div>
  )
}
