const SIGNED_END = /【[^【】]{1,64}】$/u

/**
 * Ends a text with an opt-out line, unless the text already does. A sender's name in brackets at the end stays behind the
 * line. An empty line adds nothing.
 */
export function withOptOut(text: string, line: string): string {
  if (line === '') return text
  const name = SIGNED_END.exec(text)?.[0] ?? ''
  const words = text.slice(0, text.length - name.length)
  return words.endsWith(line) ? text : words + line + name
}

/** A text without this opt-out line at its end, and without the comma before it; null where it does not end with it. */
export const withoutOptOut = (text: string, line: string): string | null =>
  line !== '' && text.endsWith(line) ? text.slice(0, -line.length).replace(/[，,]$/u, '') : null
