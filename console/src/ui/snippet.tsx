import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { TextCopyButton } from './text-copy-button.tsx'
import { cx } from './cx.ts'

export interface SnippetTab {
  title: string
  code: string
}

/** The tab that a key moves to, round the ends; null for other keys. */
export function stepTab(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

interface TabListProps {
  id: string
  label: string
  tabs: readonly SnippetTab[]
  chosen: number
  onChoose: (index: number) => void
}

function TabList({ id, label, tabs, chosen, onChoose }: TabListProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = stepTab(event.key, chosen, tabs.length)
    if (next === null) return
    event.preventDefault()
    onChoose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      className="flex min-w-0 gap-3 overflow-x-auto text-sm sm:gap-4"
    >
      {tabs.map((tab, index) => (
        <button
          key={tab.title}
          type="button"
          role="tab"
          id={`${id}-${index}`}
          aria-selected={index === chosen}
          aria-controls={`${id}-code`}
          tabIndex={index === chosen ? 0 : -1}
          onClick={() => onChoose(index)}
          onKeyDown={onKeyDown}
          className={cx(
            'h-6 shrink-0 rounded-sm outline-offset-0!',
            index === chosen ? 'font-medium' : 'text-ink-3 hover:text-ink',
          )}
        >
          {tab.title}
        </button>
      ))}
    </div>
  )
}

interface SnippetProps {
  label: string
  tabs: readonly [SnippetTab, ...SnippetTab[]]
  /** The chosen tab, where several snippets share the choice. */
  chosen?: number
  onChoose?: (index: number) => void
  /** Draws the code of a tab, for example with colours. */
  draw?: (code: string, tab: SnippetTab) => ReactNode
}

/** Code to copy: with several tabs the same in several languages, with one just its title. */
export function Snippet({ label, tabs, chosen: shared, onChoose, draw }: SnippetProps) {
  const id = useId()
  const [own, setOwn] = useState(0)
  const chosen = shared ?? own
  const shown = tabs[chosen] ?? tabs[0]
  const single = tabs.length === 1
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex items-center justify-between gap-3">
        {single ? (
          <span className="text-sm text-ink-3">{shown.title}</span>
        ) : (
          <TabList id={id} label={label} tabs={tabs} chosen={chosen} onChoose={onChoose ?? setOwn} />
        )}
        <TextCopyButton text={shown.code} />
      </div>
      <pre
        id={`${id}-code`}
        role={single ? 'region' : 'tabpanel'}
        aria-label={single ? label : `${label}, ${shown.title}`}
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line bg-well px-4 py-3 font-mono text-xs leading-5 text-ink-2"
      >
        {draw ? draw(shown.code, shown) : shown.code}
      </pre>
    </div>
  )
}
