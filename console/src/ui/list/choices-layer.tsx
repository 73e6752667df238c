import { Check } from 'lucide-react'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { useText } from '../../i18n/text.ts'
import { cx } from '../cx.ts'
import { firstFocus } from '../first-focus.ts'
import { Icon } from '../icon.tsx'
import { listEntry, ListLayer } from '../list-layer.tsx'
import type { LayerProps } from '../layer-button.tsx'
import { ANY, type Choice, isChosen, keyOf } from './choices.ts'

interface ChoicesLayerProps extends LayerProps {
  readonly choices: readonly Choice<unknown>[]
  readonly chosen: readonly unknown[]
  /** Receives the keys of the marked choices. */
  readonly onMark: (keys: ReadonlySet<unknown>) => void
}

/** The choices of a filter by several values. */
export default function ChoicesLayer({ label, trigger, onClose, choices, chosen, onMark }: ChoicesLayerProps) {
  const t = useText()
  const marked = chosen.length === 0 ? [ANY] : choices.filter((choice) => isChosen(choice, chosen)).map(keyOf)
  const [first] = useState(marked[0])
  const isPart = (choice: Choice<unknown>): boolean =>
    choices.some((other) => other !== choice && isChosen(choice, other.values))
  const entries = [
    { key: ANY, title: t('list.any'), part: false },
    ...choices.map((choice) => ({ key: keyOf(choice), title: choice.title, part: isPart(choice) })),
  ]
  return (
    <ListLayer label={label} trigger={trigger} onClose={onClose}>
      <ListBox
        aria-label={label}
        selectionMode="multiple"
        selectedKeys={marked}
        // Escape closes the list, and leaves the filter as it is.
        escapeKeyBehavior="none"
        onSelectionChange={(keys) => onMark(keys === 'all' ? new Set([ANY]) : keys)}
        className="outline-none"
      >
        {entries.map(({ key, title, part }) => (
          <ListBoxItem
            key={key}
            ref={key === first ? firstFocus : null}
            id={key}
            textValue={title}
            className={cx(listEntry, part && 'pl-5')}
          >
            {title}
            {marked.includes(key) && <Icon of={Check} />}
          </ListBoxItem>
        ))}
      </ListBox>
    </ListLayer>
  )
}
