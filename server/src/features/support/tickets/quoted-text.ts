import { replyMarkers } from '../../../kit/letter.ts'

const markers = Object.values(replyMarkers)

/** The lines that mail clients write between an answer and the email that it quotes. */
const separators: readonly RegExp[] = [
  /^-{2,}\s*(?:Original Message|Forwarded message|原始邮件|回复的原邮件|原邮件|转发邮件)\s*-{2,}$/i,
  /^_{20,}$/,
]

/** A line of the head of a quoted email, as Outlook, Foxmail and NetEase write it. */
const headLine =
  /^[|*\s]*(?:From|Sent|To|Cc|Date|Subject|Reply-To|发件人|发送时间|发送日期|收件人|抄送|抄送人|日期|时间|主题)\s*(?:[*|]\s*)?[:：|]/i
const headStart = /^[|*\s]*(?:From|发件人)\s*(?:[*|]\s*)?[:：|]/i
/** The most characters of a line that are searched for a head: an email may be one line. */
const HEAD_MAX = 1_000

/**
 * The sentence before a quotation. A client may break it over several lines. The part of an address before its @ has no
 * second @, so that a line of @ alone takes time that grows with its length, not with the square of it.
 */
const introductions: readonly RegExp[] = [
  /^(?:On|At) .{4,300} wrote\s?:$/i,
  /^.{0,200}<[^<>\s][^<>\s@]*@[^<>]+>.{0,80}(?:wrote|写道)\s?[:：]$/i,
  /^.{0,300}(?:于|在).{4,300}写道\s?[:：]$/,
]
const INTRODUCTION_LINES = 4

/**
 * The answer in the text of an email, without the email that it quotes. The quotation begins at our marker line, at a
 * client's separator, or is the block of `>` lines at the end; the words that introduce it go too. An answer below or
 * between quoted lines keeps its own lines.
 */
export function withoutQuotation(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n')
  const above = withoutIntroduction(lines.slice(0, quotationAt(lines)))
  return joined(above) || joined(below(lines))
}

const isMarker = (line: string): boolean => markers.some((marker) => line.includes(marker))
const isQuoted = (line: string): boolean => /^\s*>/.test(line)
const isBlank = (line: string): boolean => line.replaceAll(/[>\s\u00a0]/g, '') === ''

function quotationAt(lines: readonly string[]): number {
  const at = lines.findIndex((line, nr) => isMarker(line) || isSeparator(line) || startsHead(lines, nr))
  if (at >= 0) return at
  const last = lines.findLastIndex((line) => !isBlank(line) && !isQuoted(line))
  return lines.slice(last + 1).some(isQuoted) ? last + 1 : lines.length
}

const isHead = (line: string, pattern = headLine): boolean => pattern.test(line.slice(0, HEAD_MAX))
const isSeparator = (line: string): boolean => separators.some((each) => each.test(line.trim()))

/** Two lines of a quoted head in a row: one alone may be the sender's own. */
const startsHead = (lines: readonly string[], nr: number): boolean =>
  isHead(lines[nr] ?? '', headStart) && isHead(lines[nr + 1] ?? '')

/** Drops blank and quoted lines, lines of a head, and one introduction from the end. */
function withoutIntroduction(lines: readonly string[]): readonly string[] {
  const isAnswer = (line: string): boolean => !isBlank(line) && !isQuoted(line) && !isHead(line) && !isSeparator(line)
  const end = lines.findLastIndex(isAnswer) + 1
  for (let count = 1; count <= Math.min(INTRODUCTION_LINES, end); count += 1) {
    const words = lines.slice(end - count, end).map((line) => line.trim())
    if (words.includes('')) break
    if (introductions.some((each) => each.test(words.join(' ')))) return lines.slice(0, end - count)
  }
  return lines.slice(0, end)
}

/** The lines of an answer that stands below or between quoted lines. */
function below(lines: readonly string[]): readonly string[] {
  const marked = lines.findIndex(isMarker)
  const isInside = marked < 0 || isQuoted(lines[marked] ?? '')
  if (!isInside || !lines.some(isQuoted)) return []
  const first = lines.findIndex(isQuoted)
  return [...withoutIntroduction(lines.slice(0, first)), ...lines.slice(first)].filter((line) => !isQuoted(line))
}

const joined = (lines: readonly string[]): string => lines.join('\n').trim()
