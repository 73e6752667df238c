import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { localeOf } from '../../http/error-reply.ts'
import { html, type PlainPage, sendPlainPage } from '../../http/plain-page.ts'
import { isOwnOrigin, originRefusal } from '../../http/session-guard.ts'
import { forThisMachine } from '../../http/this-machine.ts'
import { validated } from '../../http/validated.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { SandboxPayments } from '../../providers/payments/sandbox/sandbox-payments.ts'

export interface AuthenticationPageDeps {
  /** Null: the page does not exist. */
  readonly sandbox: Pick<SandboxPayments, 'cards'> | null
  /** The public origin, or null to use each request's own host. */
  readonly origin: string | null
}

const Page = z.strictObject({ id: z.string().regex(/^\w{1,64}$/) })
const Act = Page.extend({ act: z.enum(['confirm', 'fail']) })

const texts = {
  en: {
    mark: 'Sandbox',
    title: 'Confirm your card',
    text: (last4: string) => `This page simulates the bank of the card ending in ${last4}. No real money moves.`,
    confirm: 'Confirm',
    fail: 'Simulate failure',
    over: 'This card is no longer awaiting confirmation.',
  },
  'zh-CN': {
    mark: '沙箱',
    title: '确认您的银行卡',
    text: (last4: string) => `本页面模拟尾号 ${last4} 的银行卡的发卡行，不会发生真实扣款。`,
    confirm: '确认',
    fail: '模拟失败',
    over: '该银行卡无需再确认。',
  },
} as const

/** GET /sandbox/authenticate/:id, where the holder of a sandbox card authenticates, and its two buttons. */
export const sandboxAuthenticationPage = ({ sandbox, origin }: AuthenticationPageDeps): FastifyPluginAsync => {
  return async (app) => {
    app.addHook('onRequest', forThisMachine)
    // The forms have no fields: their address names the action.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1_024 },
      async () => null,
    )

    app.get('/sandbox/authenticate/:id', async (request, reply) => {
      if (sandbox === null) throw new Refusal('not_found')
      const { id } = validated(Page, request.params)
      const setup = await sandbox.cards.setupById(id)
      const card = setup && (await sandbox.cards.cardById(setup.card))
      if (card === null || setup === null) throw new Refusal('not_found')
      return sendPlainPage(reply, pageOf(id, card.last4, setup.status === 'requires_action', localeOf(request)))
    })

    app.post('/sandbox/authenticate/:id/:act', async (request, reply) => {
      if (sandbox === null) throw new Refusal('not_found')
      if (!isOwnOrigin(request, origin)) throw originRefusal(request)
      const { id, act } = validated(Act, request.params)
      const setup = await sandbox.cards.setupById(id)
      if (setup === null) throw new Refusal('not_found')
      await sandbox.cards.authenticate(id, act === 'confirm')
      return reply.redirect(setup.returnUrl ?? `/sandbox/authenticate/${id}`, 303)
    })
  }
}

function pageOf(id: string, last4: string, open: boolean, locale: Locale): PlainPage {
  const { mark, title, text, confirm, fail, over } = texts[locale]
  const button = (act: string, label: string, kind: string) =>
    html`<form method="post" action="/sandbox/authenticate/${id}/${act}">
      <button class="${kind}">${label}</button>
    </form>`
  return {
    locale,
    title,
    mark,
    main: html`<h1>${title}</h1>
      <p>${open ? text(last4) : over}</p>
      ${open ? html`<div class="acts">${button('confirm', confirm, 'first')} ${button('fail', fail, '')}</div>` : ''}`,
  }
}
