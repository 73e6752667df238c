import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { fewKeys } from '../../few-keys.ts'
import { secondFactor as limits, signIn } from '../../limits/account.ts'
import { secondFactorWays, stepUpWays } from '../../vocabulary/second-factor.ts'
import { addresses } from '../addresses.ts'
import { SessionInfo } from './session.ts'

/**
 * The second step of signing in, after a right password or code: the details of the refusal `second_factor_required`.
 */
export const SecondFactorChallenge = z.object({
  ticket: z.string(),
  ways: z.array(z.enum(secondFactorWays)),
  /** WebAuthn request options as JSON; null for an account without passkeys. */
  passkey: z.record(z.string(), z.unknown()).nullable(),
})
export type SecondFactorChallenge = z.infer<typeof SecondFactorChallenge>

/** The authentication response of a passkey, as WebAuthn's JSON. */
export const PasskeyAnswer = fewKeys(z.record(z.string(), z.unknown()))
const Totp = z
  .string()
  .trim()
  .regex(/^\d{6}$/)
const RecoveryCode = z.string().trim().max(32)
const Ticket = z.string().min(1).max(64)

/** One answer to the challenge: exactly one of these fields. */
const factorAnswer = {
  totp: Totp.optional(),
  recovery: RecoveryCode.optional(),
  passkey: PasskeyAnswer.optional(),
}
const oneOf =
  (...names: readonly string[]) =>
  (body: Readonly<Record<string, unknown>>): boolean =>
    names.filter((name) => body[name] !== undefined).length === 1

/** The end of the step-up: until then, changes that guard the account need no further authentication (ruling 36). */
const SteppedUp = z.object({ until: z.iso.datetime() })

export const secondFactor = endpoints(addresses.secondFactor, {
  signIn: {
    access: 'anyone',
    body: z.strictObject({ ticket: Ticket, ...factorAnswer }).refine(oneOf('totp', 'recovery', 'passkey')),
    reply: SessionInfo,
  },
  /** A passkey alone also opens a session: it proves the owner's presence and consent. */
  passkeyOptions: {
    access: 'anyone',
    unaudited: true,
    reply: z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) }),
  },
  byPasskey: { access: 'anyone', body: z.strictObject({ ticket: Ticket, passkey: PasskeyAnswer }), reply: SessionInfo },
  /** The ways in which the current session can authenticate its owner again. */
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
      .strictObject({ password: z.string().min(1).max(signIn.passwordMax).optional(), ...factorAnswer })
      .refine(oneOf('password', 'totp', 'recovery', 'passkey')),
    reply: SteppedUp,
  },
})
