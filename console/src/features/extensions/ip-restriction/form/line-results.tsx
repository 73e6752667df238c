import { ruleText } from '@hongyan/contract/rules'
import { useText } from '../../../../i18n/text.ts'
import { currentLocale } from '../../../../i18n/text.ts'
import { Status, type Tone } from '../../../../ui/status.tsx'
import type { Line } from './lines.ts'

type Look = readonly [tone: Tone, text: string]

/** The result of each typed address. One that is saved as it is typed needs none while it is alone. */
export function LineResults({ lines }: { lines: readonly Line[] }) {
  const t = useText()
  const lookOf = ({ rule, isNormalised, isWide, network }: Line): Look => {
    if (rule !== null) return ['bad', ruleText(rule, currentLocale())]
    if (isWide) return ['warn', t('ip-restriction.wide')]
    if (isNormalised) return ['ok', t('ip-restriction.normalised', { network: network ?? '' })]
    return ['ok', t('ip-restriction.ready')]
  }
  const [first] = lines
  const isPlain = lines.length === 1 && first?.rule === null && !first.isNormalised && !first.isWide
  if (first === undefined || isPlain) return null
  return (
    <ul
      aria-label={t('ip-restriction.results')}
      className="grid gap-1.5 rounded-md border border-line bg-well px-3 py-2"
    >
      {lines.map((line) => {
        const [tone, text] = lookOf(line)
        return (
          <li key={line.nr} className="grid gap-x-3 *:items-baseline sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
            <span className="truncate font-mono text-xs leading-5">{line.typed}</span>
            <Status tone={tone}>
              <span className="text-xs whitespace-normal text-ink-2">{text}</span>
            </Status>
          </li>
        )
      })}
    </ul>
  )
}
