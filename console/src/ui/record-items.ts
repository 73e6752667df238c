import type { RecordKind } from '@hongyan/contract/vocabulary/support'
import { CircleQuestionMark, Copy } from 'lucide-react'
import { t } from '../i18n/text.ts'
import { helpPath, type HelpTopic } from '../lib/help-path.ts'
import { openHelp } from '../lib/help.ts'
import type { MenuItem } from './menu-items.ts'
import { showError } from './show-error.ts'
import { toast } from './toasts.ts'

/** Copies a text and says so. */
export const copyText = (text: string): void =>
  void navigator.clipboard.writeText(text).then(() => toast('ok', t('ui.copied')), showError)

/** Leads to the ticket form about a topic. `onLeave` also closes what lies over the page. */
export const helpItem = (topic: HelpTopic, onLeave?: () => void): MenuItem => ({
  id: 'get-help',
  title: t('ui.getHelp'),
  icon: CircleQuestionMark,
  act() {
    openHelp(helpPath(topic))
    onLeave?.()
  },
})

/** A record of the account, with the error and the request that the ticket names beside it. */
export interface ShownRecord extends Pick<HelpTopic, 'code' | 'request'> {
  readonly kind: RecordKind
  readonly id: string
}

/** The items that every row's menu has (screens S0): its id, and a ticket about it. */
export const recordItems = ({ kind, id, ...error }: ShownRecord, onLeave?: () => void): readonly MenuItem[] => [
  { id: 'copy-id', title: t('ui.copyId'), icon: Copy, act: () => copyText(id) },
  helpItem({ about: `${kind}:${id}`, ...error }, onLeave),
]
