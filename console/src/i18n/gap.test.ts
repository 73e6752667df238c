import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { gap } from './gap.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
  /(?<!\.test)\.tsx?$/.test(path),
)

/** A text or message, a space, and another text; and a title before its text. */
const SPACED =
  /(?:\b(?:t|\w*Text|textNow)\([^\n]*\)|\bmessage)\} \$?\{[^\n]*\b(?:t|textNow)\(|` \$\{(?:t|textNow)\(|\$\{(?:message|what)\} \$\{(?:remedy|listed)|<\/strong>\{' '\}\n|\} <\/strong>|\}<\/strong> \{/g

test('two sentences have a space between them in English, and none in Chinese', () => {
  vi.stubGlobal('navigator', { languages: [] })
  vi.stubGlobal('document', { cookie: 'hy_locale=en' })
  expect(gap()).toBe(' ')
  vi.stubGlobal('document', { cookie: 'hy_locale=zh-CN' })
  expect(gap()).toBe('')
  vi.unstubAllGlobals()
})

test('no component puts a space between two sentences in every language', () => {
  const spaced = sources.flatMap((path) =>
    Array.from(readFileSync(join(root, path), 'utf8').matchAll(SPACED), ([found]) => `${path}: ${found}`),
  )
  expect(spaced).toEqual([])
})
