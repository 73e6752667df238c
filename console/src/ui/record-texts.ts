import type { TextId } from '../i18n/ids.ts'
import { t } from '../i18n/text.ts'

/** Asks before a record is deleted (specification section 8). `entity` is the text of its noun. */
export const deleteAsk = (entity: TextId, object: string): string => t('ui.deleteAsk', { entity: t(entity), object })

/** Confirms a write of a record (specification section 8). */
export function doneText(done: 'added' | 'created' | 'updated' | 'deleted', entity: TextId): string {
  const noun = t(entity)
  return t(`ui.${done}`, { entity: noun.charAt(0).toUpperCase() + noun.slice(1) })
}
