import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { html } from './plain-page.ts'
import { style } from './plain-page-style.ts'

test('values are escaped as text, and only markup made by html is kept as markup', () => {
  const name = `<b onclick="x('1')">&`
  const inner = html`<i>${name}</i>`
  expect(html`<p title="${name}">${inner}${[inner, inner]}</p>`.html).toBe(
    '<p title="&lt;b onclick=&quot;x(&#39;1&#39;)&quot;&gt;&amp;">' +
      '<i>&lt;b onclick=&quot;x(&#39;1&#39;)&quot;&gt;&amp;</i>'.repeat(3) +
      '</p>',
  )
})

test('colours and type are the console’s', () => {
  const theirCss = readFileSync(path.join(import.meta.dirname, '../../../console/src/tokens.css'), 'utf8')
  const tokens = (css: string): ReadonlyMap<string, string> =>
    new Map(
      [...css.matchAll(/^ {2}(--hy-[\w-]+): ([^;]+);/gm)]
        .toReversed()
        .map(([, name = '', value = '']) => [name, value.replace(/\s+/g, ' ')]),
    )
  const theirs = tokens(theirCss)
  const ours = tokens(style)
  expect(ours.size).toBeGreaterThan(20)
  for (const [name, value] of ours) expect([name, value]).toEqual([name, theirs.get(name)])
})

test('every colour in use is one of the tokens', () => {
  const used = new Set([...style.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name))
  const defined = new Set([...style.matchAll(/^ {2}(--hy-[\w-]+):/gm)].map(([, name]) => name))
  expect(used).toEqual(defined)
})
