import { lazy } from 'react'
import { joined } from '../../i18n/joined.ts'
import { useText } from '../../i18n/text.ts'
import { cx } from '../cx.ts'
import { type Choice, namesOf, withKeys } from './choices.ts'
import { FilterButton } from './filter-button.tsx'

const load = () => import('./choices-layer.tsx')
const ChoicesLayer = lazy(load)
const preload = (): void => void load()

interface ChoicesFilterProps<Value extends string | number> {
  label: string
  /** The choices. One of several values stands before their single ones. */
  choices: readonly Choice<Value>[]
  /** The chosen values; none for every value. */
  chosen: readonly Value[]
  onChange: (chosen: readonly Value[]) => void
}

/** A filter by any of several values. The choices apply at once, and their list stays open. */
export function ChoicesFilter<Value extends string | number>(props: ChoicesFilterProps<Value>) {
  const { label, choices, chosen, onChange } = props
  const t = useText()
  return (
    <FilterButton
      label={label}
      text={chosen.length === 0 ? t('list.any') : joined(namesOf(choices, chosen))}
      popup="listbox"
      preload={preload}
      renderLayer={(layer) => (
        <ChoicesLayer
          {...layer}
          choices={choices}
          chosen={chosen}
          onMark={(keys) => onChange(withKeys(choices, chosen, keys))}
        />
      )}
      className={cx('min-w-28 sm:max-w-80 print:max-w-none', chosen.length === 0 && 'print:hidden')}
    />
  )
}
