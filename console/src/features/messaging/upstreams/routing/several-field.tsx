import { ChevronDown, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { ComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useText } from '../../../../i18n/text.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import type { Named } from './names.ts'

interface SeveralFieldProps {
  label: string
  options: readonly Named[]
  isLoading?: boolean
  /** The options that match the typed text, best match first. */
  match?: (typed: string) => readonly Named[]
  /** The name of a chosen value that is no option, such as a deleted record. */
  nameOf: (value: string) => string
  chosen: readonly string[]
  most: number
  onChange: (chosen: readonly string[]) => void
}

function OptionList({ label, isLoading }: Pick<SeveralFieldProps, 'label' | 'isLoading'>) {
  const t = useText()
  return (
    <Popover
      offset={6}
      className="w-(--trigger-width) overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none"
    >
      <div role="region" aria-label={label}>
        <ListBox<Named>
          renderEmptyState={() => (
            <p className="px-2 py-1.5 text-sm text-ink-3">{t(isLoading ? 'ui.loading' : 'routing.noMatch')}</p>
          )}
          className="max-h-64 outline-none"
        >
          {({ value, title }) => (
            <ListBoxItem
              id={value}
              textValue={title}
              className="flex min-h-10 cursor-pointer items-center rounded-[6px] px-2 text-sm outline-none data-[focused]:bg-fill sm:min-h-8"
            >
              {title}
            </ListBoxItem>
          )}
        </ListBox>
      </div>
    </Popover>
  )
}

const includes =
  (options: readonly Named[]) =>
  (typed: string): readonly Named[] =>
    options.filter(({ title }) => title.toLowerCase().includes(typed.trim().toLowerCase()))

/** Several of many: a list that is searched by typing, and a chip for each that is chosen. */
export function SeveralField({
  label,
  options,
  isLoading = false,
  match = includes(options),
  nameOf,
  chosen,
  most,
  onChange,
}: SeveralFieldProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const shown = match(typed).filter(({ value }) => !chosen.includes(value))
  const titleOf = (value: string) => options.find((option) => option.value === value)?.title ?? nameOf(value)
  const add = (value: string | undefined) => {
    if (value === undefined) return
    onChange([...chosen, value])
    setTyped('')
  }
  /** Enter chooses the first match, and never submits the form. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.currentTarget.hasAttribute('aria-activedescendant')) return
    event.preventDefault()
    if (typed !== '') add(shown[0]?.value)
  }
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <ComboBox
        items={shown}
        inputValue={typed}
        onInputChange={setTyped}
        selectedKey={null}
        onSelectionChange={(key) => add(shown.find(({ value }) => value === key)?.value)}
        menuTrigger="input"
        allowsEmptyCollection
        isDisabled={chosen.length >= most}
        className="grid grid-cols-1 content-start gap-1.5"
      >
        <Label className="text-sm font-medium">{label}</Label>
        <Group className="flex h-11 items-center gap-2 rounded-md border border-control bg-raised pr-1 pl-3 text-md has-[input:focus]:border-focus has-[input:focus]:ring-3 has-[input:focus]:ring-focus/22 sm:h-9 sm:text-base">
          <Input
            placeholder={t('routing.chooseOrType')}
            onKeyDown={onKeyDown}
            className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
          />
          <AriaButton
            aria-label={t('routing.showAll', { label })}
            className="grid size-7 shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-fill"
          >
            <Icon of={ChevronDown} />
          </AriaButton>
        </Group>
        <OptionList label={label} isLoading={isLoading} />
      </ComboBox>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((value) => (
            <li
              key={value}
              className="flex min-h-7 items-center gap-0.5 rounded-md border border-line bg-well pr-0.5 pl-2 text-sm wrap-anywhere"
            >
              {titleOf(value)}
              <IconButton
                icon={X}
                size={13}
                label={t('routing.removeValue', { name: titleOf(value) })}
                onClick={() => onChange(chosen.filter((other) => other !== value))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
