import { Check } from 'lucide-react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { firstFocus } from './first-focus.ts'
import { Icon } from './icon.tsx'
import type { LayerProps } from './layer-button.tsx'
import { listEntry, ListLayer } from './list-layer.tsx'

export interface Option<Value extends string> {
  value: Value
  title: string
}

interface SelectLayerProps extends LayerProps {
  options: readonly Option<string>[]
  value: string
  onChoose: (value: string) => void
}

export default function SelectLayer({ label, options, value, trigger, onChoose, onClose }: SelectLayerProps) {
  return (
    <ListLayer label={label} trigger={trigger} onClose={onClose}>
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
            className={listEntry}
          >
            {option.title}
            {option.value === value && <Icon of={Check} />}
          </ListBoxItem>
        ))}
      </ListBox>
    </ListLayer>
  )
}
