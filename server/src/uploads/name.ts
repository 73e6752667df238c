import { upload as limits } from '@hongyan/contract/limits/uploads'
import { type FileType, fileTypes } from '@hongyan/contract/vocabulary/upload'

/** Control characters, and those that change the direction of text: they make `exe.gpj` look like `jpg.exe`. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu
/** Characters that some systems do not allow in names, and folders. */
const UNSAFE = /["*/:<>?\\|]/g

/**
 * A name for a file of this type that every system accepts. It keeps the extension where that fits the type and gets the
 * type's own otherwise: the name shows what the content is.
 */
export function safeName(given: string, type: FileType): string {
  const shown = given.toWellFormed().normalize('NFC').replace(UNSHOWN, '')
  const base = (shown.split(/[/\\]/).at(-1) ?? '').replace(UNSAFE, '_').replace(/^[\s.]+|[\s.]+$/g, '')
  const { extensions } = fileTypes[type]
  const written = /^(.*)\.([^.]+)$/s.exec(base)
  const known = extensions.find((extension) => extension === written?.[2]?.toLowerCase())
  const [stem, extension] = known === undefined ? [base, extensions[0]] : [written?.[1] ?? '', known]
  const room = limits.nameMax - extension.length - 1
  const short = Array.from(stem).slice(0, room).join('').trimEnd()
  return `${short === '' ? 'file' : short}.${extension}`
}

/**
 * The header that saves a response under a name. A name outside ASCII is also given in UTF-8 (RFC 6266), which all
 * browsers prefer.
 */
export function savedAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
