import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config/config.ts'

type Served = Pick<Config, 'https' | 'avatars' | 'payments'>

/** Stripe's script, frames and API: allowed only where cards are typed into its fields (ruling 9). */
const stripe = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  calls: ['https://api.stripe.com'],
} as const
const noExtraSources = { scripts: [], frames: [], calls: [] } as const

const cardFields = ({ payments: { cards } }: Served) =>
  cards.publishableKey === null || cards.raw ? noExtraSources : stripe

/**
 * Allows content from this server only, except avatars (ruling 26) and, where they are used, Stripe's card fields.
 * Styles may be inline because the components position their overlays so; scripts never are. Browsers are told to
 * insist on https only where the public address has it.
 */
function policyOf(config: Served): HelmetOptions {
  const { https, avatars } = config
  const { scripts, frames, calls } = cardFields(config)
  const avatarOrigins = [avatars.us, avatars.cn].flatMap((base) => (base === null ? [] : [new URL(base).origin]))
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...new Set(avatarOrigins)],
        connectSrc: ["'self'", ...calls],
        frameSrc: ["'self'", ...frames],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: https ? [] : null,
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // The console opens payment pages in windows of their own and watches until they close (ruling 4).
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  }
}

/** Says how a browser treats a page. Data, scripts and styles of a page are under the page's own headers. */
const PAGE_HEADERS: ReadonlySet<string> = new Set([
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])
/** No browser shows these as a page. All other types keep every header. */
const PARTS_OF_PAGES = /^(?:application\/(?:json|javascript)|text\/(?:css|javascript))\b/

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that no browser calls: their replies carry no headers for browsers. */
    readonly forPrograms?: boolean
  }
}

/**
 * Puts the headers for browsers into every reply, those of pages into pages alone: on a phone they weigh as much as a
 * tenth of a page's code. They are made once, because making them costs as much as the rest of a small reply.
 */
export function setSecurityHeaders(server: FastifyInstance, config: Served): void {
  const ofPages = headersBy(policyOf(config))
  const ofParts = ofPages.filter(([name]) => !PAGE_HEADERS.has(name))
  server.addHook('onSend', async (request, reply, payload) => {
    if (request.routeOptions.config.forPrograms === true) return payload
    const headers = PARTS_OF_PAGES.test(String(reply.getHeader('content-type'))) ? ofParts : ofPages
    for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value)
    return payload
  })
}

/** The headers that helmet sets on a response. */
function headersBy(policy: HelmetOptions): readonly (readonly [name: string, value: string])[] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(policy)(request, response, () => undefined)
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}
