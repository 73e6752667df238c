import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { formatNumber, useText } from '../../../../../i18n/text.ts'
import { ForcingCharacter } from '../../../../../ui/part-bar.tsx'

/** More characters are another script, in which none is told apart. */
const CHARACTERS = 4

const colours = ['bg-chart-bar-now', 'bg-warn-dot', 'bg-bad-dot'] as const

/** The people by the parts of their message, as a bar and in words. */
export function Parts({
  quote: { by_parts: groups, unicode, recipients, unicode_characters: characters },
}: {
  readonly quote: Quote
}) {
  const t = useText()
  if (groups.length === 0) return null
  const words = groups
    .map(({ parts, recipients: count }) => t('new.fitParts', { count, parts }))
    .join(t('new.semicolon'))
  return (
    <div className="grid gap-2 text-sm text-ink-2">
      <div className="grid grid-cols-[88px_minmax(0,1fr)] items-start gap-3">
        <div aria-hidden className="mt-[7px] flex h-1.5 gap-px overflow-hidden rounded-full bg-fill-strong">
          {groups.map(({ parts, recipients: count }, at) => (
            <span
              key={parts}
              style={{ flexGrow: count }}
              className={`min-w-1 basis-0 ${colours[Math.min(at, colours.length - 1)]}`}
            />
          ))}
        </div>
        <p>{words}</p>
      </div>
      {unicode > 0 && characters.length > 0 && characters.length <= CHARACTERS && (
        <p className="text-xs">
          {characters.map((character) => (
            <ForcingCharacter key={character} character={character} />
          ))}
          {t('new.unicode', { count: unicode, all: formatNumber(recipients) })}
        </p>
      )}
    </div>
  )
}
