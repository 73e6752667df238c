import { Check } from 'lucide-react'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { useText } from '../../i18n/text.ts'
import { cx } from '../cx.ts'
import { firstFocus } from '../first-focus.ts'
import { Icon } from '../icon.tsx'
import type { LayerProps } from '../layer-button.tsx'
import { OwnLanguage } from '../own-language.tsx'
import { ANY, type Choice, isChosen, keyOf } from './choices.ts'

interface ChoicesLayerProps extends LayerProps {
  readonly choices: readonly Choice<unknown>[]
  readonly chosen: readonly unknown[]
  /** Receives the keys of the marked choices. */
  readonly onMark: (keys: ReadonlySet<unknown>) => void
}

const entry =
  'flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-[6px] px-2 text-sm outline-none focus:bg-fill sm:min-h-8'

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
              className={cx(entry, part && 'pl-5')}
            >
              {title}
              {marked.includes(key) && <Icon of={Check} />}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </OwnLanguage>
  )
}
