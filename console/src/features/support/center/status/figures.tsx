import type { NetworkRow } from '@hongyan/contract/endpoints/support/status'
import type { MessageChannel } from '@hongyan/contract/vocabulary/message'
import type { TextId } from '../../../../i18n/ids.ts'
import { formatNumber, useText } from '../../../../i18n/text.ts'
import { Status } from '../../../../ui/status.tsx'
import { stateLooks } from './summary.ts'

export const channelTitles: Readonly<Record<MessageChannel, TextId>> = {
  sms: 'status.sms',
  whatsapp: 'status.whatsapp',
}

/** The share of finished messages that arrived; a dash where it is not known. */
export const shareText = ({ delivered }: Pick<NetworkRow, 'delivered'>): string =>
  delivered === null ? '–' : formatNumber(delivered, { style: 'percent', maximumFractionDigits: 1 })

/** The median time to delivery in seconds; a dash where it is not known. */
export const medianText = ({ median_ms: millis }: Pick<NetworkRow, 'median_ms'>): string =>
  millis === null
    ? '–'
    : formatNumber(millis / 1_000, { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 1 })

export function NetworkStateMark({ state }: Pick<NetworkRow, 'state'>) {
  const t = useText()
  const { tone, title } = stateLooks[state]
  return <Status tone={tone}>{t(title)}</Status>
}
