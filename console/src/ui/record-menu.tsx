import { useText } from '../i18n/text.ts'
import { ActionsButton } from './actions-button.tsx'
import { recordItems, type ShownRecord } from './record-items.ts'

/** The menu of a row without other actions. `name`: the record, for the accessible name of the button. */
export function RecordMenu({ name, ...record }: ShownRecord & { name: string }) {
  const t = useText()
  return <ActionsButton label={t('ui.actionsOf', { name })} groups={[{ items: recordItems(record) }]} />
}
