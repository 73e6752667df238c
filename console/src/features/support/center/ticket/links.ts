/** A part of a text with its place: plain, or a link that the text itself spells out. */
export interface Piece {
  readonly at: number
  readonly text: string
  readonly href?: string
}

const ADDRESS = /https?:\/\/[^\s<>"'“”‘’（）【】《》，。；：！？、\p{Cc}]+/giu
/** Marks that end a sentence rather than an address. */
const AFTER = /[.,;:!?*_~]+$/

/** The address without the marks behind it, and without a bracket that it doesn't open. */
function trimmed(address: string): string {
  const bare = address.replace(AFTER, '')
  const closes = bare.endsWith(')') && !bare.includes('(')
  return closes || bare.endsWith(']') ? trimmed(bare.slice(0, -1)) : bare
}

/** The address as the browser understands it; null for one that is no address of the web, or that holds credentials. */
function hrefOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, username, password, href } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' ? href : null
}

/** Finds the addresses in a text. Everything else stays plain: nothing in it is read as markup. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0])
    const href = hrefOf(address)
    if (href === null) continue
    if (match.index > at) pieces.push({ at, text: text.slice(at, match.index) })
    pieces.push({ at: match.index, text: address, href })
    at = match.index + address.length
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at) })
  return pieces
}
