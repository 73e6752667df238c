import { type CalendarDate, parseDate } from '@internationalized/date'
import { dates } from '@hongyan/contract/limits/screens'
import { isOutOfRange } from '@hongyan/contract/out-of-range'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { DateField, DateInput, DateSegment, Label } from 'react-aria-components/DateField'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Popover } from 'react-aria-components/Popover'
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'
import { Text } from 'react-aria-components/Text'
import { useLocale, useText } from '../../i18n/text.ts'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import type { LayerProps } from '../layer-button.tsx'
import { daysOf, daysOfMonth, monthOf, periods, type Range, type RangeSearch, readDay, withEnd } from './range.ts'
import { periodText } from './range-text.ts'

export interface RangePickerProps {
  value: RangeSearch
  /** The current day in the account's time zone. */
  today: string
  /** The name of a range without days, by default all time; null where there is none. */
  openEnded?: string | null
  /** Leads to an export of the list, for days that are out of range. */
  exportLink?: ReactNode
  /** True for the days of an export, where only days in the future are out of range. */
  ofExport?: boolean
  /** Receives a period or days; an empty range for all time. */
  onChange: (range: RangeSearch) => void
}

const dateOf = (day: string | undefined): CalendarDate | null => (day === undefined ? null : parseDate(day))

interface DayFieldProps {
  label: string
  day: string | undefined
  isOut: (day: string) => boolean
  /** Receives the day after each digit, and null while it is incomplete. */
  onType: (day: string | null) => void
  /** The field loses the focus, or Enter is pressed. */
  onDone: () => void
}

/** One end of the range, typed. */
function DayField({ label, day, isOut, onType, onDone }: DayFieldProps) {
  const t = useText()
  const [draft, setDraft] = useState({ applied: day, date: dateOf(day) })
  // The calendar may move this end.
  if (draft.applied !== day) setDraft({ applied: day, date: dateOf(day) })
  function change(date: CalendarDate | null) {
    setDraft({ applied: day, date })
    onType(date === null ? null : readDay(date.toString()))
  }
  const shown = draft.date && readDay(draft.date.toString())
  return (
    <DateField
      value={draft.date}
      onChange={change}
      onBlur={onDone}
      onKeyDown={({ key }) => key === 'Enter' && onDone()}
      className="grid gap-1"
    >
      <Label className="text-xs text-ink-3">{label}</Label>
      <DateInput className="flex h-9 items-center rounded-md border border-control bg-raised px-2 text-sm tabular-nums focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/22 sm:h-8">
        {(segment) => (
          <DateSegment
            segment={segment}
            className="rounded-sm px-0.5 outline-none data-[focused]:bg-accent data-[focused]:text-on-accent data-[placeholder]:text-ink-3 data-[type=literal]:px-0 data-[focused]:data-[placeholder]:text-on-accent"
          />
        )}
      </DateInput>
      {shown !== null && isOut(shown) && (
        <Text slot="description" className="text-xs text-warn">
          {t('list.outOfRange')}
        </Text>
      )}
    </DateField>
  )
}

const arrow = 'grid size-8 place-items-center rounded-md text-ink-2 hover:bg-fill disabled:text-ink-disabled'

interface CalendarProps {
  label: string
  range: Range
  today: string
  isOut: (day: string) => boolean
  onChange: (range: Range) => void
}

