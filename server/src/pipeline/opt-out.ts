import type { MainlandCarrier } from '@hongyan/contract/vocabulary/filing'
import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** A line that a mainland carrier requires at the end of the texts of a scene, from a moment on. */
export interface OptOutRow {
  readonly carrier: MainlandCarrier
  readonly scene: MessageScene
  readonly phrase: string
  /** Null for one that always was in force. */
  readonly from: Date | null
}

/** The line that ends texts to +86, by scene; empty where none does. */
export type OptOutLines = Readonly<Record<MessageScene, string>>

/** The moment from which a line is in force, in milliseconds. */
export const beginOf = ({ from }: OptOutRow): number => from?.getTime() ?? -Infinity

/**
 * The lines in force at a moment, in milliseconds. The recipient's carrier is unknown, because numbers move between
 * carriers, so the line of any carrier counts: of several the longest.
 */
export function optOutLinesAt(rows: readonly OptOutRow[], at: number): OptOutLines {
  const lineOf = (scene: MessageScene): string =>
    rows
      .filter((row) => row.scene === scene && beginOf(row) <= at)
      .reduce((longest, { phrase }) => (phrase.length > longest.length ? phrase : longest), '')
  return {
    [MessageScene.Verification]: lineOf(MessageScene.Verification),
    [MessageScene.Notification]: lineOf(MessageScene.Notification),
    [MessageScene.Marketing]: lineOf(MessageScene.Marketing),
  }
}
