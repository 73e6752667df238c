import { Locale } from '@hongyan/contract/vocabulary/account'
import { callerLocale } from './caller-locale.ts'

const texts = {
  [Locale.English]: {
    house: 'Hongyan',
    title: 'The service is busy',
    next: 'This page reloads by itself in a few seconds.',
  },
  [Locale.SimplifiedChinese]: { house: '鸿雁', title: '系统繁忙', next: '页面将在几秒后自动重新加载。' },
} as const
const RELOAD_SECONDS = 5

/** It loads nothing: a stylesheet would be refused as the page was. */
const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:32rem;margin:20vh auto;padding:0 1rem}h1{font-size:1.25rem}'

const headerIn = (head: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(head)?.[1]

/** True for a browser that opens a page, as the head of its request shows it. */
export const isNavigation = (head: string): boolean =>
  head.startsWith('GET ') && headerIn(head, 'accept')?.includes('text/html') === true

/** The page of a browser that is refused because the server is busy, and the headers that it needs. */
export function busyPage(head: string): { readonly body: string; readonly headers: readonly string[] } {
  const chosen = /(?:^|;\s*)hy_locale=([\w-]+)/.exec(headerIn(head, 'cookie') ?? '')?.[1]
  const locale = callerLocale(chosen, headerIn(head, 'accept-language'))
  const { house, title, next } = texts[locale]
  const body = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${house}</title><style>${STYLE}</style><main><h1>${title}</h1><p>${next}</p></main></html>`
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  return { body, headers: ['Content-Security-Policy', policy, 'Refresh', String(RELOAD_SECONDS)] }
}
