import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { PasskeyId, SessionId } from '../../ids.ts'
import { secondFactor } from '../../limits.ts'
import { addresses } from '../addresses.ts'
import { Nothing } from '../nothing.ts'
import { oneLine } from '../one-line.ts'
import { PasskeyAnswer } from './second-factor.ts'

/** A key that a device keeps. */
export const Passkey = z.object({
  id: PasskeyId,
  name: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** What guards an account beyond its password (screens S14). */
export const Security = z.object({
  /** Whether an authenticator app is asked, and since when. */
  totp_since: z.iso.datetime().nullable(),
  passkeys: z.array(Passkey),
  /** Codes that still work; each works once. */
  recovery_left: z.number().int(),
  /** Passkeys belong to a name: where the console is opened by a bare address there are none. */
  passkeys_possible: z.boolean(),
})
export type Security = z.infer<typeof Security>

/** Shown once: nobody can read them again. */
export const RecoveryCodes = z.object({ codes: z.array(z.string()) })

const Name = oneLine(1, secondFactor.passkeyNameMax)
const params = z.strictObject({ id: PasskeyId })

export const security = endpoints(addresses.security, {
  get: { reply: Security },
  /** A new secret, in force once a code of it was given; asked again it begins anew. */
  beginTotp: { stepUp: true, unaudited: true, reply: z.object({ secret: z.string(), uri: z.string() }) },
  /** Switches it on. With the first second factor come the recovery codes; else there are none in the reply. */
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
  /** The old ones stop to work. */
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

/** Where somebody is signed in. */
export const Session = z.object({
  id: SessionId,
  /** The one that asks. */
  current: z.boolean(),
  created_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  address: z.string(),
  /** As the browser names itself; the console makes words of it. */
  user_agent: z.string(),
})
export type Session = z.infer<typeof Session>

export const sessions = endpoints(addresses.sessions, {
  /** The one that was used last first. */
  list: { reply: z.array(Session) },
  end: { params: z.strictObject({ id: SessionId }), reply: Nothing },
  endOthers: { reply: z.object({ ended: z.number().int() }) },
})
