import { MessageStatus } from '../../vocabulary/message.ts'
import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { AccountId } from '../../ids.ts'
import { AccountStatus, Currency, Gender, Locale, Partition } from '../../vocabulary/account.ts'
import { addresses } from '../addresses.ts'

/** An exact decimal amount in the account's currency, as money travels on the wire (ruling 3). */
export const Decimal = z.string().regex(/^-?\d+\.\d{6}$/)

/** Specification section 3, "User account". */
export const Account = z.object({
  id: AccountId,
  suid: z.string(),
  avatar_url: z.string().nullable(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  nickname: z.string(),
  username: z.string(),
  realname_info: z.object({ name: z.string() }),
  realname_auth: z.boolean(),
  gender: z.enum(Gender),
  phone: z.string().nullable(),
  shieldPhone: z.string().nullable(),
  email: z.string().nullable(),
  partition: z.enum(Partition),
  currency: z.enum(Currency),
  time_zone: z.string(),
  /** The language of everything that is sent to the owner. */
  locale: z.enum(Locale),
  balance_amount: Decimal,
  credit_enabled: z.boolean(),
  credit_amount: Decimal,
  credit_balance_amount: Decimal,
  /** While an invoice is overdue, the credit covers verification codes only. */
  credit_reduced: z.boolean(),
  activated: z.boolean(),
  /** True for an account whose history the demo seed made up. */
  demo: z.boolean(),
  /** The server runs in sandbox mode: nothing leaves this host. */
  sandbox: z.boolean(),
  /** False in a sandbox that ignores trust levels and enabled countries (TRUST=relaxed). */
  strict_trust: z.boolean(),
  /** Unread notices, counted up to 99. */
  unread_notices: z.number().int(),
  config: z.object({
    sms_wildcard: z.union([z.array(z.enum(['signature', 'template'])), z.boolean()]),
    sms_smpp: z.boolean(),
    'release.channel': z.string(),
    isCanary: z.boolean(),
    acct_status: z.enum(AccountStatus),
  }),
})
export type Account = z.infer<typeof Account>

/** The first steps that an account has completed. */
export const Progress = z.object({
  verified: z.boolean(),
  credential: z.boolean(),
  sent: z.boolean(),
  /** The status of the newest message; null while there is none. */
  last_status: z.enum(MessageStatus).nullable(),
  topped_up: z.boolean(),
})
export type Progress = z.infer<typeof Progress>

export const account = endpoints(addresses.account, { get: { reply: Account }, progress: { reply: Progress } })
