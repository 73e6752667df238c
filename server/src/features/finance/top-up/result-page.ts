import type { FastifyInstance } from 'fastify'
import { localeOf } from '../../../http/error-reply.ts'
import { html, sendPlainPage, servePlainPageStyle } from '../../../http/plain-page.ts'

const texts = {
  en: {
    title: 'You can close this window',
    text: 'Return to the console. Your balance updates once the payment is confirmed.',
  },
  'zh-CN': {
    title: '您可以关闭此窗口',
    text: '请返回控制台。付款确认后，余额将立即更新。',
  },
} as const

/** GET /topup/result: the page that payers return to. It reads no order and credits nothing. */
export function topUpResultPage(server: FastifyInstance): void {
  servePlainPageStyle(server)
  server.get('/topup/result', { config: { withoutDatabase: true } }, async (request, reply) => {
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
