import { piecesOf } from '@hongyan/contract/senders/content'

export interface MarkedPiece {
  /** Its place in the text. */
  readonly from: number
  readonly text: string
  readonly isValue: boolean
}

/**
 * The text of a message, cut where the values of its template begin and end. The sender's name and an opt-out line may
 * stand around it. A text that does not fit its template is one piece.
 */
export function markedText(content: string, text: string): readonly MarkedPiece[] {
  const pieces: MarkedPiece[] = []
  let end = 0
  let isValue = false
  for (const piece of piecesOf(content)) {
    if ('variable' in piece) {
      isValue = true
      continue
    }
    const at = text.indexOf(piece.text, end)
    if (at === -1) return [{ from: 0, text, isValue: false }]
    if (at > end) pieces.push({ from: end, text: text.slice(end, at), isValue })
    pieces.push({ from: at, text: piece.text, isValue: false })
    end = at + piece.text.length
    isValue = false
  }
  if (end < text.length) pieces.push({ from: end, text: text.slice(end), isValue })
  return pieces
}
