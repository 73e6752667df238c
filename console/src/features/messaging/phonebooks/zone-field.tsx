import { useText } from '../../../i18n/text.ts'
import { ComboField } from '../../../ui/combo-field.tsx'

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, title: zone.replaceAll('_', ' ') }))
const folded = (typed: string): string => typed.toLowerCase().replaceAll('_', ' ').trim()

/** The zone of a contact's clock, searched by the name of a city. */
export function ZoneField({ initial }: { initial: string | null }) {
  const t = useText()
  const chosen = initial === null ? undefined : { value: initial, title: initial.replaceAll('_', ' ') }
  return (
    <ComboField
      name="zone"
      label={t('phonebooks.zoneOptional')}
      placeholder={t('phonebooks.zoneByNumber')}
      initial={chosen}
      match={(typed) => zones.filter(({ title }) => title.toLowerCase().includes(folded(typed)))}
      emptyText={t('phonebooks.noZone')}
      showAllLabel={t('phonebooks.allZones')}
    />
  )
}
