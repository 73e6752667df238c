import { gap } from '../../../../i18n/gap.ts'
import { useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { ForcingCharacter, PartBar } from '../../../../ui/part-bar.tsx'
import type { Composed } from './composed.ts'

/** Characters that the sentence names one by one; of more it gives the number. */
const NAMED = 4

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
              <ForcingCharacter key={character} character={character} />
            ))}
            {t('templates.forces', { count: forcing.length })}
          </>
        ) : (
          t('templates.forcesMany', { count: forcing.length })
        )}
        {gap()}
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
          {range.min !== range.max && gap() + t('templates.range', { min: range.min, max: range.max })}
        </p>
      </div>
      {text !== '' && (
        <PartBar
          units={counted.partUnits}
          size={size}
          partTitle={(part) => t('templates.part', { part })}
          roomTitle={(left) => t('templates.room', { units: left })}
        />
      )}
      <Forcing composed={composed} onReplace={onReplace} />
    </div>
  )
}
