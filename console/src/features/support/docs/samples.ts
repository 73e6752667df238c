import { sendCall } from '../../../lib/samples/calls.ts'
import type { Language } from '../../../lib/samples/languages.ts'
import { sendFunction } from '../../../lib/samples/send-function.ts'
import { simpleSend } from '../../../lib/samples/simple-send.ts'

const order = {
  body: { to: '+12065550100', text: 'Order 4711 is on its way.' },
  idempotencyKey: 'order-4711',
}

/** The requests of the page in each language. All but the first call the function `send`. */
export const samples = {
  simple: (language: Language) => simpleSend[language]({ to: '+12065550100', text: 'Your parcel is at the door.' }),
  send: (language: Language) => sendFunction[language],
  signed: (language: Language) => sendCall(language, { body: { to: '+12065550100', text: 'This one is signed.' } }),
  recipients: (language: Language) =>
    sendCall(language, { body: { to: ['+12065550100', '+6581234567', '12'], text: 'Hello, both of you.' } }),
  dryRun: (language: Language) =>
    sendCall(language, { body: { to: '+6581234567', text: 'What would this cost?', dryRun: true } }),
  template: (language: Language) =>
    sendCall(language, {
      body: {
        to: '+12065550100',
        templateId: 'pub_code_en',
        templateData: { code: '482913', minutes: '5' },
      },
    }),
  idempotency: (language: Language) => `${sendCall(language, order)}\n${sendCall(language, order)}`,
} as const
