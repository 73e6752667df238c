import { ChevronDown } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'
import { useFieldError, useClearError } from './form.tsx'
import { Icon } from './icon.tsx'

export interface ComboOption {
  readonly value: string
  readonly title: string
}

interface ComboFieldProps {
  label: string
  /** The name of the value in the surrounding form. */
  name: string
  placeholder: string
  /** The preselected option. */
  initial?: ComboOption | undefined
  /** The options that match the typed text, best match first. */
  match: (typed: string) => readonly ComboOption[]
  /** Shown where no option matches. */
  emptyText: string
  /** The accessible name of the button that lists all. */
  showAllLabel: string
}

const box =
  'flex h-11 items-center gap-2 rounded-md border bg-raised pr-1 pl-3 text-md has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22 sm:h-9 sm:text-base'
const entry =
  'flex min-h-10 cursor-pointer items-center rounded-[6px] px-2 text-sm outline-none data-[focused]:bg-fill sm:min-h-8'

function OptionList({ label, emptyText }: Pick<ComboFieldProps, 'label' | 'emptyText'>) {
  return (
    <Popover
      offset={6}
      className="w-(--trigger-width) overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none"
    >
      <div role="region" aria-label={label}>
        <ListBox<ComboOption>
          renderEmptyState={() => <p className="px-2 py-1.5 text-sm text-ink-3">{emptyText}</p>}
          className="max-h-64 outline-none"
        >
          {({ value, title }) => (
            <ListBoxItem id={value} textValue={title} className={entry}>
              {title}
            </ListBoxItem>
          )}
        </ListBox>
      </div>
    </Popover>
  )
}

/** The typed text and the chosen option. Typing clears the choice. */
function useChoice({ match, initial }: Pick<ComboFieldProps, 'match' | 'initial'>, onChosen: () => void) {
  const [typed, setTyped] = useState(initial?.title ?? '')
  const [chosen, setChosen] = useState<ComboOption | null>(initial ?? null)
  const options = match(chosen?.title === typed ? '' : typed)
  function choose(option: ComboOption | undefined) {
    setChosen(option ?? null)
    setTyped(option?.title ?? '')
    if (option) onChosen()
  }
  function type(text: string) {
    setTyped(text)
    setChosen((before) => (before?.title === text ? before : null))
  }
  /** Chooses the first match on Enter or Tab, unless the customer has chosen or marked another option. */
  function goOn(event: KeyboardEvent<HTMLInputElement>) {
    const isMarked = event.currentTarget.hasAttribute('aria-activedescendant')
    if (chosen || isMarked || typed === '' || (event.key !== 'Enter' && event.key !== 'Tab')) return
    choose(options[0])
  }
  return { typed, chosen, options, choose, type, goOn }
}

/** A choice of many, searched by typing. It imports the code of its list, so only lazy parts should use it. */
export function ComboField({ label, name, placeholder, initial, match, emptyText, showAllLabel }: ComboFieldProps) {
  const id = useId()
  const error = useFieldError(name)
  const forgive = useClearError()
  const { typed, chosen, options, choose, type, goOn } = useChoice({ match, initial }, () => forgive(name))
  return (
    <ComboBox
      items={options}
      inputValue={typed}
      onInputChange={type}
      selectedKey={chosen?.value ?? null}
      onSelectionChange={(key) => choose(options.find(({ value }) => value === key))}
      name={name}
      isInvalid={error !== undefined}
      menuTrigger="input"
      allowsEmptyCollection
      className="grid grid-cols-1 content-start gap-1.5"
    >
      <Label className="text-sm font-medium">{label}</Label>
      <Group className={cx(box, error === undefined ? 'border-control' : 'border-bad-dot')}>
        <Input
          placeholder={placeholder}
          onKeyDown={goOn}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : id}
          className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
        <AriaButton
          aria-label={showAllLabel}
          className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-fill"
        >
          <Icon of={ChevronDown} />
        </AriaButton>
      </Group>
      {error !== undefined && <FieldError id={id}>{error}</FieldError>}
      <OptionList label={label} emptyText={emptyText} />
    </ComboBox>
  )
}
