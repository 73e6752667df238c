import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { PasskeyId, SessionId } from '../../ids.ts'
import { secondFactor } from '../../limits/account.ts'
import { addresses } from '../addresses.ts'
import { Nothing } from '../nothing.ts'
import { oneLine } from '../one-line.ts'
import { PasskeyAnswer } from './second-factor.ts'

/** A WebAuthn credential that a device keeps. */
export const Passkey = z.object({
  id: PasskeyId,
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** The account's protection beyond its password (screens S14). */
export const Security = z.object({
  /** When the owner added an authenticator app; null without one. */
  totp_since: z.iso.datetime().nullable(),
  passkeys: z.array(Passkey),
  /** Recovery codes left; each works once. */
  recovery_left: z.number().int(),
  /** False where the console is opened by a bare IP address: a passkey belongs to a domain name. */
  passkeys_possible: z.boolean(),
})
export type Security = z.infer<typeof Security>

/** The server shows the codes once and stores only their hashes. */
const RecoveryCodes = z.object({ codes: z.array(z.string()) })

const Name = oneLine(1, secondFactor.passkeyNameMax)
const params = z.strictObject({ id: PasskeyId })

export const security = endpoints(addresses.security, {
  get: { reply: Security },
  /** Makes a new secret, which takes effect with its first confirmed code. A repeated call starts over. */
  beginTotp: { stepUp: true, unaudited: true, reply: z.object({ secret: z.string(), uri: z.string() }) },
  /** Switches the authenticator app on. The first second factor of an account also returns its recovery codes. */
  confirmTotp: {
    stepUp: true,
    body: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/),
    }),
    reply: RecoveryCodes,
  },
  removeTotp: { stepUp: true, reply: Security },
  /** Replaces the recovery codes. The old ones stop working at once. */
  newRecoveryCodes: { stepUp: true, reply: RecoveryCodes },
  passkeyOptions: { stepUp: true, unaudited: true, reply: z.object({ options: z.record(z.string(), z.unknown()) }) },
  addPasskey: {
    stepUp: true,
    body: z.strictObject({ name: Name, passkey: PasskeyAnswer }),
    reply: Passkey.extend(RecoveryCodes.shape),
  },
  renamePasskey: { stepUp: true, params, body: z.strictObject({ name: Name }), reply: Passkey },
  removePasskey: { stepUp: true, params, reply: Security },
})

/** A signed-in browser of the account. */
export const Session = z.object({
  id: SessionId,
  /** True for the session of this call. */
  current: z.boolean(),
  created_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  address: z.string(),
  /** The browser's own User-Agent header; the console extracts browser and system from it. */
  user_agent: z.string(),
})
export type Session = z.infer<typeof Session>

export const sessions = endpoints(addresses.sessions, {
  /** Most recently used first. */
  list: { reply: z.array(Session) },
  end: { params: z.strictObject({ id: SessionId }), reply: Nothing },
  endOthers: { reply: z.object({ ended: z.number().int() }) },
})
