import type { FastifyHelmetOptions } from '@fastify/helmet'
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
export function securityHeaders(config: Served): FastifyHelmetOptions {
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
