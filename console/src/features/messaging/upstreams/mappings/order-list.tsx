import { ArrowDown, ArrowUp } from 'lucide-react'
import { useId, useState } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { FieldError } from '../../../../ui/field.tsx'
import { useFieldError } from '../../../../ui/form.tsx'
import { CodeChip } from '../../../../ui/tag.tsx'

interface OrderListProps {
  label: string
  hint: string
  names: readonly string[]
  onChange: (names: readonly string[]) => void
}

/** Exchanges a name with the one before or behind it. */
function moved(names: readonly string[], at: number, by: -1 | 1): readonly string[] {
  const [name, other] = [names[at], names[at + by]]
  return name === undefined || other === undefined ? names : names.with(at, other).with(at + by, name)
}

/** Names in an order that is changed by buttons. The new place of a moved name is announced. */
export function OrderList({ label, hint, names, onChange }: OrderListProps) {
  const t = useText()
  const id = useId()
  const error = useFieldError('variables')
  const [told, setTold] = useState('')
  function move(at: number, by: -1 | 1) {
    onChange(moved(names, at, by))
    setTold(t('upstreams.movedTo', { name: names[at] ?? '', place: at + by + 1 }))
  }
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`} className="grid gap-1.5">
      <p id={id} className="text-sm font-medium">
        {label}
      </p>
      <ol className="divide-y divide-line rounded-md border border-line">
        {names.map((name, at) => (
          <li key={name} className="flex h-11 items-center gap-3 px-3 sm:h-10">
            <span className="w-4 text-right text-sm text-ink-3 tabular-nums">{at + 1}</span>
            <span className="min-w-0 flex-1 truncate">
              <CodeChip>{name}</CodeChip>
            </span>
            <IconButton
              icon={ArrowUp}
              label={t('upstreams.moveUp', { name })}
              aria-disabled={at === 0 || undefined}
              onClick={() => at > 0 && move(at, -1)}
              className="aria-disabled:text-ink-disabled"
            />
            <IconButton
              icon={ArrowDown}
              label={t('upstreams.moveDown', { name })}
              aria-disabled={at === names.length - 1 || undefined}
              onClick={() => at < names.length - 1 && move(at, 1)}
              className="aria-disabled:text-ink-disabled"
            />
          </li>
        ))}
      </ol>
      {error === undefined ? (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      ) : (
        <FieldError id={`${id}-hint`}>{error}</FieldError>
      )}
      <span role="status" className="sr-only">
        {told}
      </span>
    </div>
  )
}
