// `npm run prose`: measures how plainly the comments of the code are written. With folders, only the comments below them.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { root } from './ready.mjs'

const MEASURES = [
  {
    title: 'comments that open with a question word, %',
    limit: 3,
    per: 100,
    of: 'comments',
    pattern: /^(what|whether|who|whom|whose|whoever|whatever|where|how|nobody|nothing)\b/i,
  },
  {
    title: 'indefinite pronouns per 1,000 words',
    limit: 2,
    per: 1000,
    of: 'words',
    pattern: /\b(who|what|which)ever\b|\b(no|some|any|every)(body|thing|one)\b/gi,
  },
  {
    title: 'told, said, asked, heard, looked per 1,000 words',
    limit: 2,
    per: 1000,
    of: 'words',
    pattern: /\b(told|said|asked|heard|looked)\b/gi,
  },
]
const folders = process.argv.slice(2)
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.cjs'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))

/** The comments of a file, as plain text; neighbouring line comments are one. */
function commentsOf(file) {
  const text = readFileSync(`${root}/${file}`, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const ranges = new Map()
  const keep = (found) => found?.forEach((range) => ranges.set(range.pos, range))
  const visit = (node) => {
    if (node.kind !== ts.SyntaxKind.JsxText) {
      keep(ts.getLeadingCommentRanges(text, node.getFullStart()))
      keep(ts.getTrailingCommentRanges(text, node.getEnd()))
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  const joined = []
  for (const { pos, end, kind } of [...ranges.values()].toSorted((a, b) => a.pos - b.pos)) {
    const last = joined.at(-1)
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia
    if (last?.isLine && isLine && /^\s*$/.test(text.slice(last.end, pos)))
      Object.assign(last, { end, raw: `${last.raw}\n${text.slice(pos, end)}` })
    else
      joined.push({ end, isLine, raw: text.slice(pos, end), line: source.getLineAndCharacterOfPosition(pos).line + 1 })
  }
  return joined
    .map(({ raw, line }) => ({
      at: `${file}:${line}`,
      text: raw
        .replaceAll(/^\s*(\/\*\*?|\*\/?|\/\/)|\*\/$/gm, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }))
    .filter(({ text: words }) => words !== '')
}

const comments = files.flatMap(commentsOf)
const totals = { comments: comments.length, words: comments.reduce((sum, { text }) => sum + text.split(' ').length, 0) }
console.log(`${totals.comments} comments, ${totals.words} words`)
for (const { title, limit, per, of, pattern } of MEASURES) {
  const found = comments.flatMap((comment) =>
    comment.text.match(pattern)
      ? comment.text
          .match(pattern)
          .filter(Boolean)
          .slice(0, pattern.global ? undefined : 1)
          .map(() => comment)
      : [],
  )
  const share = totals[of] === 0 ? 0 : (found.length / totals[of]) * per
  console.log(`${share.toFixed(2).padStart(6)}  ${title} (below ${limit})`)
  if (share < limit) continue
  process.exitCode = 1
  for (const { at, text } of found.slice(0, folders.length > 0 ? 200 : 10))
    console.log(`        ${at}  ${text.slice(0, 110)}`)
}
