import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { Option } from './select-layer.tsx'
import type { SelectSearch } from './select-search.ts'

const load = () => import('./select-layer.tsx')
const SelectLayer = lazy(load)
const loadSearch = () => import('./search-layer.tsx')
const SearchLayer = lazy(loadSearch)

interface SelectProps<Value extends string> {
  label: string
  /** `above` as in a form, `inside` as in a filter bar, `hidden` where the context names it. */
  labelled?: 'above' | 'inside' | 'hidden'
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Under the button, and its description: a hint, or the message of an error instead. */
  hint?: ReactNode
  /** The hint is the message of an error. */
  invalid?: boolean
  /** The name of the value in the surrounding form. */
  name?: string
  /** Searches the options of a list that may be too long to show whole. */
  search?: SelectSearch | undefined
  /** Called when the pointer or the focus comes near, for options that are loaded on demand. */
  onNear?: () => void
  className?: string
}

const looks = 'flex items-center justify-between gap-2 rounded-md border bg-raised text-left hover:bg-well'
const sizes = {
  above: 'h-11 w-full px-3 text-md sm:h-9 sm:text-base',
  inside: 'h-9 min-w-40 px-2.5 text-sm sm:h-8',
  hidden: 'h-9 min-w-37 px-2.5 text-sm sm:h-8',
}

/** A choice of a few, or of many with a search. The code of the list loads when the pointer or the focus comes near. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, labelled = 'above', options, value, onChange, hint, invalid = false, name } = props
  const { search, onNear, className } = props
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const preload = (): void => {
    void (search ? loadSearch() : load())
    onNear?.()
  }
  const show = () => {
    onNear?.()
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    search?.onText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    show()
  }
  const choose = (chosen: string) => {
    const option = options.find((each) => each.value === chosen)
    if (option) onChange(option.value)
    close()
  }
  const layer = { label, options, value, trigger, onChoose: choose, onClose: close }
  return (
    <div className={cx('grid gap-1.5', className)}>
      {labelled !== 'inside' && (
        <span id={`${id}-label`} className={labelled === 'hidden' ? 'sr-only' : 'text-sm font-medium'}>
          {label}
        </span>
      )}
      <button
        ref={trigger}
        type="button"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-labelledby={`${id}-label ${id}-value`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onClick={show}
        onKeyDown={onKeyDown}
        onPointerEnter={preload}
        onFocus={preload}
        className={cx(looks, sizes[labelled], invalid ? 'border-bad-dot' : 'border-control')}
      >
        <span className="truncate">
          {labelled === 'inside' && (
            <span id={`${id}-label`} className="text-ink-3">
              {label}{' '}
            </span>
          )}
          <span id={`${id}-value`}>
            {search ? search.chosen : options.find((option) => option.value === value)?.title}
          </span>
        </span>
        <Icon of={ChevronDown} className="text-ink-2" />
      </button>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </div>
      )}
      {name !== undefined && <input type="hidden" name={name} value={value} />}
      {open && <Suspense>{search ? <SearchLayer {...layer} search={search} /> : <SelectLayer {...layer} />}</Suspense>}
    </div>
  )
}
