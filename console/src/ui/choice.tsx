import { Check } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'
import { useFieldError } from './form.tsx'
import { Icon } from './icon.tsx'

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> & { children: ReactNode }

const line =
  'inline-flex min-h-6 items-center gap-2.5 text-sm has-enabled:cursor-pointer has-disabled:text-ink-disabled'
const dot =
  'size-4 shrink-0 appearance-none rounded-full border border-control bg-raised checked:border-5 checked:border-accent checked:bg-on-accent'
const thumb =
  "before:block before:size-3.5 before:rounded-full before:bg-white before:transition-transform before:content-[''] checked:before:translate-x-3.5"

export function Radio({ children, ...rest }: ChoiceProps) {
  return (
    <label className={line}>
      <input {...rest} type="radio" className={dot} />
      {children}
    </label>
  )
}

export function Checkbox({ children, ...rest }: ChoiceProps) {
  return (
    <label className={cx(line, 'items-start! py-0.5')}>
      <span className="grid h-5 place-items-center">
        <input
          {...rest}
          type="checkbox"
          className="peer col-start-1 row-start-1 size-4 appearance-none rounded-[4px] border border-control bg-raised checked:border-accent checked:bg-accent"
        />
        <span className="pointer-events-none invisible col-start-1 row-start-1 text-on-accent peer-checked:visible">
          <Icon of={Check} size={12} />
        </span>
      </span>
      {children}
    </label>
  )
}

export function Switch({ children, ...rest }: ChoiceProps) {
  return (
    <label className={line}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        className={cx('h-4.5 w-8 shrink-0 appearance-none rounded-full bg-line-strong p-0.5 checked:bg-accent', thumb)}
      />
      {children}
    </label>
  )
}

export interface CardChoice {
  value: string
  title: string
  text: string
  /** Beside the title, such as a tag. */
  mark?: ReactNode
}

interface RadioCardsProps {
  legend: string
  name: string
  choices: readonly CardChoice[]
  value: string | null
  onChange: (value: string) => void
}

/** Radio buttons with a sentence each: one card a value, and the whole card can be pressed. */
export function RadioCards({ legend, name, choices, value, onChange }: RadioCardsProps) {
  const id = useId()
  const error = useFieldError(name)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-3 gap-y-0.5 rounded-lg border border-line-strong p-4 has-checked:border-chosen has-checked:inset-ring has-checked:inset-ring-chosen has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            data-invalid={error !== undefined || undefined}
            aria-describedby={`${id}-${choice.value}`}
            className={cx(dot, 'mt-0.5 outline-none')}
          />
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {choice.title}
            {choice.mark}
          </span>
          <span id={`${id}-${choice.value}`} className="col-start-2 text-sm text-ink-3">
            {choice.text}
          </span>
        </label>
      ))}
      {error !== undefined && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

interface SegmentedProps<Value extends string> {
  label: string
  /** `spoken` is the accessible name of a choice whose title is too short. */
  choices: readonly { value: Value; title: string; spoken?: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** Two or three views of the same content, side by side. */
export function Segmented<Value extends string>({ label, choices, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="grid auto-cols-fr grid-flow-col rounded-md bg-fill p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="grid h-10 cursor-pointer place-items-center rounded-[7px] border border-transparent px-3 text-sm font-medium text-ink-2 has-checked:border-line has-checked:bg-thumb has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus sm:h-8"
        >
          <input
            type="radio"
            name={name}
            aria-label={choice.spoken}
            className="sr-only"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.title}
        </label>
      ))}
    </fieldset>
  )
}