/** A month of days. Days after the current month cannot be chosen; older ones can, since their rows are kept. */
function Calendar({ label, range: { from, to }, today, isOut, onChange }: CalendarProps) {
  const t = useText()
  const outOfRange = useId()
  const last = parseDate(daysOfMonth(monthOf(today)).to)
  const [shown, setShown] = useState(() => parseDate([to ?? today, last.toString()].toSorted()[0] ?? today))
  const range = from === undefined || to === undefined ? null : { start: parseDate(from), end: parseDate(to) }
  return (
    <div>
      <span id={outOfRange} hidden>
        {t('list.outOfRange')}
      </span>
      <RangeCalendar
        aria-label={label}
        value={range}
        maxValue={last}
        focusedValue={shown}
        onFocusChange={setShown}
        onChange={({ start, end }) => onChange({ from: start.toString(), to: end.toString() })}
      >
        <div className="mb-1 flex items-center justify-between">
          <AriaButton slot="previous" className={arrow}>
            <Icon of={ChevronLeft} />
          </AriaButton>
          <Heading className="text-sm font-semibold" />
          <AriaButton slot="next" className={arrow}>
            <Icon of={ChevronRight} />
          </AriaButton>
        </div>
        <CalendarGrid weekdayStyle="short" className="w-full border-collapse">
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className="h-7 text-xs font-normal text-ink-3">{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell
                date={date}
                render={({ 'aria-describedby': described = '', ...props }) => (
                  <div
                    {...props}
                    aria-describedby={
                      isOut(date.toString()) ? `${described} ${outOfRange}`.trim() : described || undefined
                    }
                  />
                )}
                className={({
                  isSelected,
                  isSelectionStart,
                  isSelectionEnd,
                  isDisabled,
                  isOutsideMonth,
                  isFocusVisible,
                }) =>
                  cx(
                    'grid h-9 min-w-9 cursor-pointer place-items-center text-sm tabular-nums outline-none sm:h-8',
                    isOutsideMonth ? 'invisible' : isDisabled && 'cursor-default text-ink-disabled',
                    isSelectionStart || isSelectionEnd
                      ? 'rounded-md bg-accent text-on-accent'
                      : isSelected
                        ? 'bg-accent-soft'
                        : !isDisabled && 'rounded-md hover:bg-fill',
                    isOut(date.toString()) && 'underline decoration-dotted underline-offset-4',
                    !isSelected && date.toString() === today && 'font-semibold text-accent-ink',
                    isFocusVisible && 'rounded-md outline-2! -outline-offset-2! outline-focus!',
                  )
                }
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </RangeCalendar>
      <Button
        tone="ghost"
        size="row"
        className="mt-1 w-full"
        onClick={() => onChange(daysOfMonth(monthOf(shown.toString())))}
      >
        {t('list.wholeMonth')}
      </Button>
    </div>
  )
}

const entry =
  'flex min-h-9 items-center rounded-[6px] px-2 text-left text-sm hover:bg-fill aria-pressed:bg-accent-soft aria-pressed:font-medium sm:min-h-8'

interface PeriodsProps {
  value: RangeSearch
  openEnded: string | null | undefined
  onChoose: (range: RangeSearch) => void
}

/** The named ranges. */
function Periods({ value, openEnded, onChoose }: PeriodsProps) {
  const t = useText()
  const { period, from, to } = value
  return (
    <div className="grid grid-cols-2 content-start gap-0.5 border-line p-2 max-sm:border-b sm:w-36 sm:grid-cols-1 sm:border-r">
      {openEnded !== null && (
        <button
          type="button"
          aria-pressed={period === undefined && from === undefined && to === undefined}
          onClick={() => onChoose({})}
          className={entry}
        >
          {openEnded ?? t('list.allTime')}
        </button>
      )}
      {periods.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={period === each}
          onClick={() => onChoose({ period: each })}
          className={entry}
        >
          {periodText(each)}
        </button>
      ))}
    </div>
  )
}

export default function RangeLayer(props: LayerProps & RangePickerProps) {
  const { label, value, today, openEnded, exportLink, ofExport, trigger, onChange, onClose } = props
  const t = useText()
  const locale = useLocale()
  const range = daysOf(value, today)
  const isOut = (day: string): boolean => (ofExport === true ? day > today : isOutOfRange(day, today))
  const [typed, setTyped] = useState<{ end: 'from' | 'to'; day: string } | null>(null)
  // Waits for the end of typing: the first digit of a day is a valid day already, and would move the other end.
  function apply() {
    if (typed === null) return
    setTyped(null)
    onChange(withEnd(range, typed.end, typed.day))
  }
  const close = () => {
    apply()
    onClose()
  }
  const fieldOf = (end: 'from' | 'to') => ({
    day: range[end],
    isOut,
    onType: (day: string | null) => setTyped(day === null || day === range[end] ? null : { end, day }),
    onDone: apply,
  })
  const choose = (chosen: RangeSearch) => {
    onChange(chosen)
    onClose()
  }
  return (
    // English follows the British formats, as all dates of the console do.
    <I18nProvider locale={locale === Locale.English ? 'en-GB' : locale}>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom start"
        offset={6}
        onOpenChange={close}
        className="overflow-y-auto rounded-lg bg-raised shadow-float outline-none"
      >
        <AriaDialog aria-label={label} className="grid outline-none sm:grid-cols-[auto_1fr]">
          <Periods value={value} openEnded={openEnded} onChoose={choose} />
          <div className="grid gap-3 p-3 sm:w-72">
            <div className="grid grid-cols-2 gap-2">
              <DayField label={t('list.from')} {...fieldOf('from')} />
              <DayField label={t('list.to')} {...fieldOf('to')} />
            </div>
            <Calendar label={label} range={range} today={today} isOut={isOut} onChange={choose} />
            {[range.from, range.to].some((day) => day !== undefined && isOut(day)) && (
              <p className="text-xs text-ink-3">
                {ofExport === true
                  ? t('list.outOfRangeFuture')
                  : t('list.outOfRangeDays', { months: dates.outOfRangeAfterMonths })}{' '}
                {exportLink}
              </p>
            )}
          </div>
        </AriaDialog>
      </Popover>
    </I18nProvider>
  )
}
