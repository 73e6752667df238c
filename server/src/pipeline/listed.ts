import { MessageScene } from '@hongyan/contract/vocabulary/message'

/** Scenes as a set of bits, as the table stores them: verification 1, notification 2, marketing 4. */
export type SceneSet = number

const ALL = Object.values(MessageScene)
const bitOf = (scene: MessageScene): SceneSet => 1 << (scene - 1)

export const sceneSet = (scenes: readonly MessageScene[]): SceneSet =>
  scenes.reduce((set, scene) => set | bitOf(scene), 0)

export const scenesOf = (set: SceneSet): MessageScene[] => ALL.filter((scene) => (set & bitOf(scene)) !== 0)

/** The set of every scene: the scope of a block. */
export const EVERY_SCENE = sceneSet(ALL)

/** Every set that has a scene. */
export const setsWith = (scene: MessageScene): readonly SceneSet[] =>
  Array.from({ length: EVERY_SCENE + 1 }, (_, set) => set).filter((set) => (set & bitOf(scene)) !== 0)

/** The entries of one number on an account's recipient list. */
export interface Listed {
  readonly blocked: boolean
  /** The scenes that it opted out of. */
  readonly optedOut: SceneSet
}

/** The recipients of a request that are on its account's list, by their number in E.164. */
export type ListedRecipients = ReadonlyMap<string, Listed>

export const NONE_LISTED: ListedRecipients = new Map()

/** The refusal of a message of a scene to a number with these entries (semantics D9). */
export function listRefusal(listed: Listed | undefined, scene: MessageScene): 'recipient_blocked' | 'opted_out' | null {
  if (listed === undefined) return null
  if (listed.blocked) return 'recipient_blocked'
  return (listed.optedOut & bitOf(scene)) === 0 ? null : 'opted_out'
}
