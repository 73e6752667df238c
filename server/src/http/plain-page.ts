import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { style } from './plain-page-style.ts'

/** Escaped markup, which can be put into a page as it is. */
export interface Html {
  readonly html: string
}

type Piece = string | Html | readonly Html[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '')

/** A template that escapes its values, unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return { html: parts.map((part, at) => part + written(values[at] ?? '')).join('') }
}

function written(piece: Piece): string {
  if (typeof piece === 'string') return escaped(piece)
  return 'html' in piece ? piece.html : piece.map((one) => one.html).join('')
}

export interface PlainPage {
  readonly locale: Locale
  readonly title: string
  /** A label beside the product's name, such as Sandbox. */
  readonly mark?: string
  readonly main: Html
}

const STYLESHEET = '/plain-page.css'
const houses = { en: 'Hongyan', 'zh-CN': '鸿雁' } as const

const LOGO = html`<svg
  class="logo"
  viewBox="0 -2.2 24 24"
  width="22"
  height="22"
  fill="currentColor"
  aria-hidden="true"
>
  <path
    d="M24 4.4c-2.4-1-4.5-.3-5.7 1.8-1.5 2.7-2.6 5.4-5.4 6.8-3.5 1.7-7.9 1.8-12.9.6 4 3.7 8 5.1 11.9 4.3 4.5-.9 6.8-4.2 8.1-8.3.7-2.3 1.7-4.2 4-5.2z"
  />
  <path d="M14.3 10.2C14.6 5.6 10.5 2.1 2 1c1.2 5.3 3.7 9.1 7.7 11.3 1.7-.3 3.3-1 4.6-2.1z" />
</svg>`

/** Sends a page that needs neither the console nor a script: the payment page, and the page after a payment. */
export function sendPlainPage(reply: FastifyReply, { locale, title, mark, main }: PlainPage): FastifyReply {
  const house = houses[locale]
  const page = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${house}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="${STYLESHEET}" />
      </head>
      <body>
        <header>
          ${LOGO}<span class="house">${house}</span>${mark === undefined ? '' : html`<span class="mark">${mark}</span>`}
        </header>
        <main>${main}</main>
      </body>
    </html> `
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.html)
}

/** Serves the stylesheet of plain pages as a file, because their security policy allows no inline style. */
export function servePlainPageStyle(server: FastifyInstance): void {
  server.get(STYLESHEET, { config: { withoutDatabase: true } }, async (_request, reply) =>
    reply.header('cache-control', 'private, no-cache').type('text/css; charset=utf-8').send(style),
  )
}
