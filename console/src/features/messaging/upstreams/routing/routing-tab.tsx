import { useText } from '../../../../i18n/text.ts'

/** The rules that choose a message's channel. */
export default function RoutingTab() {
  const t = useText()
  return <h2 className="font-semibold">{t('routing.title')}</h2>
}
