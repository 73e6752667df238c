import type { Quote } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { decimalOf, micros, parseMicros, ZERO } from '@hongyan/contract/money'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { readWhole } from '../draft.ts'

/** The answers of the owner to what a broadcast asks before it goes out. */
export interface Answers {
  readonly consented: boolean
  readonly typed: string
  readonly repeats: boolean
}

export type Question = keyof Answers

/** The questions that an estimate asks. `isRepeated` where the server has found an earlier broadcast like it. */
export function questionsOf(
  { scene, recipients, repeats }: Pick<Quote, 'scene' | 'recipients' | 'repeats'>,
  isRepeated: boolean,
): readonly Question[] {
  return [
    ...(scene === MessageScene.Marketing ? (['consented'] as const) : []),
    ...(repeats !== null || isRepeated ? (['repeats'] as const) : []),
    ...(recipients > limits.confirmAbove ? (['typed'] as const) : []),
  ]
}

/** The questions that are not answered yet. */
export const openQuestions = (
  questions: readonly Question[],
  { consented, typed, repeats }: Answers,
  { recipients }: Pick<Quote, 'recipients'>,
): readonly Question[] =>
  questions.filter((question) =>
    question === 'typed' ? readWhole(typed) !== recipients : question === 'consented' ? !consented : !repeats,
  )

/** The balance once every message is taken; below zero where it is not enough. */
export function balanceAfter({ available, at_most: most }: Pick<Quote, 'available' | 'at_most'>): string {
  return decimalOf(micros((parseMicros(available) ?? ZERO) - (parseMicros(most) ?? ZERO)))
}
