import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { secondFactor as limits, signIn } from '../../limits.ts'
import { secondFactorWays, stepUpWays } from '../../vocabulary/second-factor.ts'
import { addresses } from '../addresses.ts'
import { SessionInfo } from './session.ts'

/** What stands between a right password or code and a session: the details of the refusal `second_factor_required`. */
export const SecondFactorAsked = z.object({
  ticket: z.string(),
  ways: z.array(z.enum(secondFactorWays)),
  /** What a passkey is asked, as WebAuthn's JSON; null without passkeys. */
  passkey: z.record(z.string(), z.unknown()).nullable(),
})
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>

/** What a browser's passkey answered, as WebAuthn's JSON. */
export const PasskeyAnswer = z.record(z.string(), z.unknown())
const Totp = z
  .string()
  .trim()
  .regex(/^\d{6}$/)
const RecoveryCode = z.string().trim().max(32)
const Ticket = z.string().min(1).max(64)

/** One proof of the second factor. */
const secondProof = {
  totp: Totp.optional(),
  recovery: RecoveryCode.optional(),
  passkey: PasskeyAnswer.optional(),
}
const oneOf =
  (...names: readonly string[]) =>
  (body: Readonly<Record<string, unknown>>): boolean =>
    names.filter((name) => body[name] !== undefined).length === 1

/** Until when changes that guard the account are let through without another proof (ruling 36). */
export const SteppedUp = z.object({ until: z.iso.datetime() })

export const secondFactor = endpoints(addresses.secondFactor, {
  signIn: {
    access: 'anyone',
    body: z.strictObject({ ticket: Ticket, ...secondProof }).refine(oneOf('totp', 'recovery', 'passkey')),
    reply: SessionInfo,
  },
  /** A passkey alone opens a session as well: it proves its owner's presence and will. */
  passkeyOptions: {
    access: 'anyone',
    unaudited: true,
    reply: z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) }),
  },
  byPasskey: { access: 'anyone', body: z.strictObject({ ticket: Ticket, passkey: PasskeyAnswer }), reply: SessionInfo },
  /** How this session may prove its owner again. */
  stepUpOptions: {
    unaudited: true,
    reply: z.object({
      ways: z.array(z.enum(stepUpWays)),
      passkey: z.record(z.string(), z.unknown()).nullable(),
      minutes: z.literal(limits.stepUpFor / 60_000),
    }),
  },
  stepUp: {
    body: z
      .strictObject({ password: z.string().min(1).max(signIn.passwordMax).optional(), ...secondProof })
      .refine(oneOf('password', 'totp', 'recovery', 'passkey')),
    reply: SteppedUp,
  },
})
