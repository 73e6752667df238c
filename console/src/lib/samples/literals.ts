import type { Language } from './languages.ts'

/** The body of a request to the send API, as deep as the samples need it. */
export type SampleBody = Readonly<
  Record<string, string | number | boolean | readonly string[] | Readonly<Record<string, string>>>
>

/** The notation of a language for an object and its values. */
interface Notation {
  readonly open: string
  readonly close: string
  readonly field: (name: string, value: string) => string
  readonly quote: (text: string) => string
  readonly yes: string
  readonly no: string
}

const single = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

const LINE = 68

const isList = (value: readonly string[] | Readonly<Record<string, string>>): value is readonly string[] =>
  Array.isArray(value)

/** Writes an object on one line, or a long one with a line for each field. */
function objectIn({ open, close, field, quote, yes, no }: Notation): (body: SampleBody) => string {
  const valueIn = (value: SampleBody[string]): string => {
    if (typeof value === 'string') return quote(value)
    if (typeof value === 'number') return String(value)
    if (typeof value === 'boolean') return value ? yes : no
    if (isList(value)) return `[${value.map(quote).join(', ')}]`
    return `${open}${Object.entries(value)
      .map(([name, text]) => field(name, quote(text)))
      .join(', ')}${close}`
  }
  return (body) => {
    const fields = Object.entries(body).map(([name, value]) => field(name, valueIn(value)))
    const line = `${open}${fields.join(', ')}${close}`
    if (line.length <= LINE) return line
    return `${open.trim()}\n${fields.map((one) => `  ${one},\n`).join('')}${close.trim()}`
  }
}

const escaped = (json: string): string => json.replaceAll('\\', String.raw`\\`)

/** A request body as the language writes it. Languages without literals for objects carry JSON in a string. */
export const literalIn: Readonly<Record<Language, (body: SampleBody) => string>> = {
  curl: (body) => `'${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  node: objectIn({
    open: '{ ',
    close: ' }',
    field: (name, value) => `${name}: ${value}`,
    quote: single,
    yes: 'true',
    no: 'false',
  }),
  python: objectIn({
    open: '{',
    close: '}',
    field: (name, value) => `"${name}": ${value}`,
    quote: JSON.stringify,
    yes: 'True',
    no: 'False',
  }),
  go: (body) => `\`${JSON.stringify(body).replaceAll('`', String.raw`\u0060`)}\``,
  php: objectIn({
    open: '[',
    close: ']',
    field: (name, value) => `'${name}' => ${value}`,
    quote: single,
    yes: 'true',
    no: 'false',
  }),
  java: (body) => `"""\n    ${escaped(JSON.stringify(body))}"""`,
  csharp: (body) => `"""${JSON.stringify(body)}"""`,
}
