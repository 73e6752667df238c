import type { PhonebookField } from '../../../db/schema/phonebooks.ts'
import { Refusal } from '../../../kit/refusal.ts'

/** The fields that an owner wants: each by its name, and the name that it had; null for a new one. */
export type WantedFields = readonly { readonly name: string; readonly was: string | null }[]

export interface Fields {
  readonly fields: readonly PhonebookField[]
  readonly nextKey: number
}

export interface ChangedFields extends Fields {
  /** The keys of fields that are no longer wanted. */
  readonly removed: readonly string[]
}

/** Names are equal without regard to case, as people read them. */
const sameName = (name: string): string => name.toLowerCase()

export const fieldNamed = (fields: readonly PhonebookField[], name: string): PhonebookField | null =>
  fields.find((field) => sameName(field.name) === sameName(name)) ?? null

/** Gives the wanted fields their keys: those that they had, or the next ones. A key is never used again. */
export function changeFields({ fields, nextKey }: Fields, wanted: WantedFields): ChangedFields {
  let next = nextKey
  const used = new Set<string>()
  const names = new Set<string>()
  const changed = wanted.map(({ name, was }, index): PhonebookField => {
    if (names.has(sameName(name))) {
      throw new Refusal('invalid_request', { field: `fields[${index}].name`, rule: 'field_twice' })
    }
    names.add(sameName(name))
    if (was === null) return { key: String(next++), name }
    const before = fieldNamed(fields, was)
    if (before === null) throw new Refusal('field_unknown', { field: was })
    if (used.has(before.key)) throw new Refusal('invalid_request', { field: `fields[${index}].was` })
    used.add(before.key)
    return { key: before.key, name }
  })
  return { fields: changed, nextKey: next, removed: fields.flatMap(({ key }) => (used.has(key) ? [] : [key])) }
}

/** Values by key from values by name. An empty value is none. */
export function valuesByKey(
  fields: readonly PhonebookField[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const named = Object.entries(values).map(([name, value]) => {
    const field = fieldNamed(fields, name)
    if (field === null) throw new Refusal('field_unknown', { field: name })
    return [field.key, value] as const
  })
  return Object.fromEntries(named.filter(([, value]) => value !== ''))
}

/** Values by name from values by key, without those of removed fields. */
export const valuesByName = (
  fields: readonly PhonebookField[],
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    fields.flatMap(({ key, name }) => {
      const value = values[key]
      return value === undefined ? [] : [[name, value]]
    }),
  )
