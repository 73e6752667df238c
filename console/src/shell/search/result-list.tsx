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
  return <span className="ml-1.5 text-sm text-ink-3">{both}</span>
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
        <Name {...found} />
        <Where {...found} />
      </span>
      <span className="font-mono text-xs text-ink-3 max-sm:hidden">{path}</span>
      {outside && <Icon of={SquareArrowOutUpRight} size={14} className="text-ink-3" />}
      {chosen && !outside && <Icon of={CornerDownLeft} size={14} className="text-ink-3" />}
    </button>
  )
}

interface ResultListProps {
  /** The id of the list. A result's id is this and its index. */
  id: string
  found: readonly Found<ShownPlace>[]
  at: number
  onMove: (at: number) => void
  onOpen: (found: Found<ShownPlace>) => void
}

export function ResultList({ id, found, at, onMove, onOpen }: ResultListProps) {
  const t = useText()
  return (
    <div id={id} role="listbox" aria-label={t('search.results')} className={cx(found.length > 0 && 'p-1.5')}>
      {found.map((each, index) => (
        <Result
          key={each.place.path}
          id={`${id}-${index}`}
          found={each}
          chosen={index === at}
          onMove={() => onMove(index)}
          onOpen={() => onOpen(each)}
        />
      ))}
    </div>
  )
}
