import { useId, useState, type KeyboardEvent } from 'react'
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

/** Code to copy: with several tabs the same in several languages, with one just its title. */
export function Snippet({ label, tabs }: { label: string; tabs: readonly [SnippetTab, ...SnippetTab[]] }) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const shown = tabs[chosen] ?? tabs[0]

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = stepTab(event.key, chosen, tabs.length)
    if (next === null) return
    event.preventDefault()
    setChosen(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        {tabs.length === 1 ? (
          <span className="text-sm text-ink-3">{shown.title}</span>
        ) : (
          <div role="tablist" tabIndex={-1} aria-label={label} className="flex gap-4 overflow-x-auto text-sm">
            {tabs.map((tab, index) => (
              <button
                key={tab.title}
                type="button"
                role="tab"
                id={`${id}-${index}`}
                aria-selected={index === chosen}
                aria-controls={`${id}-code`}
                tabIndex={index === chosen ? 0 : -1}
                onClick={() => setChosen(index)}
                onKeyDown={onKeyDown}
                className={cx(
                  'h-6 rounded-sm outline-offset-0!',
                  index === chosen ? 'font-medium' : 'text-ink-3 hover:text-ink',
                )}
              >
                {tab.title}
              </button>
            ))}
          </div>
        )}
        <TextCopyButton text={shown.code} />
      </div>
      <pre
        id={`${id}-code`}
        role={tabs.length === 1 ? 'region' : 'tabpanel'}
        aria-label={tabs.length === 1 ? label : undefined}
        aria-labelledby={tabs.length === 1 ? undefined : `${id}-${chosen}`}
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line bg-well px-4 py-3 font-mono text-xs leading-5 text-ink-2"
      >
        {shown.code}
      </pre>
    </div>
  )
}
