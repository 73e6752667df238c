import type { OperatorAddition } from '@hongyan/contract/senders/operator-text'
import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** A text that operators of a country add to the messages of a scene, or of every one. */
export interface OperatorRow extends OperatorAddition {
  readonly iso2: string
  /** Null for every scene. */
  readonly scene: MessageScene | null
}

/** The texts that operators add, by country and scene. Immutable. */
export type OperatorTexts = ReadonlyMap<string, Readonly<Record<MessageScene, readonly OperatorAddition[]>>>

export function operatorTexts(rows: readonly OperatorRow[]): OperatorTexts {
  const additionsOf = (country: string, scene: MessageScene): readonly OperatorAddition[] =>
    rows.filter((row) => row.iso2 === country && (row.scene === null || row.scene === scene))
  return new Map(
    rows.map(({ iso2 }) => [
      iso2,
      {
        [MessageScene.Verification]: additionsOf(iso2, MessageScene.Verification),
        [MessageScene.Notification]: additionsOf(iso2, MessageScene.Notification),
        [MessageScene.Marketing]: additionsOf(iso2, MessageScene.Marketing),
      },
    ]),
  )
}

const NONE: readonly OperatorAddition[] = []

/** The texts that operators add to a country's messages of a scene. */
export const additionsTo = (texts: OperatorTexts, country: string, scene: MessageScene): readonly OperatorAddition[] =>
  texts.get(country)?.[scene] ?? NONE
