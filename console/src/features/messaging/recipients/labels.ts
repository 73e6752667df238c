import type { ListedRecipient } from '@hongyan/contract/endpoints/messaging/recipients'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { ListReason, ListSource } from '@hongyan/contract/vocabulary/recipient-list'
import type { TextId } from '../../../i18n/ids.ts'
import { t } from '../../../i18n/text.ts'
import type { Tone } from '../../../ui/status.tsx'
import { sceneTitles } from '../../../ui/recipient-list/choice.ts'

export const reasonTones: Readonly<Record<ListReason, Tone>> = { block: 'bad', opt_out: 'warn' }

export const sourceTitles: Readonly<Record<ListSource, TextId>> = {
  entry: 'recipients.entry',
  import: 'recipients.import',
  log: 'recipients.log',
}

/** The number as far as it is kept. */
export function numberText({ recipient, ending }: Pick<ListedRecipient, 'recipient' | 'ending'>): string {
  if (recipient !== null) return recipient
  return ending === '' ? t('recipients.erased') : `•••• ${ending}`
}

/** The scenes of an entry in one line. */
export const scenesText = ({ scenes }: Pick<ListedRecipient, 'scenes'>): string =>
  scenes.length === Object.keys(MessageScene).length
    ? t('recipients.everyScene')
    : scenes.map((scene) => t(sceneTitles[scene])).join(t('recipients.comma'))
