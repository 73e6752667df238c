import { MessageScene } from '../vocabulary/message.ts'

/** The list of recipients that an account sends nothing to, or not everything (semantics D9). */
export const recipientList = {
  /** The most entries of an account. */
  entries: 1_000_000,
  /** The most numbers of one import. */
  importMax: 10_000,
  /** The longest text that is read as a number. */
  recipientMax: 32,
  noteMax: 64,
  /** The scenes of an opt-out that names none. */
  optOutScenes: [MessageScene.Marketing],
} as const
