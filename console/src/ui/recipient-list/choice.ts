import { recipientList as limits } from '@hongyan/contract/limits/recipient-list'
import { ruleText } from '@hongyan/contract/rules'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { ListReason } from '@hongyan/contract/vocabulary/recipient-list'
import type { TextId } from '../../i18n/ids.ts'
import type { FieldErrors } from '../form.tsx'

/** The reason of new entries, and the scenes of an opt-out. */
export interface ListChoice {
  readonly reason: ListReason
  readonly scenes: readonly MessageScene[]
}

export const newChoice = (reason: ListReason): ListChoice => ({ reason, scenes: limits.optOutScenes })

export const reasonTitles: Readonly<Record<ListReason, TextId>> = {
  block: 'recipient-list.block',
  opt_out: 'recipient-list.optOut',
}

export const sceneTitles: Readonly<Record<MessageScene, TextId>> = {
  [MessageScene.Verification]: 'recipient-list.verification',
  [MessageScene.Notification]: 'recipient-list.notification',
  [MessageScene.Marketing]: 'recipient-list.marketing',
}

/** The messages of the scenes and of the note, as the server words them. */
export function choiceErrors({ reason, scenes }: ListChoice, note: string, locale: Locale): FieldErrors {
  return {
    ...(reason === 'opt_out' && scenes.length === 0 && { scenes: ruleText('list_scenes', locale) }),
    ...(Array.from(note.trim()).length > limits.noteMax && { note: ruleText('list_note', locale) }),
  }
}

/** The parts of a call that makes entries. A block names no scenes. */
export const choiceBody = ({ reason, scenes }: ListChoice, note: string) => ({
  reason,
  note: note.trim(),
  ...(reason === 'opt_out' && { scenes: [...scenes] }),
})
