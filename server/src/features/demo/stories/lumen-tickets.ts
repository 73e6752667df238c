import { tickets } from '@hongyan/contract/endpoints/support/tickets'
import type { StoryEvent } from '../story.ts'
import { daysAgo } from '../when.ts'

const by = { by: 'Ning Zhao' }

/** One ticket that was solved, one that waits for the owner, and a new one. */
export const lumenTickets: readonly StoryEvent[] = [
  [
    daysAgo(8, '09:12'),
    {
      owner: tickets.create,
      body: ({ failedMessage }) => ({
        category: 'delivery',
        impact: 'degraded',
        subject: 'A customer got no delivery notice',
        body: 'A customer of ours waited for the text about her parcel and got none.\n\nThe log says that it failed. What can we do about this?',
        message_ids: [failedMessage],
        about: { kind: 'message', id: failedMessage },
      }),
    },
  ],
  [
    daysAgo(8, '11:36'),
    {
      staff: 'ticket reply',
      on: ({ ticket }) => [ticket],
      options: {
        text: 'Hello Mei,\n\nthe carrier did not reach this number. That is usually a phone that is off for days, or a number that is no longer in use.\n\nIf she has a new number, block the old one in your recipient list. You then pay for no further attempt.',
        ...by,
      },
    },
  ],
  [
    daysAgo(8, '11:58'),
    {
      owner: tickets.reply,
      params: ({ ticket: id }) => ({ id }),
      body: { text: 'Thank you, she confirmed that she has a new number.' },
    },
  ],
  [daysAgo(8, '12:20'), { staff: 'ticket solve', on: ({ ticket }) => [ticket], options: by }],
  [
    daysAgo(4, '10:05'),
    {
      owner: tickets.create,
      body: {
        category: 'api',
        impact: 'question',
        subject: 'Two processes with one credential',
        body: 'Our order desk will run on two servers from next month. Can both of them use the same credential, or should each have its own?',
      },
    },
  ],
  [
    daysAgo(4, '13:47'),
    {
      staff: 'ticket reply',
      on: ({ ticket }) => [ticket],
      options: {
        text: 'Hello Mei,\n\nboth can use it: nonces are checked for each credential, and yours come from a random source.\n\nWe suggest a credential for each server all the same. You then see which of them sent a message, and can revoke one without stopping the other. Would that work for you?',
        ...by,
      },
    },
  ],
  [
    daysAgo(1, '09:31'),
    {
      owner: tickets.create,
      body: {
        category: 'billing',
        impact: 'question',
        subject: 'Receipts for our accountant',
        body: 'Our accountant would like all receipts of a quarter in one file. Is there a way to download them together?',
      },
    },
  ],
]
