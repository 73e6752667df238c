import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import type { PhonebookField } from '../../../../db/schema/phonebooks.ts'
import { fieldNamed } from '../fields.ts'

/** The part of a contact that a column of a file is read into. */
export type ColumnUse =
  | { readonly kind: 'field'; readonly key: string }
  | { readonly kind: 'phone' | 'zone' | 'consent_source' | 'consent_at' | 'ignored' }

/** The headings that people give to what every contact has, in both languages. */
const known: Readonly<Record<string, 'zone' | 'consent_source' | 'consent_at'>> = {
  'time zone': 'zone',
  timezone: 'zone',
  时区: 'zone',
  'consent source': 'consent_source',
  'opt-in source': 'consent_source',
  同意来源: 'consent_source',
  授权来源: 'consent_source',
  'consent date': 'consent_at',
  'opt-in date': 'consent_at',
  同意日期: 'consent_at',
  授权日期: 'consent_at',
}

const kindOf = (heading: string) => known[heading.toLowerCase().replaceAll('_', ' ')] ?? null

/** A name for a field from a heading: `$` begins the names of what every contact has. */
const fieldName = (heading: string): string =>
  Array.from(heading.replace(/^[$\s]+/, ''))
    .slice(0, limits.fieldNameMax)
    .join('')
    .trim()

export interface ColumnPlan {
  readonly uses: readonly ColumnUse[]
  readonly fields: readonly PhonebookField[]
  readonly nextKey: number
}

/**
 * Decides what each column of a file becomes. A field with the name of a heading comes first, then what every contact
 * has, then a new field. Consent needs a date, so a source without one, neither in a column nor for the whole file, stays
 * a field.
 */
export function planColumns(
  columns: readonly string[],
  phoneColumn: string | null,
  { fields, nextKey }: Pick<ColumnPlan, 'fields' | 'nextKey'>,
  hasConsentDate: boolean,
): ColumnPlan {
  const all = [...fields]
  let next = nextKey
  const taken = new Set<string>()
  const kinds = columns.map((heading) => (fieldNamed(fields, heading) === null ? kindOf(heading) : null))
  const hasDate = hasConsentDate || kinds.includes('consent_at')
  const hasSource = kinds.includes('consent_source')
  const isUsable = { zone: true, consent_source: hasDate, consent_at: hasSource }
  let isPhoneFound = false
  const uses = columns.map((heading, index): ColumnUse => {
    if (!isPhoneFound && heading === phoneColumn) {
      isPhoneFound = true
      return { kind: 'phone' }
    }
    const kind = kinds[index] ?? null
    if (kind !== null && isUsable[kind] && !taken.has(kind)) {
      taken.add(kind)
      return { kind }
    }
    const name = fieldName(heading)
    if (name === '') return { kind: 'ignored' }
    const field = fieldNamed(all, name) ?? { key: String(next++), name }
    if (taken.has(field.key)) return { kind: 'ignored' }
    taken.add(field.key)
    if (!all.includes(field)) all.push(field)
    return { kind: 'field', key: field.key }
  })
  return { uses, fields: all, nextKey: next }
}
