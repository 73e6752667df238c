import { decimalOf, micros, shownMoney } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { localeOf } from '../../http/error-reply.ts'
import { type Html, html, type PlainPage, sendPlainPage } from '../../http/plain-page.ts'
import { isOwnOrigin } from '../../http/session-guard.ts'
import { validated } from '../../http/validated.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { SandboxPayment } from '../../providers/payments/sandbox/payments.ts'
import type { SandboxPayments } from '../../providers/payments/sandbox/sandbox-payments.ts'
import { payPageWords } from './pay-page-words.ts'

type PayDesk = Pick<SandboxPayments, 'payments' | 'pay'>

export interface PayPageDeps {
  /** Null leaves nothing there. */
  readonly sandbox: PayDesk | null
  /** The origin customers see, or null to take each request's own host for it. */
  readonly origin: string | null
}

const Id = z.string().regex(/^\w{1,64}$/)
const Page = z.strictObject({ id: Id })
/** Whatever else scanners add to an address does not matter. */
const Left = z.object({ left: z.literal('1').optional().catch(undefined) })
const Act = z.strictObject({
  id: Id,
  act: z.enum(['pay', 'fail', 'cancel', 'dispute-open', 'dispute-won', 'dispute-lost']),
})
type Act = z.infer<typeof Act>['act']

/** GET /sandbox/checkout/:id, where a payer decides about one of the sandbox's payments, and the forms of that page. */
export const sandboxPayPage = ({ sandbox, origin }: PayPageDeps): FastifyPluginAsync => {
  return async (app) => {
    // The forms have no fields: their address says it all.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 1_024 },
      async () => null,
    )

    app.get('/sandbox/checkout/:id', async (request, reply) => {
      if (sandbox === null) throw new Refusal('not_found')
      const { id } = validated(Page, request.params)
      const { left } = validated(Left, request.query)
      const payment = await sandbox.payments.byId(id)
      if (payment === null) throw new Refusal('not_found')
      return sendPlainPage(reply, pageOf(payment, localeOf(request), left !== undefined))
    })

    app.post('/sandbox/checkout/:id/:act', async (request, reply) => {
      if (sandbox === null) throw new Refusal('not_found')
      if (!isOwnOrigin(request, origin)) throw new Refusal('wrong_origin')
      const { id, act } = validated(Act, request.params)
      if ((await sandbox.payments.byId(id)) === null) throw new Refusal('not_found')
      await acts[act](sandbox, id)
      return reply.redirect(`/sandbox/checkout/${id}${act === 'cancel' ? '?left=1' : ''}`, 303)
    })
  }
}

const acts: Readonly<Record<Act, (sandbox: PayDesk, id: string) => Promise<unknown>>> = {
  pay: ({ pay }, id) => pay(id),
  fail: ({ payments }, id) => payments.decline(id),
  // Whoever leaves a payment page leaves the order open.
  cancel: async () => undefined,
  'dispute-open': ({ payments }, id) => payments.dispute(id, 'open'),
  'dispute-won': ({ payments }, id) => payments.dispute(id, 'won'),
  'dispute-lost': ({ payments }, id) => payments.dispute(id, 'lost'),
}

function pageOf(payment: SandboxPayment, locale: Locale, left: boolean): PlainPage {
  const words = payPageWords[locale]
  const title = words.title(words.channels[payment.service])
  const payable = payment.status === 'open' || payment.status === 'declined'
  return {
    locale,
    title,
    mark: words.mark,
    main: html`<h1>${title}</h1>
      <p class="amount">${moneyOf(payment)} <small>${payment.currency.toUpperCase()}</small></p>
      ${resultOf(payment, locale, left && payable)}
      <dl>
        <div>
          <dt>${words.merchant}</dt>
          <dd>${words.house}</dd>
        </div>
        <div>
          <dt>${words.order}</dt>
          <dd>${payment.subject}</dd>
        </div>
        ${
          payable
            ? html`<div>
                <dt>${words.until}</dt>
                <dd>${timeOf(payment.expiresAt)}</dd>
              </div>`
            : ''
        }
      </dl>
      ${payable ? choicesOf(payment, locale, left) : backOf(payment, locale)}
      ${payment.service === 'stripe' && payment.status === 'paid' ? disputeOf(payment, locale) : ''}
      ${payable ? magicOf(locale) : ''}`,
  }
}

function resultOf({ status }: SandboxPayment, locale: Locale, left: boolean): Html {
  const words = payPageWords[locale]
  if (left) return notice('', words.left)
  if (status === 'open') return html`<p>${words.nobody}</p>`
  return notice(status === 'paid' ? 'ok' : 'bad', words[status])
}

const notice = (kind: string, [title, text]: readonly [string, string]): Html =>
  html`<div class="notice ${kind}" role="status">
    <h2>${title}</h2>
    <p>${text}</p>
  </div>`

function choicesOf(payment: SandboxPayment, locale: Locale, left: boolean): Html {
  const words = payPageWords[locale]
  if (left) {
    const back = payment.cancelUrl === null ? '' : link(payment.cancelUrl, words.back)
    return html`<div class="acts">${link(`/sandbox/checkout/${payment.id}`, words.again, 'first')}${back}</div>`
  }
  return html`<div class="acts">
    ${button(payment, 'pay', words.pay(moneyOf(payment)), 'first')} ${button(payment, 'fail', words.fail)}
    ${button(payment, 'cancel', words.cancel)}
  </div>`
}

/** Payers who scanned a code have nowhere to go back to. */
function backOf(payment: SandboxPayment, locale: Locale): Html {
  const words = payPageWords[locale]
  const address = payment.status === 'paid' ? payment.returnUrl : (payment.cancelUrl ?? payment.returnUrl)
  if (address === null) return html`<p>${words.mayClose}</p>`
  return html`<div class="acts">
    ${link(address.replace('{CHECKOUT_SESSION_ID}', payment.id), words.back, 'first')}
  </div>`
}

function disputeOf(payment: SandboxPayment, locale: Locale): Html {
  const words = payPageWords[locale]
  const choices = {
    none: html`<div class="acts">${button(payment, 'dispute-open', words.openDispute)}</div>`,
    open: html`<div class="acts halves">
      ${button(payment, 'dispute-won', words.winDispute)}${button(payment, 'dispute-lost', words.loseDispute)}
    </div>`,
    won: '',
    lost: '',
  }
  const state = payment.dispute ?? 'none'
  return html`<section>
    <h2>${words.disputes}</h2>
    <p>${words.dispute[state]}</p>
    ${choices[state]}
  </section>`
}

const magicOf = (locale: Locale): Html =>
  html`<details>
    <summary>${payPageWords[locale].magic}</summary>
    <ul>
      ${payPageWords[locale].amounts.map((amount) => html`<li>${amount}</li>`)}
    </ul>
  </details>`

const button = ({ id }: SandboxPayment, act: Act, label: string, kind = ''): Html =>
  html`<form method="post" action="/sandbox/checkout/${id}/${act}"><button class="${kind}">${label}</button></form>`

const link = (address: string, label: string, kind = ''): Html =>
  html`<a class="button ${kind}" href="${address}">${label}</a>`

const symbols: Readonly<Record<string, string>> = { CNY: '￥', USD: '$' }

/** Cents, with the sign of their currency (ruling 2). */
function moneyOf({ amount, currency }: SandboxPayment): string {
  const digits = shownMoney(decimalOf(micros(amount * 10_000n)), 2)
  return `${symbols[currency.toUpperCase()] ?? ''}${digits}`
}

/** Nobody knows the payer's zone here, so the moment is that of UTC and says so. */
const timeOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
