/** A text that operators of a country put before or behind messages. Recipients see it, and it counts (semantics D4). */
export interface OperatorAddition {
  readonly place: 'before' | 'after'
  readonly text: string
  /** Left out where the message has it at that place already. */
  readonly ifMissing: boolean
}

/** The text around a message as it is counted. */
export interface OperatorText {
  readonly before: string
  readonly after: string
}

const has = (message: string, { place, text }: OperatorAddition): boolean =>
  place === 'before' ? message.trimStart().startsWith(text.trim()) : message.trimEnd().endsWith(text.trim())

/** The text that operators put around a message. */
export function operatorText(message: string, additions: readonly OperatorAddition[]): OperatorText {
  const added = additions.filter((addition) => !(addition.ifMissing && has(message, addition)))
  const at = (wanted: OperatorAddition['place']): string =>
    added
      .filter(({ place }) => place === wanted)
      .map(({ text }) => text)
      .join('')
  return { before: at('before'), after: at('after') }
}

/** A message with the text of the operators, as its parts are counted. */
export function withOperatorText(message: string, additions: readonly OperatorAddition[]): string {
  if (additions.length === 0) return message
  const { before, after } = operatorText(message, additions)
  return before + message + after
}
