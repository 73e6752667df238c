import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config/config.ts'

/**
 * Everything comes from ourselves but avatars (ruling 26). Styles may be inline because the components position their
 * overlays so; scripts never are. Browsers are told to insist on https only where the public address has it.
 */
export function securityHeaders({ https, avatars }: Pick<Config, 'https' | 'avatars'>): FastifyHelmetOptions {
  const avatarOrigins = [avatars.us, avatars.cn].flatMap((base) => (base === null ? [] : [new URL(base).origin]))
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...new Set(avatarOrigins)],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: https ? [] : null,
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    // Payment pages are opened in windows of their own and watched until they close (ruling 4).
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  }
}
