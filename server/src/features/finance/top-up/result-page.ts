import type { FastifyInstance } from 'fastify'
import { localeOf } from '../../../http/error-reply.ts'
import { html, sendPlainPage, servePlainPageStyle } from '../../../http/plain-page.ts'

const words = {
  en: {
    title: 'You may close this window',
    text: 'Go back to the console. Your balance there grows as soon as a payment is confirmed.',
  },
  'zh-CN': {
    title: '您可以关闭此窗口',
    text: '请返回控制台。付款一经确认，余额会立即更新。',
  },
} as const

/** GET /topup/result: where payers come back to. It knows nothing of any order and credits nothing. */
export function topUpResultPage(server: FastifyInstance): void {
  servePlainPageStyle(server)
  server.get('/topup/result', { config: { withoutDatabase: true } }, async (request, reply) => {
    const locale = localeOf(request)
    const { title, text } = words[locale]
    return sendPlainPage(reply, {
      locale,
      title,
      main: html`<h1>${title}</h1>
        <p>${text}</p>`,
    })
  })
}
