import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { ErasureId, MessageId } from '../../ids.ts'
import { people as limits } from '../../limits/messaging.ts'
import { Currency } from '../../vocabulary/account.ts'
import { eventSources, messageChannels, MessageScene, MessageStatus } from '../../vocabulary/message.ts'
import { Decimal } from '../account/account.ts'
import { listReasons, listSources } from '../../vocabulary/recipient-list.ts'
import { addresses } from '../addresses.ts'
import { Page } from '../list-query.ts'

const moment = z.iso.datetime()

/** A document with the signature of its canonical form (RFC 8785). `keys` has the public key. */
const signed = <Document extends z.ZodType>(document: Document) =>
  z.object({
    document,
    signature: z.object({ algorithm: z.literal('Ed25519'), key: z.string(), value: z.string().regex(/^[\w-]+$/) }),
  })

const RecordedMessage = z.object({
  id: MessageId,
  request_id: z.string(),
  client_ref: z.string().nullable(),
  accepted_at: moment,
  sent_at: moment.nullable(),
  done_at: moment.nullable(),
  country: z.string(),
  /** The sender as the recipient sees it. */
  sender: z.string().nullable(),
  channel: z.enum(messageChannels),
  scene: z.enum(MessageScene),
  template: z.object({ id: z.string(), version: z.number().int() }).nullable(),
  /** As it is kept, codes masked; null once the account's retention is over. */
  text: z.string().nullable(),
  parts: z.number().int(),
  price: Decimal,
  status: z.enum(MessageStatus),
  error_code: z.string().nullable(),
  upstream: z.string().nullable(),
  facts: z.array(
    z.object({
      at: moment,
      source: z.enum(eventSources),
      status: z.enum(MessageStatus),
      part: z.number().int().nullable(),
      upstream_code: z.string().nullable(),
    }),
  ),
})

/** Everything that an account has about one number: its messages, newest first, and what its lists hold. */
export const PersonRecord = z.object({
  type: z.literal('person_record'),
  account: z.string(),
  /** E.164. */
  recipient: z.string(),
  made_at: moment,
  currency: z.enum(Currency),
  /** False where older messages than the newest of `limits.people` exist. */
  complete: z.boolean(),
  messages: z.array(RecordedMessage),
  /** The number’s entries of the recipient list. */
  listed: z.array(
    z.object({
      reason: z.enum(listReasons),
      scenes: z.array(z.enum(MessageScene)),
      source: z.enum(listSources),
      note: z.string(),
      created_at: moment,
      updated_at: moment,
    }),
  ),
  /** The number in the account's phonebooks. */
  contacts: z.array(
    z.object({
      phonebook: z.string(),
      /** Values by field. */
      fields: z.record(z.string(), z.string()),
      zone: z.string().nullable(),
      consent: z.object({ source: z.string(), at: z.iso.date() }).nullable(),
      created_at: moment,
      updated_at: moment,
    }),
  ),
  /** The tickets of support that list the number, and the texts in them that mention it. */
  tickets: z.array(
    z.object({
      no: z.number().int(),
      subject: z.string(),
      created_at: moment,
      listed: z.boolean(),
      texts: z.array(z.string()),
    }),
  ),
})
export type PersonRecord = z.infer<typeof PersonRecord>

/** A template of the messages, with the words in which its author told the reviewer how recipients agree to them. */
const UsedTemplate = z.object({
  id: z.string(),
  version: z.number().int(),
  name: z.string(),
  scene: z.enum(MessageScene),
  usage_note: z.string(),
  approved_at: moment.nullable(),
})

/** The record of a number as evidence: with what is known of consent. */
export const EvidencePack = PersonRecord.extend({
  type: z.literal('evidence_pack'),
  /** The time zone of the account, in which its PDF shows moments. */
  zone: z.string(),
  templates: z.array(UsedTemplate),
  statement: z.object({ en: z.string(), 'zh-CN': z.string() }),
})
export type EvidencePack = z.infer<typeof EvidencePack>

/** The erasure of a number from the messages that were accepted before it was requested. */
export const Erasure = z.object({
  id: ErasureId,
  /** Masked: the number itself is erased. */
  recipient: z.string(),
  requested_at: moment,
  /** Null while messages to the number are still on their way. */
  finished_at: moment.nullable(),
  /** Messages without their number and text so far. */
  erased: z.number().int(),
  /** Messages of the number that were still on their way when the erasure last ran. */
  waiting: z.number().int(),
  /** Files of exports that it deleted; null where it began before erasures did. */
  files: z.number().int().nullable(),
  /** Entries of the recipient list that it left without the number; null where it began before there was a list. */
  listed: z.number().int().nullable(),
})
export type Erasure = z.infer<typeof Erasure>

export const ErasureCertificate = z.object({
  type: z.literal('erasure_certificate'),
  id: ErasureId,
  account: z.string(),
  recipient: z.string(),
  requested_at: moment,
  finished_at: moment,
  messages: z.number().int(),
  files: z.number().int().nullable(),
  listed: z.number().int().nullable(),
  statement: z.object({ en: z.string(), 'zh-CN': z.string() }),
})
export type ErasureCertificate = z.infer<typeof ErasureCertificate>

/** A number with plus and country, or without them one of the account's home country. */
const body = z.strictObject({ recipient: z.string().max(limits.recipientMax) })

/** The data of one person in the log of messages, found by their number. */
export const people = endpoints(addresses.people, {
  /** Returns the signed record of a number, and leaves an audit entry without it. */
  record: { body, reply: signed(PersonRecord) },
  /**
   * A PDF about a number: consent, every message with its timeline, and the signature of the pack, which is attached to it
   * as a JSON file. Leaves an audit entry without the number.
   */
  evidence: { body, reply: z.object({ name: z.string(), content: z.base64() }) },
  /** Requests an erasure. While one of the same number runs, it returns that one. */
  erase: { body, reply: Erasure, idempotent: true },
  /** Newest first. */
  erasures: { query: z.strictObject(Page), reply: z.array(Erasure) },
  /** `state_conflict` until the erasure is finished. */
  certificate: { params: z.strictObject({ id: ErasureId }), reply: signed(ErasureCertificate) },
  /** The public keys of signed documents, as JSON Web Keys (RFC 8037). */
  keys: {
    access: 'anyone',
    reply: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('OKP'),
          crv: z.literal('Ed25519'),
          alg: z.literal('EdDSA'),
          use: z.literal('sig'),
          kid: z.string(),
          x: z.string().regex(/^[\w-]+$/),
        }),
      ),
    }),
  },
})
