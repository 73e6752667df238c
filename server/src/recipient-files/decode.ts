import { isUtf8 } from 'node:buffer'
import { Unreadable } from './unreadable.ts'

/** Bytes that are decoded at once. */
const CHUNK = 64 * 1024

export interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'
  /** The length of its mark. */
  readonly mark: number
}

/** The encoding of a text: by its mark, else UTF-8 where its bytes allow it, else GB 18030, which Excel writes in China. */
export function encodingOf(content: Uint8Array): Encoding {
  const [first, second, third] = content
  if (first === 0xff && second === 0xfe) return { name: 'utf-16le', mark: 2 }
  if (first === 0xfe && second === 0xff) return { name: 'utf-16be', mark: 2 }
  if (first === 0xef && second === 0xbb && third === 0xbf) return { name: 'utf-8', mark: 3 }
  return { name: isUtf8(content) ? 'utf-8' : 'gb18030', mark: 0 }
}

export interface DecodedChunk {
  readonly text: string
  /** From 0 to 1. */
  readonly share: number
}

/** Decodes a text piece by piece. Throws Unreadable at bytes that its encoding does not have. */
export function* decoded(content: Uint8Array, { name, mark }: Encoding): Generator<DecodedChunk> {
  const decoder = new TextDecoder(name, { fatal: true })
  try {
    for (let at = mark; at < content.length; at += CHUNK) {
      const end = Math.min(at + CHUNK, content.length)
      yield { text: decoder.decode(content.subarray(at, end), { stream: true }), share: end / content.length }
    }
    yield { text: decoder.decode(), share: 1 }
  } catch (error) {
    if (error instanceof TypeError) throw new Unreadable()
    throw error
  }
}
