import { Check } from 'lucide-react'
import type { RefObject } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { firstFocus } from './first-focus.ts'
import { Icon } from './icon.tsx'
import { OwnLanguage } from './own-language.tsx'

export interface Option<Value extends string> {
  value: Value
  title: string
}

interface SelectLayerProps {
  label: string
  options: readonly Option<string>[]
  value: string
  trigger: RefObject<HTMLButtonElement | null>
  onChoose: (value: string) => void
  onClose: () => void
}

const entry =
  'flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-[6px] px-2 text-sm outline-none focus:bg-fill sm:min-h-8'

export default function SelectLayer({ label, options, value, trigger, onChoose, onClose }: SelectLayerProps) {
  return (
    <OwnLanguage>
      <Popover
        isOpen
        triggerRef={trigger}
        placement="bottom start"
        offset={6}
        aria-label={label}
        onOpenChange={onClose}
        style={{ minWidth: trigger.current?.offsetWidth }}
        className="overflow-y-auto rounded-lg bg-raised p-1 shadow-float outline-none"
      >
        <ListBox
          aria-label={label}
          selectionMode="single"
          selectedKeys={[value]}
          // Choosing the current value again empties the selection; the value stays and the list closes.
          onSelectionChange={(keys) => onChoose(keys === 'all' ? value : String([...keys][0] ?? value))}
          className="outline-none"
        >
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              ref={option.value === value ? firstFocus : null}
              id={option.value}
              textValue={option.title}
              className={entry}
            >
              {option.title}
              {option.value === value && <Icon of={Check} />}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </OwnLanguage>
  )
}
