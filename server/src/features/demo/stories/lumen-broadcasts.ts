import { DAY } from '@hongyan/contract/durations'
import { audiences } from '@hongyan/contract/endpoints/messaging/audiences'
import { broadcasts, quotes } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { contacts, phonebooks } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { StoryEvent } from '../story.ts'
import { daysAgo } from '../when.ts'

const names = ['Aisyah', 'Daniel', 'Mei', 'Priya', 'Tom', 'Hana', 'Luis', 'Nora']

/** A pasted table of fictional numbers with a name each. */
const table = (numbers: readonly string[]): string =>
  ['phone,name', ...numbers.map((number, place) => `${number},${names[place % names.length]}`)].join('\n')

const numbered = (prefix: string, digits: number, from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => `${prefix}${String(from + place).padStart(digits, '0')}`)

const american = numbered('+120655501', 2, 1, 48)
const british = numbered('+447700900', 3, 30, 20)

const pasted = (numbers: readonly string[]) => ({ source: RecipientSource.Input, input: table(numbers), country: 'US' })

const message = { signature: null, template: null, text: null, scene: MessageScene.Notification, accepted_bad: 0 }
const plan = { time: 'now', at: null, local: null, window: null, speed: null, canary: 0, stop_above: 20 }

const sale = {
  ...message,
  template: 'autumn_sale',
  scene: MessageScene.Marketing,
  variables: { percent: { value: '20%' }, name: { column: 'name' } },
}
const shipped = {
  ...message,
  template: 'parcel_shipped',
  variables: { tracking: { value: 'LP20261123' }, time: { value: '18:00' } },
}

/** Ten in the morning of a day to come. */
const inDays = (today: string, days: number): string =>
  `${new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10)}T10:00:00.000Z`

/** The owner adds a contact to the phonebook. */
const contact = (to: string, place: number): StoryEvent[1] => ({
  owner: contacts.create,
  params: ({ phonebook: { id } }) => ({ id }),
  body: {
    to,
    fields: { 'First name': names[place] ?? '' },
    zone: null,
    consent: { source: 'Signed up in the shop', at: '2026-01-15' },
  },
})

/**
 * A sale that everybody has by now; a notice that was paused between the mornings of two countries; and one to a
 * phonebook that is still to come.
 */
export const lumenBroadcasts: readonly StoryEvent[] = [
  [daysAgo(3, '18:00'), { owner: audiences.create, body: pasted([...american, ...british]) }],
  [daysAgo(3, '18:04'), { owner: quotes.create, body: ({ audience }) => ({ audience, message: sale, plan }) }],
  [
    daysAgo(3, '18:08'),
    { owner: broadcasts.create, body: ({ quote }) => ({ name: 'Autumn sale, last days', quote, consented: true }) },
  ],
  [daysAgo(1, '10:30'), { owner: audiences.create, body: pasted([...british, ...american]) }],
  [
    daysAgo(1, '10:34'),
    {
      owner: quotes.create,
      body: ({ audience }) => ({
        audience,
        message: shipped,
        plan: { ...plan, window: { from: '10:00', to: '20:00' } },
      }),
    },
  ],
  [daysAgo(1, '10:38'), { owner: broadcasts.create, body: ({ quote }) => ({ name: 'Late parcels', quote }) }],
  [
    daysAgo(1, '10:46'),
    {
      owner: broadcasts.pause,
      params: ({ broadcast: { id } }) => ({ id }),
      body: ({ broadcast: { version } }) => ({ version }),
    },
  ],
  [daysAgo(2, '09:20'), { owner: phonebooks.create, body: { name: 'Regular senders' } }],
  [
    daysAgo(2, '09:22'),
    {
      owner: phonebooks.update,
      params: ({ phonebook: { id } }) => ({ id }),
      body: ({ phonebook: { version } }) => ({ version, fields: [{ name: 'First name', was: null }] }),
    },
  ],
  ...american
    .slice(0, names.length)
    .map((to, place): StoryEvent => [daysAgo(2, `09:${24 + place}`), contact(to, place)]),
  [
    daysAgo(1, '16:00'),
    {
      owner: audiences.create,
      body: ({ phonebook: { id } }) => ({ source: RecipientSource.Phonebook, phonebook: id, country: 'US' }),
    },
  ],
  [
    daysAgo(1, '16:04'),
    {
      owner: quotes.create,
      body: ({ audience, today }) => ({
        audience,
        message: shipped,
        plan: { ...plan, time: 'at', at: inDays(today, 6), speed: 5, canary: 10 },
      }),
    },
  ],
  [daysAgo(1, '16:08'), { owner: broadcasts.create, body: ({ quote }) => ({ name: 'Holiday deliveries', quote }) }],
]
