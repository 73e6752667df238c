import { recipientList as limits } from '@hongyan/contract/limits/recipient-list'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { ListReason } from '@hongyan/contract/vocabulary/recipient-list'
import { Refusal } from '../../../kit/refusal.ts'
import { EVERY_SCENE, type SceneSet, sceneSet } from '../../../pipeline/listed.ts'

/** The scenes that an entry keeps away. A block that names some is refused: it is always of every scene. */
export function scopeOf(reason: ListReason, scenes: readonly MessageScene[] | undefined): SceneSet {
  if (reason === 'opt_out') return sceneSet(scenes ?? limits.optOutScenes)
  if (scenes !== undefined) throw new Refusal('invalid_request', { field: 'scenes' })
  return EVERY_SCENE
}
