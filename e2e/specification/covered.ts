import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The specification, which lies beside a checkout of the project and is not part of it. */
const file = fileURLToPath(new URL('../../../shared/spec/console-specification.md', import.meta.url))

/** The specification's text; null where it does not lie beside this checkout. */
export const readSpecification = (): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)

/** The text of a numbered section. */
export function sectionOf(text: string, number: number): string {
  const [, behind = ''] = text.split(new RegExp(`^## ${number}\\. .*$`, 'm'))
  return behind.split(/^## /m)[0] ?? ''
}

/** The cells of a section's tables, without their heads. */
const rowsOf = (section: string): readonly (readonly string[])[] =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first = '']) => !/^(?:-+|Route|Method and path)$/.test(first))

export const writtenRoutes = (text: string): readonly string[] =>
  rowsOf(sectionOf(text, 2)).map(([route = '']) => route)

/** Words of the table of calls that name no field. */
const prose = new Set(['none', 'config', 'as', 'body', 'query', 'new', 'value', 'or'])

/** The names of a call's fields. Values and explanations stand in parentheses. */
const fieldsOf = (request: string): readonly string[] =>
  request
    .replace(/\([^)]*\)/g, '')
    .replace(/=\w+/g, '')
    .split(/[^\w]+/)
    .filter((word) => word !== '' && !prose.has(word))

/** The table of calls: method and path, and the names that its column of requests has. */
export const writtenCalls = (text: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    rowsOf(sectionOf(text, 7)).map(([call = '', request = '']) => [call, fieldsOf(request).toSorted()]),
  )

/** The enumerations of section 3: the text behind each title. */
export function writtenEnumerations(text: string): ReadonlyMap<string, string> {
  const [, behind = ''] = sectionOf(text, 3).split(/^### Enumerations.*$/m)
  const lines = [...behind.matchAll(/^- ([^:]+): (.*)$/gm)]
  return new Map(lines.map(([, title = '', values = '']) => [title, values]))
}

/** The rest of an enumeration's text without these values, explanations and marks; empty where they are all of it. */
export function restOf(written: string, values: readonly (readonly [name: string, number: number | null])[]): string {
  const longestFirst = values.toSorted(([one], [other]) => other.length - one.length)
  const without = longestFirst.reduce(
    (rest, [name, number]) => {
      const spelt = number === null ? [name] : [`${name} ${number}`, `${number} ${name}`]
      const found = spelt.find((each) => new RegExp(`\\b${each}\\b`).test(rest))
      return found === undefined ? `${rest} ${name} is not written` : rest.replace(new RegExp(`\\b${found}\\b`), '')
    },
    written.replace(/\((?!labels)[^)]*\)/g, ''),
  )
  return without.replace(/labels also (?:exist )?for|\band\b|[\s,;.()]/g, '')
}

/** The quoted messages of a section. A quote inside a quote is written with a backslash. */
export const writtenMessages = (text: string, section: number): readonly string[] =>
  [...sectionOf(text, section).matchAll(/"((?:\\"|[^"])+)"/g)].map(([, quoted = '']) => quoted.replaceAll('\\"', '"'))
