import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import type { Composed } from './composed.ts'

/** Characters that the sentence names one by one; of more it gives the number. */
const NAMED = 4

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The parts side by side, each as wide as its units, and the room in the last one. */
function Bar({ composed: { counted, pieces, size } }: { composed: Composed }) {
  const t = useText()
  const { partUnits, parts } = counted
  const room = size - (partUnits.at(-1) ?? 0)
  const isNarrow = parts > 3
  return (
    <div aria-hidden className="flex h-6 gap-0.5 text-xs text-ink-2 tabular-nums">
      {pieces.map(({ part, units }) => (
        <span
          key={part}
          style={{ flexGrow: units }}
          className={cx(
            'flex min-w-0 basis-0 items-center justify-between gap-2 overflow-hidden rounded-sm px-1.5 whitespace-nowrap',
            part % 2 === 1 ? 'bg-accent-soft' : 'bg-fill-strong',
          )}
        >
          {!isNarrow && units > size / 3 && <span className="truncate">{t('templates.part', { part })}</span>}
          <span>{units > size / 8 ? units : ''}</span>
        </span>
      ))}
      {room > 0 && (
        <span
          style={{ flexGrow: room }}
          className="flex min-w-0 basis-0 items-center justify-end overflow-hidden rounded-sm border border-dashed border-line-strong px-1.5 whitespace-nowrap text-ink-3"
        >
          {room > size / 3 && !isNarrow ? t('templates.room', { units: room }) : ''}
        </span>
      )}
    </div>
  )
}

/** The characters that force Unicode, and a button that replaces those that have a plain form. */
function Forcing({ composed, onReplace }: { composed: Composed; onReplace: (content: string) => void }) {
  const t = useText()
  const { forcing, plain, sampleForces } = composed
  if (sampleForces) return <p className="text-xs text-ink-2">{t('templates.sampleForces')}</p>
  const isFixable = plain?.counted.encoding === 'GSM-7'
  // A text in another script is Unicode throughout, so its characters are not named.
  if (forcing.length === 0 || (forcing.length > NAMED && !isFixable)) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-56 text-xs leading-5 text-ink-2">
        {forcing.length <= NAMED ? (
          <>
            {forcing.map(({ character }) => (
              <span key={character} className="mr-2 inline-flex items-center gap-1">
                <span className="grid h-5 min-w-4 place-items-center rounded-sm border border-warn-line bg-warn-soft px-1 font-mono">
                  {character}
                </span>
                <span className="font-mono text-ink-3">{codeOf(character)}</span>
              </span>
            ))}
            {t('templates.forces', { count: forcing.length })}
          </>
        ) : (
          t('templates.forcesMany', { count: forcing.length })
        )}{' '}
        {plain !== null &&
          plain.counted.encoding === 'GSM-7' &&
          t('templates.plainParts', { parts: plain.counted.parts })}
      </p>
      {plain !== null && (
        <Button size="small" onClick={() => onReplace(plain.content)}>
          {t('templates.replace')}
        </Button>
      )}
    </div>
  )
}

/** The encoding, the units and the parts of the text with its samples, and the cause of Unicode. */
export function Ruler({ composed, onReplace }: { composed: Composed; onReplace: (content: string) => void }) {
  const t = useText()
  const { counted, size, range, text } = composed
  const { encoding, parts, units } = counted
  return (
    <div className="grid grid-cols-1 gap-2 px-3 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p role="status" className="text-sm font-medium tabular-nums">
          {t(encoding === 'GSM-7' ? 'templates.gsm' : 'templates.unicode', { parts })}
        </p>
        <p className={cx('text-xs text-ink-3 tabular-nums', text === '' && 'invisible')}>
          {t('templates.units', { units, size })}
          {range.min !== range.max && ` ${t('templates.range', { min: range.min, max: range.max })}`}
        </p>
      </div>
      {text !== '' && <Bar composed={composed} />}
      <Forcing composed={composed} onReplace={onReplace} />
    </div>
  )
}
