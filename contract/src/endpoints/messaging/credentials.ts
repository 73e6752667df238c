import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { CredentialId, RefusedRequestId } from '../../ids.ts'
import { AuthMode, CredentialStatus, CredentialType } from '../../vocabulary/credential.ts'
import { MessageScene } from '../../vocabulary/message.ts'
import { sortColumns } from '../../vocabulary/sorting.ts'
import { addresses } from '../addresses.ts'
import { Page, sortBy } from '../list-query.ts'
import { Nothing } from '../nothing.ts'
import { requiredError } from '../field-errors.ts'
import { Explained, StoppedBy } from './messages.ts'

/** When a credential was last used, and how many unsigned requests of the last 24 hours HMAC mode would refuse. */
export const CredentialUse = z.object({
  last_at: z.iso.datetime().nullable(),
  last_address: z.string().nullable(),
  simple_requests: z.number().int(),
  simple_addresses: z.array(z.string()),
})
export type CredentialUse = z.infer<typeof CredentialUse>

/** The SMPP bind parameters of a credential. */
const SmppBind = z.object({ system_id: z.string(), password: z.string() })

/** Specification section 3, "Credential". */
export const Credential = z.object({
  id: CredentialId,
  key: z.string(),
  secret: z.string(),
  mode: z.enum(AuthMode),
  type: z.enum(CredentialType),
  /** The scene of free text that names none (semantics D7). */
  scene: z.enum(MessageScene),
  smpp: SmppBind.nullable(),
  created_at: z.iso.datetime(),
  use: CredentialUse,
})
export type Credential = z.infer<typeof Credential>

/** A request of the send API that named the credential and was refused. No message came of it. */
export const RefusedRequest = z.object({
  id: RefusedRequestId,
  at: z.iso.datetime(),
  action: z.string(),
  /** The IP address of the caller, as the server sees it. */
  address: z.string(),
  request_id: z.string(),
  reason: Explained,
  /** The limit of the owner that refused it. */
  limit: StoppedBy.nullable(),
})
export type RefusedRequest = z.infer<typeof RefusedRequest>

const Mode = z.enum(AuthMode, requiredError('mode_required'))
const params = z.strictObject({ id: CredentialId })

export const credentials = endpoints(addresses.credentials, {
  /** Newest first unless sorted. */
  list: {
    query: z.strictObject({
      ...Page,
      sort: sortBy(sortColumns.credentials, '-created_at'),
      status: z.coerce.number().pipe(z.enum(CredentialStatus)).optional(),
    }),
    reply: z.array(Credential),
  },
  create: {
    idempotent: true,
    unlessSuspended: true,
    stepUp: true,
    body: z.strictObject({
      mode: Mode,
      type: z
        .union([z.literal(CredentialType.Ordinary), z.literal(CredentialType.Smpp)])
        .default(CredentialType.Ordinary),
      scene: z.enum(MessageScene).default(MessageScene.Notification),
    }),
    reply: Credential,
  },
  update: {
    unlessSuspended: true,
    stepUp: true,
    params,
    /** An absent scene keeps the present one. */
    body: z.strictObject({
      id: CredentialId,
      key: z.string().max(64),
      mode: Mode,
      scene: z.enum(MessageScene).optional(),
    }),
    reply: Credential,
  },
  remove: { stepUp: true, params, reply: Nothing },
  /** Newest first, of the last 1,000. */
  requests: {
    params,
    query: z.strictObject({
      ...Page,
      code: z
        .string()
        .regex(/^[a-z\d_]{2,48}$/)
        .optional(),
      /** Requests since this moment. */
      from: z.iso.datetime().optional(),
    }),
    reply: z.array(RefusedRequest),
  },
})
export type ChangedCredential = z.output<typeof credentials.update.body>
