import { credentials } from '@hongyan/contract/limits/screens'

/** The fields of a subject at one moment, by name. A leading exclamation mark in a name marks a secret value. */
export type State = Readonly<Record<string, unknown>>

/** A field that differs. A secret is listed as changed, without its value. */
export interface Change {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

const VALUE_MAX = 200
const FIELDS_MAX = 40

/** The differences between two states of a subject; a state is null where the subject did not exist. */
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

/** Flattens nested fields to names such as `a.b`; leaves out fields without a value. */
function flat(state: State, above = ''): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of Object.entries(state)) {
    if (value === null || value === undefined) continue
    if (typeof value === 'object' && !Array.isArray(value)) {
      for (const [inner, text] of flat(value as State, `${above}${name}.`)) fields.set(inner, text) // an object and no list, so it has names
    } else
      fields.set(
        `${above}${name}`,
        Array.isArray(value)
          ? value.map(entryText).join(', ')
          : typeof value === 'string'
            ? value
            : JSON.stringify(value),
      )
  }
  return fields
}

/** An entry of a list. Of an object, the first value names it, such as a variable of a template. */
function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry)
  const [name, ...values] = Object.values(entry).map(entryText)
  return values.length === 0 ? (name ?? '') : `${name} (${values.join(', ')})`
}
