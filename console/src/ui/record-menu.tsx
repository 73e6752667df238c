import { useText } from '../i18n/text.ts'
import { ActionsButton } from './actions-button.tsx'
import { recordItems, type ShownRecord } from './record-items.ts'

interface RecordMenuProps extends ShownRecord {
  /** The record, for the accessible name of the button. */
  name: string
  /** Closes what lies over the page. */
  onLeave?: () => void
}

/** The menu of a row without other actions. */
export function RecordMenu({ name, onLeave, ...record }: RecordMenuProps) {
  const t = useText()
  return <ActionsButton label={t('ui.actionsOf', { name })} groups={[{ items: recordItems(record, onLeave) }]} />
}
