import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../src/compose', import.meta.url))

/** The statements and calls that make wiring logic. */
const logic: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.ForStatement]: 'a loop',
  [ts.SyntaxKind.ForOfStatement]: 'a loop',
  [ts.SyntaxKind.ForInStatement]: 'a loop',
  [ts.SyntaxKind.WhileStatement]: 'a loop',
  [ts.SyntaxKind.DoStatement]: 'a loop',
  [ts.SyntaxKind.TryStatement]: 'try',
}
const calls = /(?:\.(?:catch|finally|forEach)|^set(?:Interval|Timeout|Immediate))$/

function logicIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const walk = (node: ts.Node): void => {
    const called = ts.isCallExpression(node) ? calls.exec(node.expression.getText(source))?.[0] : undefined
    const what = logic[node.kind] ?? called
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    if (what !== undefined) found.push(`compose/${file}:${line} has ${what}`)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

test('wiring has no loop, no try, no catch and no timer', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  expect(files.flatMap((file) => logicIn(file, readFileSync(join(folder, file), 'utf8')))).toEqual([])
})

test('the check of wiring sees loops, catches and timers', () => {
  const text = 'for (const a of b) a()\ntry { c() } catch {}\nd().catch(e)\nsetInterval(f, 1)\nwhile (g) h()'
  expect(logicIn('any.ts', text)).toHaveLength(5)
})
