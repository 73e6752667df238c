import type { StoryEvent } from '../story.ts'
import { daysAgo } from '../when.ts'

const by = { by: 'Ines Ferreira' }

/** Slow receipts from France, which staff announced and closed on the same day. */
export const lumenIncident: readonly StoryEvent[] = [
  [
    daysAgo(1, '13:05'),
    {
      staff: 'incident open',
      on: () => [],
      options: {
        severity: 'degraded',
        country: ['FR'],
        channel: ['sms'],
        'title-en': 'Late receipts from France',
        'title-zh': '法国短信回执延迟',
        'text-en':
          'Messages arrive, but one carrier confirms them several minutes late. We’re asking it for the cause.',
        'text-zh': '短信可正常送达，但一家运营商的回执延迟数分钟，我们正在与其确认原因。',
        ...by,
      },
    },
  ],
  [
    daysAgo(1, '14:40'),
    {
      staff: 'incident close',
      on: ({ incident }) => [incident],
      options: {
        'text-en': 'The carrier restarted the system that sends receipts. They come in time again.',
        'text-zh': '运营商已重启回执系统，回执恢复正常。',
        ...by,
      },
    },
  ],
]
