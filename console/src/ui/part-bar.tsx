import { cx } from './cx.ts'

interface PartBarProps {
  /** The units of each part. */
  units: readonly number[]
  /** Units that fit a part. */
  size: number
  /** The texts inside the bar, where there is room for them. */
  partTitle: (part: number) => string
  roomTitle: (units: number) => string
}

/** The parts of a message side by side, each as wide as its units, and the room in the last one. */
export function PartBar({ units: all, size, partTitle, roomTitle }: PartBarProps) {
  const room = size - (all.at(-1) ?? 0)
  const isNarrow = all.length > 3
  const parts = all.map((units, index) => ({ part: index + 1, units }))
  return (
    <div aria-hidden className="flex h-6 gap-0.5 text-xs text-ink-2 tabular-nums">
      {parts.map(({ part, units }) => (
        <span
          key={part}
          style={{ flexGrow: units }}
          className={cx(
            'flex min-w-0 basis-0 items-center justify-between gap-2 overflow-hidden rounded-sm px-1.5 whitespace-nowrap',
            part % 2 === 1 ? 'bg-accent-soft' : 'bg-fill-strong',
          )}
        >
          {!isNarrow && units > size / 3 && <span className="truncate">{partTitle(part)}</span>}
          <span>{units > size / 8 ? units : ''}</span>
        </span>
      ))}
      {room > 0 && (
        <span
          style={{ flexGrow: room }}
          className="flex min-w-0 basis-0 items-center justify-end overflow-hidden rounded-sm border border-dashed border-line-strong px-1.5 whitespace-nowrap text-ink-3"
        >
          {room > size / 3 && !isNarrow ? roomTitle(room) : ''}
        </span>
      )}
    </div>
  )
}

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** A character that forces Unicode on a text, with its code point. */
export const ForcingCharacter = ({ character }: { character: string }) => (
  <span className="mr-2 inline-flex items-center gap-1">
    <span className="grid h-5 min-w-4 place-items-center rounded-sm border border-warn-line bg-warn-soft px-1 font-mono">
      {character}
    </span>
    <span className="font-mono text-ink-3">{codeOf(character)}</span>
  </span>
)
