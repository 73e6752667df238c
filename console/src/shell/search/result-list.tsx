import { CornerDownLeft, SquareArrowOutUpRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/text.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Found } from './find.ts'
import type { ShownPlace } from './use-places.ts'

/** The name with the matching characters in bold. */
function Name({ place, reason }: Found<ShownPlace>) {
  if (reason.by !== 'name') return place.name
  return (
    <>
      {place.name.slice(0, reason.from)}
      <mark className="bg-transparent font-semibold text-inherit">{place.name.slice(reason.from, reason.to)}</mark>
      {place.name.slice(reason.to)}
    </>
  )
}

/** The menu group, and the matching keyword. */
function Where({ place, reason }: Found<ShownPlace>) {
  const t = useText()
  const group = place.group === undefined ? '' : t('search.in', { group: place.group })
  const keyword = reason.by === 'keyword' ? t('search.word', { word: reason.keyword }) : ''
  const both = group !== '' && keyword !== '' ? t('search.and', { group, word: keyword }) : group + keyword
  return <span className="ml-0.5 text-sm text-ink-3">{both}</span>
}

interface ResultProps {
  id: string
  found: Found<ShownPlace>
  chosen: boolean
  onMove: () => void
  onOpen: () => void
}

function Result({ id, found, chosen, onMove, onOpen }: ResultProps) {
  const { icon, path, outside } = found.place
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <button
      ref={row}
      type="button"
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onPointerMove={onMove}
      onClick={onOpen}
      className={cx('flex h-11 w-full items-center gap-3 rounded-md px-3 text-left', chosen && 'bg-accent-soft')}
    >
      <Icon of={icon} className={chosen ? 'text-accent-ink' : 'text-ink-2'} />
      <span className="min-w-0 flex-1 truncate">
        <Name {...found} /> <Where {...found} />
      </span>
      <span className="font-mono text-xs text-ink-3 max-sm:hidden">{path}</span>
      {outside && <Icon of={SquareArrowOutUpRight} size={14} className="text-ink-3" />}
      {chosen && !outside && <Icon of={CornerDownLeft} size={14} className="text-ink-3" />}
    </button>
  )
}

/** Some results under a title of their own; without one, they are the answer to the query. */
export interface ResultGroup {
  readonly title?: string
  readonly found: readonly Found<ShownPlace>[]
}

interface ResultListProps {
  /** The id of the list. A result's id is this and its index. */
  id: string
  groups: readonly ResultGroup[]
  at: number
  onMove: (at: number) => void
  onOpen: (found: Found<ShownPlace>) => void
}

/** The results, group by group. Their indexes count through all groups. */
export function ResultList({ id, groups, at, onMove, onOpen }: ResultListProps) {
  const t = useText()
  const filled = groups.filter(({ found }) => found.length > 0)
  return (
    <div id={id} role="listbox" aria-label={t('search.results')} className={cx(filled.length > 0 && 'p-1.5')}>
      {filled.map((group, nr) => {
        const before = filled.slice(0, nr).reduce((sum, { found }) => sum + found.length, 0)
        return (
          <div key={group.title ?? ''} role="group" aria-label={group.title ?? t('search.results')}>
            {group.title && (
              <p aria-hidden className="px-3 pt-2 pb-1 text-xs text-ink-3">
                {group.title}
              </p>
            )}
            {group.found.map((each, index) => (
              <Result
                key={each.place.id}
                id={`${id}-${before + index}`}
                found={each}
                chosen={before + index === at}
                onMove={() => onMove(before + index)}
                onOpen={() => onOpen(each)}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}
