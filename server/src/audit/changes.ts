import { credentials } from '@hongyan/contract/limits'

/** Fields of something at a moment, by name; one whose name begins with an exclamation mark is a secret. */
export type State = Readonly<Record<string, unknown>>

/** A field that differs. A secret is told as changed, never as what it is. */
export interface Change {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

const VALUE_MAX = 200
const FIELDS_MAX = 40

/** What differs between two states of the same thing; null where it was not there. */
export function changesBetween(before: State | null, after: State | null): readonly Change[] {
  const [was, is] = [flat(before ?? {}), flat(after ?? {})]
  const fields = [...new Set([...was.keys(), ...is.keys()])]
  return fields
    .filter((field) => was.get(field) !== is.get(field))
    .slice(0, FIELDS_MAX)
    .map((field) => ({
      field: field.replace('!', ''),
      before: shown(field, was.get(field)),
      after: shown(field, is.get(field)),
    }))
}

function shown(field: string, value: string | undefined): string | null {
  if (value === undefined) return null
  if (field.startsWith('!')) return credentials.secretMask
  return value.length > VALUE_MAX ? `${value.slice(0, VALUE_MAX)}…` : value
}

/** Fields that hold fields are told one by one; one without a value is none. */
function flat(state: State, above = ''): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(state)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, text] of flat(value as State, `${above}${name}.`)) fields.set(inner, text) // no list, so by names
    } else
      fields.set(
        `${above}${name}`,
        Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value),
      )
  }
  return fields
}
