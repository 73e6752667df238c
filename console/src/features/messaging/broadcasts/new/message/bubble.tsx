import { markedText } from './marked-text.ts'

interface BubbleProps {
  /** The content with its variables; null for free text, which has none. */
  readonly content: string | null
  readonly text: string
  readonly language: string | undefined
}

/** A message as its recipient sees it, with the values of the row set off. */
export function Bubble({ content, text, language }: BubbleProps) {
  return (
    <p
      lang={language}
      data-preview
      className="rounded-xl rounded-bl-sm bg-fill px-3.5 py-2.5 wrap-anywhere whitespace-pre-wrap"
    >
      {content === null
        ? text
        : markedText(content, text).map(({ from, text: piece, isValue }) =>
            isValue ? (
              <strong key={from} className="font-medium">
                {piece}
              </strong>
            ) : (
              <span key={from}>{piece}</span>
            ),
          )}
    </p>
  )
}
