import { Check, Search } from 'lucide-react'
import type { RefObject } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { Icon } from './icon.tsx'
import { OwnLanguage } from './own-language.tsx'
import type { Option } from './select-layer.tsx'
import type { SelectSearch } from './select-search.ts'

interface SearchLayerProps {
  label: string
  options: readonly Option<string>[]
  value: string
  search: SelectSearch
  trigger: RefObject<HTMLButtonElement | null>
  onChoose: (value: string) => void
  onClose: () => void
}

const entry =
  'flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-[6px] px-2 text-sm outline-none data-[focused]:bg-fill sm:min-h-8'

/** The options of a select below a field that searches them. The arrows move in the list while the focus stays in the field. */
export default function SearchLayer({ label, options, value, search, trigger, onChoose, onClose }: SearchLayerProps) {
  const { text, onText, emptyText, loadingText } = search
  const status = loadingText ?? (options.length === 0 ? emptyText : '')
  return (
    <OwnLanguage>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom start"
        offset={6}
        aria-label={label}
        onOpenChange={onClose}
        style={{ width: trigger.current?.offsetWidth }}
        className="flex flex-col rounded-lg bg-raised p-1 shadow-float outline-none"
      >
        <Autocomplete inputValue={text} onInputChange={onText}>
          <SearchField
            aria-label={search.label}
            autoFocus
            className="flex h-10 shrink-0 items-center gap-2 border-b border-line px-2 sm:h-9"
          >
            <Icon of={Search} className="text-ink-3" />
            <Input
              placeholder={search.label}
              className="h-full min-w-0 flex-1 bg-transparent text-md outline-none placeholder:text-ink-3 sm:text-sm [&::-webkit-search-cancel-button]:hidden"
            />
          </SearchField>
          <p role="status" className="px-2 py-1.5 text-sm text-ink-3 empty:hidden">
            {status}
          </p>
          <ListBox
            aria-label={label}
            selectionMode="single"
            selectedKeys={[value]}
            onSelectionChange={(keys) => onChoose(keys === 'all' ? value : String([...keys][0] ?? value))}
            className="max-h-72 overflow-y-auto pt-1 outline-none"
          >
            {options.map((option) => (
              <ListBoxItem key={option.value} id={option.value} textValue={option.title} className={entry}>
                <span className="min-w-0 wrap-anywhere">{option.title}</span>
                {option.value === value && <Icon of={Check} />}
              </ListBoxItem>
            ))}
          </ListBox>
        </Autocomplete>
      </Popover>
    </OwnLanguage>
  )
}
