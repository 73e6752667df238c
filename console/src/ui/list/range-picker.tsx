import { CalendarDays, ChevronDown } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../icon.tsx'
import type { RangeSearch } from './range.ts'
import { periodText, rangeText } from './range-text.ts'

const load = () => import('./range-layer.tsx')
const RangeLayer = lazy(load)
const preload = (): void => void load()

interface RangePickerProps {
  value: RangeSearch
  /** The current day in the account's time zone. */
  today: string
  /** The name of a range without days, by default all time; null where there is none. */
  openEnded?: string | null
  /** Leads to an export of the list, for days that are out of range. */
  exportLink?: ReactNode
  /** Receives a period or days; an empty range for all time. */
  onChange: (range: RangeSearch) => void
}

/** Chooses the days of a list: a period, a month, or any days. The calendar loads when the pointer or the focus comes near. */
export function RangePicker({ value, today, openEnded, exportLink, onChange }: RangePickerProps) {
  const t = useText()
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-labelledby={`${id}-label ${id}-value`}
        onClick={() => setOpen(true)}
        onPointerEnter={preload}
        onFocus={preload}
        className="flex h-9 items-center justify-between gap-2 rounded-md border border-control bg-raised px-2.5 text-left text-sm hover:bg-well sm:h-8"
      >
        <span className="flex min-w-0 items-center gap-2">
          <Icon of={CalendarDays} className="text-ink-2" />
          <span className="truncate">
            <span id={`${id}-label`} className="text-ink-3">
              {t('list.period')}{' '}
            </span>
            <span id={`${id}-value`}>
              {value.period === undefined ? rangeText(value, openEnded ?? undefined) : periodText(value.period)}
            </span>
          </span>
        </span>
        <Icon of={ChevronDown} className="text-ink-2" />
      </button>
      {open && (
        <Suspense>
          <RangeLayer
            label={t('list.period')}
            value={value}
            today={today}
            openEnded={openEnded}
            exportLink={exportLink}
            trigger={trigger}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
