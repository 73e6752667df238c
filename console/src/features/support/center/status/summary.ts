import type { NetworkRow } from '@hongyan/contract/endpoints/support/status'
import type { NetworkState } from '@hongyan/contract/vocabulary/support'
import type { TextId } from '../../../../i18n/ids.ts'
import type { Values } from '../../../../i18n/message.ts'
import type { Tone } from '../../../../ui/status.tsx'

export const stateLooks: Readonly<Record<NetworkState, { readonly tone: Tone; readonly title: TextId }>> = {
  operational: { tone: 'ok', title: 'status.operational' },
  degraded: { tone: 'warn', title: 'status.degraded' },
  outage: { tone: 'bad', title: 'status.outage' },
  quiet: { tone: 'open', title: 'status.quiet' },
}

export interface Summary {
  readonly tone: Tone
  readonly text: TextId
  readonly values: Values
}

const countriesIn = (rows: readonly NetworkRow[]): readonly string[] => [...new Set(rows.map(({ country }) => country))]

const isImpaired = ({ state }: Pick<NetworkRow, 'state'>): boolean => state === 'degraded' || state === 'outage'

/** The most rows of each list of the card. */
const CARD_ROWS = 3

/**
 * The rows of the card: of the account's own countries, those with trouble first, and of others that have trouble. The
 * status has its rows worst first, and the own countries by their messages. One with too few messages says nothing.
 */
export function cardRows({ rows, own }: CardStatus): Readonly<Record<'own' | 'others', readonly NetworkRow[]>> {
  const impaired = rows.filter(isImpaired)
  const isOwn = ({ country }: NetworkRow) => own.includes(country)
  const well = own.flatMap((each) => rows.filter(({ country, state }) => country === each && state === 'operational'))
  return {
    own: [...impaired.filter(isOwn), ...well].slice(0, CARD_ROWS),
    others: impaired.filter((row) => !isOwn(row)).slice(0, CARD_ROWS),
  }
}

interface CardStatus {
  readonly rows: readonly NetworkRow[]
  readonly own: readonly string[]
}

/** Sums up the network in one sentence: the countries that have trouble, or that none has. */
export function summaryOf(rows: readonly NetworkRow[], countryName: (iso2: string) => string): Summary {
  const impaired = rows.filter(isImpaired)
  const isOut = impaired.some(({ state }) => state === 'outage')
  const [first, ...others] = countriesIn(impaired)
  if (first !== undefined) {
    const tone = isOut ? 'bad' : 'warn'
    if (others.length > 0) {
      const values = { count: others.length + 1 }
      return { tone, text: isOut ? 'status.outageOfMany' : 'status.degradedOfMany', values }
    }
    return { tone, text: isOut ? 'status.outageOf' : 'status.degradedOf', values: { country: countryName(first) } }
  }
  const known = countriesIn(rows.filter(({ state }) => state === 'operational'))
  if (known.length === 0) return { tone: 'open', text: 'status.unknown', values: {} }
  return { tone: 'ok', text: 'status.allWell', values: { count: known.length } }
}
