import type { VariableValue } from '@hongyan/contract/endpoints/messaging/broadcasts'

/** Variables by the folded heading of the column that was last chosen for them. */
export type Memory = Readonly<Record<string, string>>

const KEY = 'hy.broadcast-columns'
/** The headings that are remembered, the newest last. */
const MOST = 200

/** A name without capitals, accents, spaces and punctuation, so that "First name" is `first_name`. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The column for a variable: the one of its name, else the one that was chosen for it before. */
export function columnFor(variable: string, columns: readonly string[], memory: Memory): string | null {
  const byName = columns.find((column) => folded(column) === folded(variable))
  return byName ?? columns.find((column) => memory[folded(column)] === variable) ?? null
}

/** The values of variables: what was chosen, where its column is there, else the column that fits. */
export function valuesOf(
  variables: readonly string[],
  chosen: Readonly<Record<string, VariableValue>>,
  columns: readonly string[],
  memory: Memory,
): Record<string, VariableValue> {
  return Object.fromEntries(
    variables.flatMap((variable) => {
      const own = chosen[variable]
      if (own !== undefined && ('value' in own || columns.includes(own.column))) return [[variable, own]]
      const column = columnFor(variable, columns, memory)
      return column === null ? [] : [[variable, { column }]]
    }),
  )
}

/** The variables without a value. An empty fixed value is none. */
export const withoutValue = (
  variables: readonly string[],
  values: Readonly<Record<string, VariableValue>>,
): readonly string[] =>
  variables.filter((variable) => {
    const value = values[variable]
    return value === undefined || ('value' in value && value.value.trim() === '')
  })

/** Reads the memory of this browser; empty where it allows no storage. */
export function readMemory(): Memory {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, variable]) => typeof variable === 'string'))
  } catch {
    return {}
  }
}

/** Remembers the column that was chosen for a variable. Headings alone are kept, never a value. */
export function remember(column: string, variable: string): void {
  try {
    const others = Object.entries(readMemory()).filter(([heading]) => heading !== folded(column))
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [folded(column), variable]].slice(-MOST))))
  } catch {
    // Ignored: storage is switched off or full.
  }
}
