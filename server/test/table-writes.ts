import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** A statement of a source file that writes a table. */
export interface TableWrite {
  /** Null where the source does not name the table as a literal. */
  readonly table: string | null
  /** The columns an update sets, where the source names them as literals. */
  readonly columns: readonly string[] | null
  readonly line: number
}

/** Most sources need no parsing. */
const mayWrite = /insert|update|delete|merge|truncate|copy|replaceInto|dueRows|sealedColumn/i
const TABLE = String.raw`(?:only\s+)?([\w."]+)?`
const writes = [
  new RegExp(String.raw`\binsert\s+into\s+${TABLE}`, 'gi'),
  new RegExp(String.raw`\bdelete\s+from\s+${TABLE}`, 'gi'),
  new RegExp(String.raw`\bmerge\s+into\s+${TABLE}`, 'gi'),
  new RegExp(String.raw`\btruncate\s+(?:table\s+)?${TABLE}`, 'gi'),
  new RegExp(String.raw`\bcopy\s+${TABLE}\s*(?:\([^)]*\)\s*)?from\b`, 'gi'),
]
/** Neither `do update set` of an insert nor `for update` of a select. */
const updates = /\bupdate\s+(?!set\b)(?:only\s+)?([\w."]+|\$\{\})\s+(?:(?:as\s+)?\w+\s+)?set\b([^]*)/gi
const builders = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])

/** Every source file below a folder, without tests. */
export const sourcesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
    .toSorted()

/** The writes of a source, in SQL texts and in calls of the query builder. */
export function writesOf(path: string, text = readFileSync(path, 'utf8')): readonly TableWrite[] {
  if (!mayWrite.test(text)) return []
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: TableWrite[] = []
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1
  const walk = (node: ts.Node): void => {
    const sql = sqlOf(node)
    if (sql !== null) {
      const line = (index: number): number => lineOf(node.getStart(source)) + sql.slice(0, index).split('\n').length - 1
      for (const write of inSql(sql)) found.push({ ...write, line: line(write.at) })
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (builders.has(node.expression.name.text)) {
        const [table] = node.arguments
        const name = table !== undefined && ts.isStringLiteralLike(table) ? table.text : null
        found.push({ table: bare(name), columns: columnsOf(node), line: lineOf(node.expression.name.getStart(source)) })
      }
    }
    const claimed = claimedTable(node)
    if (claimed !== null) found.push({ table: claimed, columns: null, line: lineOf(node.getStart(source)) })
    ts.forEachChild(node, walk)
  }
  walk(source)
  return found
}

/** The table of `dueRows({ table: … })` or `sealedColumn({ table: … })`, whose statements write it. */
function claimedTable(node: ts.Node): string | null {
  if (!ts.isCallExpression(node) || !/^(?:dueRows|sealedColumn)$/.test(node.expression.getText())) return null
  const [rows] = node.arguments
  if (rows === undefined || !ts.isObjectLiteralExpression(rows)) return null
  const table = rows.properties.find((property) => property.name?.getText() === 'table')
  if (table === undefined || !ts.isPropertyAssignment(table)) return null
  return ts.isStringLiteralLike(table.initializer) ? table.initializer.text : null
}

/** The lines of a source that hold a statement: a tagged `sql`, a text of SQL, or a call of the query builder. */
export function statementsOf(path: string, text = readFileSync(path, 'utf8')): readonly number[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lines: number[] = []
  const walk = (node: ts.Node): void => {
    const isTagged = ts.isTaggedTemplateExpression(node) && node.tag.getText(source).startsWith('sql')
    const isText = /^\s*(?:select|insert\s+into|update|delete\s+from|with)\s[^]*\b(?:from|set|values)\b/i.test(
      sqlOf(node) ?? '',
    )
    const isCall =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      (builders.has(node.expression.name.text) || node.expression.name.text === 'selectFrom')
    if (isTagged || isText || isCall) lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1)
    ts.forEachChild(node, walk)
  }
  walk(source)
  return lines
}

/** The text of a literal, with an empty placeholder for each expression in it. */
function sqlOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('')
}

function* inSql(sql: string): Generator<Omit<TableWrite, 'line'> & { readonly at: number }> {
  for (const pattern of writes)
    for (const match of sql.matchAll(pattern)) yield { table: bare(match[1]), columns: null, at: match.index }
  for (const match of sql.matchAll(updates)) {
    yield { table: bare(match[1]), columns: setColumns(match[2] ?? ''), at: match.index }
  }
}

/** The columns of `a = 1, b = f(2, 3) where …`. */
function setColumns(assignments: string): readonly string[] | null {
  const columns: string[] = []
  let rest = assignments
  for (;;) {
    const column = /^\s*(\w+)\s*=/.exec(rest)
    if (column === null) return null
    columns.push(column[1] ?? '')
    const end = endOfValue(rest)
    if (rest[end] !== ',') return columns
    rest = rest.slice(end + 1)
  }
}

/** The index where a value ends: at a comma outside of brackets, or at the next clause. */
function endOfValue(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (depth < 0 || (depth === 0 && char === ',')) return at
    if (depth === 0 && /^\s(where|from|returning)\s/i.test(text.slice(at))) return at
  }
  return text.length
}

/** The columns of `.set({ … })` in the chain after `updateTable`. */
function columnsOf(start: ts.CallExpression): readonly string[] | null {
  let node: ts.Node = start
  while (ts.isPropertyAccessExpression(node.parent) || ts.isCallExpression(node.parent)) {
    node = node.parent
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) continue
    if (node.expression.name.text !== 'set') continue
    const [values] = node.arguments
    if (values === undefined || !ts.isObjectLiteralExpression(values)) return null
    const names = values.properties.map(({ name }) => (name && ts.isIdentifier(name) ? name.text : null))
    return names.every((name) => name !== null) ? names : null
  }
  return null
}

const bare = (table: string | undefined | null): string | null =>
  table === undefined || table === null || table === '${}' ? null : table.replaceAll('"', '').replace(/^public\./, '')
