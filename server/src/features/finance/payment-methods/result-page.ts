import type { FastifyInstance } from 'fastify'
import { localeOf } from '../../../http/error-reply.ts'
import { html, sendPlainPage } from '../../../http/plain-page.ts'
import { RESULT_PAGE } from './add.ts'

const texts = {
  en: {
    title: 'You can close this window',
    text: 'Return to the console. Your card is ready once your bank confirms it.',
  },
  'zh-CN': {
    title: '您可以关闭此窗口',
    text: '请返回控制台。银行确认后，您的银行卡即可使用。',
  },
} as const

/** GET /paymentMethods/result: the page that the cardholder returns to from the bank. It reads no card. */
export function cardResultPage(server: FastifyInstance): void {
  server.get(RESULT_PAGE, { config: { withoutDatabase: true } }, async (request, reply) => {
    const locale = localeOf(request)
    const { title, text } = texts[locale]
    return sendPlainPage(reply, {
      locale,
      title,
      main: html`<h1>${title}</h1>
        <p>${text}</p>`,
    })
  })
}
