/** A piece of a text: plain, code, or a link. */
export interface Piece {
  readonly text: string
  readonly code?: true
  readonly href?: string
}

const CODE_OR_LINK = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/

function pieceOf(text: string): Piece {
  if (text.startsWith('`')) return { text: text.slice(1, -1), code: true }
  const [, label, href] = LINK.exec(text) ?? []
  return label === undefined || href === undefined ? { text } : { text: label, href }
}

/** Splits Markdown into its `code`, its [links](#anchor) and the text between them. Any other markup stays as it is. */
export const piecesOf = (markdown: string): readonly Piece[] =>
  markdown
    .split(CODE_OR_LINK)
    .filter((text) => text !== '')
    .map(pieceOf)

/** The text that a reader sees. */
export const plainOf = (markdown: string): string =>
  piecesOf(markdown)
    .map(({ text }) => text)
    .join('')
