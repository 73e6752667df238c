import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'

type Texts = Record<string, string>
type Token = ReturnType<typeof compileMessage>[number]

const source = fileURLToPath(new URL('..', import.meta.url))
const folders = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => basename(name) === 'messages.en.json')
  .map((name) => dirname(name))
const read = (folder: string, locale: string): Texts =>
  JSON.parse(readFileSync(join(source, folder, `messages.${locale}.json`), 'utf8'))

/** The placeholders of a message, including those in its plural and select branches. */
function placeholders(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return []
    const [name, , branches] = token
    const inner =
      typeof branches === 'object' && branches !== null
        ? Object.values(branches).flatMap((branch) => (Array.isArray(branch) ? placeholders(branch) : []))
        : []
    return [name, ...inner]
  })
}

const valuesOf = (message: string) => [...new Set(placeholders(compileMessage(message)))].toSorted()

/** The formats of a message's placeholders. */
function kinds(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string' || token[1] === undefined) return []
    const branches = Object.entries(token[2] ?? {})
    const inner = branches.flatMap(([, branch]) => (Array.isArray(branch) ? kinds(branch) : []))
    return [
      token[1],
      ...(branches.some(([name, branch]) => name === 'offset' && branch !== undefined) ? ['offset'] : []),
      ...inner,
    ]
  })
}

test('there are catalogues to compare', () => {
  expect(folders.length).toBeGreaterThan(3)
})

describe.each(folders)('the catalogue of %s', (folder) => {
  const english = read(folder, 'en')
  const chinese = read(folder, 'zh-CN')

  test('has the same ids in both languages', () => {
    expect(Object.keys(chinese).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  test('has the same placeholders in both languages', () => {
    const values = (texts: Texts) => Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, valuesOf(text)]))
    expect(values(chinese)).toEqual(values(english))
  })

  test('has only formats that the console can render', () => {
    const texts = [...Object.values(english), ...Object.values(chinese)]
    const unknown = texts
      .flatMap((text) => kinds(compileMessage(text)))
      .filter((kind) => !/^(?:plural|select)$/.test(kind))
    expect(unknown).toEqual([])
  })

  test('has no empty text, and only ids of its own noun', () => {
    const wrong = Object.entries({ ...english, ...chinese }).filter(
      ([id, text]) => text.trim() === '' || !id.startsWith(`${basename(folder)}.`),
    )
    expect(wrong).toEqual([])
  })
})

test('every question before a deletion is the one text of the specification', () => {
  const isAsk = /^(?:Are you sure|Delete .*\{.*\?$|Remove \{.*\?$)/
  const asks = (texts: Texts) => Object.keys(texts).filter((id) => isAsk.test(texts[id] ?? ''))
  expect(folders.flatMap((folder) => asks(read(folder, 'en')))).toEqual(['ui.deleteAsk'])
})

test.each(folders)('the catalogues of %s have each id once', (folder) => {
  for (const locale of ['en', 'zh-CN']) {
    const text = readFileSync(join(source, folder, `messages.${locale}.json`), 'utf8')
    const written = Array.from(text.matchAll(/^ {2}"([^"]+)":/gmu), ([, id]) => id)
    expect(written).toEqual(Object.keys(read(folder, locale)))
  }
})
