import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { stepTab } from './snippet.tsx'

export interface TabView<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly view: ReactNode
}

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly TabView<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** It reaches the edges of a phone and fades there, so that further tabs show. At an end only its padding fades. */
const row =
  '-mx-4 -mb-px flex gap-5 overflow-x-auto mask-[linear-gradient(to_right,transparent,black_1rem,black_calc(100%-1rem),transparent)] px-4 sm:mx-0 sm:gap-6 sm:mask-none sm:px-0'

const looks = 'h-11 shrink-0 border-b-2 font-medium whitespace-nowrap -outline-offset-2! sm:h-10'
const chosenLooks = 'border-accent text-ink'
const otherLooks = 'border-transparent text-ink-3 hover:text-ink'

/** Scrolls the row of tabs, not the page, to a chosen tab. It is the callback of a ref, so it runs at each choice. */
function intoSight(tab: HTMLElement | null): void {
  const row = tab?.parentElement
  if (!row) return
  const [{ left }, { left: start }] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += left - start - (row.clientWidth - tab.offsetWidth) / 2
}

/** Views of one page. A view that was open keeps its state. */
export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const id = useId()
  const [opened, setOpened] = useState<readonly Value[]>([value])
  if (!opened.includes(value)) setOpened([...opened, value])

  const onKeyDown = (event: KeyboardEvent) => {
    const current = tabs.findIndex((tab) => tab.value === value)
    const next = tabs[stepTab(event.key, current, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }

  return (
    <>
      <div className="mb-6 border-b border-line">
        <div role="tablist" aria-label={label} className={row}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              ref={tab.value === value ? intoSight : null}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={opened.includes(tab.value) ? `${id}-${tab.value}-view` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={onKeyDown}
              className={cx(looks, tab.value === value ? chosenLooks : otherLooks)}
            >
              {tab.title}
            </button>
          ))}
        </div>
      </div>
      {tabs
        .filter((tab) => opened.includes(tab.value))
        .map((tab) => (
          <div
            key={tab.value}
            role="tabpanel"
            id={`${id}-${tab.value}-view`}
            aria-labelledby={`${id}-${tab.value}`}
            hidden={tab.value !== value}
          >
            {tab.view}
          </div>
        ))}
    </>
  )
}
