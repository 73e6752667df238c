import { decimalOf, micros, shownMoney } from '@hongyan/contract/money'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { type Html, html, type PlainPage } from '../../http/plain-page.ts'
import type { SandboxPayment } from '../../providers/payments/sandbox/payments.ts'
import { payPageTexts } from './pay-page-texts.ts'

/** The forms of the page, each with an address below it. */
export const payActions = ['pay', 'fail', 'cancel', 'dispute-open', 'dispute-won', 'dispute-lost'] as const
export type PayAction = (typeof payActions)[number]

/** The page of a payment in its present state; `left`: the payer has just cancelled. */
export function payPageOf(payment: SandboxPayment, locale: Locale, left: boolean): PlainPage {
  const texts = payPageTexts[locale]
  const title = texts.title(texts.channels[payment.service])
  const payable = payment.status === 'open' || payment.status === 'declined'
  return {
    locale,
    title,
    mark: texts.mark,
    main: html`<h1>${title}</h1>
      <p class="amount">${moneyOf(payment)} <small>${payment.currency.toUpperCase()}</small></p>
      ${resultOf(payment, locale, left && payable)}
      <dl>
        <div>
          <dt>${texts.merchant}</dt>
          <dd>${texts.house}</dd>
        </div>
        <div>
          <dt>${texts.order}</dt>
          <dd>${payment.subject}</dd>
        </div>
        ${
          payable
            ? html`<div>
                <dt>${texts.until}</dt>
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
  const texts = payPageTexts[locale]
  if (left) return notice('', texts.left)
  if (status === 'open') return html`<p>${texts.simulation}</p>`
  return notice(status === 'paid' ? 'ok' : 'bad', texts[status])
}

const notice = (kind: string, [title, text]: readonly [string, string]): Html =>
  html`<div class="notice ${kind}" role="status">
    <h2>${title}</h2>
    <p>${text}</p>
  </div>`

function choicesOf(payment: SandboxPayment, locale: Locale, left: boolean): Html {
  const texts = payPageTexts[locale]
  if (left) {
    const back = payment.cancelUrl === null ? '' : link(payment.cancelUrl, texts.back)
    return html`<div class="acts">${link(`/sandbox/checkout/${payment.id}`, texts.again, 'first')}${back}</div>`
  }
  return html`<div class="acts">
    ${button(payment, 'pay', texts.pay(moneyOf(payment)), 'first')} ${button(payment, 'fail', texts.fail)}
    ${button(payment, 'cancel', texts.cancel)}
  </div>`
}

/** The link back to the merchant. A payer who scanned a code has none. */
function backOf(payment: SandboxPayment, locale: Locale): Html {
  const texts = payPageTexts[locale]
  const address = payment.status === 'paid' ? payment.returnUrl : (payment.cancelUrl ?? payment.returnUrl)
  if (address === null) return html`<p>${texts.mayClose}</p>`
  return html`<div class="acts">
    ${link(address.replace('{CHECKOUT_SESSION_ID}', payment.id), texts.back, 'first')}
  </div>`
}

function disputeOf(payment: SandboxPayment, locale: Locale): Html {
  const texts = payPageTexts[locale]
  const choices = {
    none: html`<div class="acts">${button(payment, 'dispute-open', texts.openDispute)}</div>`,
    open: html`<div class="acts halves">
      ${button(payment, 'dispute-won', texts.winDispute)}${button(payment, 'dispute-lost', texts.loseDispute)}
    </div>`,
    won: '',
    lost: '',
  }
  const state = payment.dispute ?? 'none'
  return html`<section>
    <h2>${texts.disputes}</h2>
    <p>${texts.dispute[state]}</p>
    ${choices[state]}
  </section>`
}

const magicOf = (locale: Locale): Html =>
  html`<details>
    <summary>${payPageTexts[locale].magic}</summary>
    <ul>
      ${payPageTexts[locale].amounts.map((amount) => html`<li>${amount}</li>`)}
    </ul>
  </details>`

const button = ({ id }: SandboxPayment, act: PayAction, label: string, kind = ''): Html =>
  html`<form method="post" action="/sandbox/checkout/${id}/${act}"><button class="${kind}">${label}</button></form>`

const link = (address: string, label: string, kind = ''): Html =>
  html`<a class="button ${kind}" href="${address}">${label}</a>`

const symbols: Readonly<Record<string, string>> = { CNY: '¥', USD: '$' }

/** The amount in cents, with the sign of its currency (ruling 2). */
function moneyOf({ amount, currency }: SandboxPayment): string {
  const digits = shownMoney(decimalOf(micros(amount * 10_000n)), 2)
  return `${symbols[currency.toUpperCase()] ?? ''}${digits}`
}

/** The payer's zone is unknown here, so the moment is in UTC and labelled so. */
const timeOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
