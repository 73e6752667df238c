import { Unreadable } from './unreadable.ts'

/** The events of an XML document. Names come without their prefix. */
export interface XmlHandlers {
  /** `attributes` is the text behind the name, for `attributeOf`. */
  readonly open: (name: string, attributes: string) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

export interface XmlReader {
  readonly feed: (text: string) => void
  readonly end: () => void
}

/** A tag or a text of more characters is in no workbook that a program wrote. */
const LONGEST = 1024 * 1024
const CDATA = '<![CDATA['

/**
 * Reads XML that comes in pieces, as programs write workbooks. Throws Unreadable at a document type, whose entities could
 * multiply, and at a tag or a text without an end.
 */
export function xmlReader({ open, close, text }: XmlHandlers): XmlReader {
  let rest = ''
  /** Elements that are open. */
  let depth = 0

  const openTag = (tag: string): void => {
    const isClosed = tag.endsWith('/')
    const content = isClosed ? tag.slice(0, -1) : tag
    const space = content.search(/\s/)
    const name = withoutPrefix(space === -1 ? content : content.slice(0, space))
    open(name, space === -1 ? '' : content.slice(space))
    if (isClosed) close(name)
    else depth += 1
  }
  /** Reads the markup that begins at `at`. Returns the place behind it, or -1 where its end has not come yet. */
  const readMarkup = (buffer: string, at: number): number => {
    const next = buffer[at + 1]
    if (next === '?') return behind(buffer, '?>', at)
    if (next === '!') {
      if (buffer.startsWith('<!--', at)) return behind(buffer, '-->', at)
      if (buffer.length - at < CDATA.length) return -1
      if (!buffer.startsWith(CDATA, at)) throw new Unreadable()
      const end = behind(buffer, ']]>', at)
      if (end !== -1) text(buffer.slice(at + CDATA.length, end - 3))
      return end
    }
    const end = tagEnd(buffer, at)
    if (end === -1) return -1
    if (next === '/') {
      depth -= 1
      close(withoutPrefix(buffer.slice(at + 2, end).trim()))
    } else openTag(buffer.slice(at + 1, end))
    return end + 1
  }

  return {
    feed: (piece) => {
      const buffer = rest + piece
      let at = 0
      while (at < buffer.length) {
        const start = buffer.indexOf('<', at)
        if (start === -1) break
        if (start > at) text(unescaped(buffer.slice(at, start)))
        at = start
        if (start === buffer.length - 1) break
        const end = readMarkup(buffer, start)
        if (end === -1) break
        at = end
      }
      rest = buffer.slice(at)
      if (rest.length > LONGEST) throw new Unreadable()
    },
    end: () => {
      if (rest.trim() !== '' || depth !== 0) throw new Unreadable()
    },
  }
}

const behind = (buffer: string, mark: string, from: number): number => {
  const found = buffer.indexOf(mark, from)
  return found === -1 ? -1 : found + mark.length
}

/** The place of the > that ends a tag; those inside of quotes do not. */
function tagEnd(buffer: string, from: number): number {
  let quote = ''
  for (let at = from; at < buffer.length; at += 1) {
    const character = buffer[at]
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  return -1
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const LAST_CODE_POINT = 0x10_ff_ff

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return NAMED[name.toLowerCase()] ?? ''
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : ''
      })
    : text

const patterns = new Map<string, RegExp>()

/** The value of an attribute by its name with its prefix, or null. */
export function attributeOf(attributes: string, name: string): string | null {
  if (attributes === '') return null
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  const found = pattern.exec(attributes)
  return found === null ? null : unescaped(found[1] ?? found[2] ?? '')
}
