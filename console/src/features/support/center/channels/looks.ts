import type { SupportHours } from '@hongyan/contract/endpoints/support/channels'
import { HOUR } from '@hongyan/contract/durations'
import { replyGoals } from '@hongyan/contract/limits/support'
import { type SupportChannel, TicketPriority } from '@hongyan/contract/vocabulary/support'
import type { TextId } from '../../../../i18n/ids.ts'
import type { Values } from '../../../../i18n/message.ts'
import { formatDate } from '../../../../i18n/text.ts'
import { waitText } from '../../../../ui/wait-text.ts'

export const channelTitles: Readonly<Record<SupportChannel, TextId>> = {
  whatsapp: 'channels.whatsapp',
  telegram: 'channels.telegram',
  line: 'channels.line',
  wechat: 'channels.wechat',
  email: 'channels.email',
}

interface Sentence {
  readonly text: TextId
  readonly values: Values
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** The hours of support in the reader's own zone: until when it is open, or from when. */
export function hoursSentence({ days, from, to, open, changes_at }: SupportHours): Sentence {
  if (days.length === 7 && from === '00:00' && to === '24:00') return { text: 'channels.always', values: {} }
  const at = new Date(changes_at)
  const isToday = at.toDateString() === new Date().toDateString()
  const time = formatDate(at, isToday ? CLOCK : { weekday: 'short', ...CLOCK })
  return { text: open ? 'channels.openUntil' : 'channels.opensAt', values: { time } }
}

/** The usual time to a reply where enough were measured, else the goal for questions. */
export function replySentence(seconds: number | null): Sentence {
  if (seconds !== null) return { text: 'channels.usual', values: { wait: waitText(seconds, 'long') } }
  return { text: 'channels.goal', values: { hours: replyGoals[TicketPriority.P3].within / HOUR } }
}
