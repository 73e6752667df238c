import { randomInt, timingSafeEqual } from 'node:crypto'
import type { verification } from '@hongyan/contract/endpoints/account/verification'
import { code as limits } from '@hongyan/contract/limits/account'
import type { MessageChannel } from '@hongyan/contract/vocabulary/message'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { Schema } from '../../../db/schema.ts'
import type { Call, Source } from '../../../http/implement.ts'
import type { Background } from '../../../kit/background.ts'
import { networkOf } from '../../../kit/network.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { type CodeRequest, readCodeRequest } from './request.ts'
import { bindingOf, codeHashOf } from './binding.ts'
import { type CapClaim, claimsOn, prefixOf } from './caps.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { scenes } from './scenes.ts'
import * as store from './store.ts'
import { issueToken, type TokenDeps } from './tokens.ts'

export interface VerificationDeps extends DeliverDeps, TokenDeps {
  readonly db: Kysely<Schema>
  readonly background: Background
}

type SendCall = Pick<Call<typeof verification.send>, 'caller' | 'body' | 'source' | 'locale' | 'requestId'>
type VerifyCall = Pick<Call<typeof verification.verify>, 'caller' | 'body' | 'source'>

/**
 * Makes a code, and sends it after the response. Also makes one where none may be sent: responses and their times must
 * not show which accounts exist.
 */
export async function sendCode(deps: VerificationDeps, call: SendCall): Promise<void> {
  const request = await readCodeRequest(deps.db, call.caller, call.body)
  const channel = channelOf(request, call.body.via)
  await refuseUnreachable(deps, request)
  const code = newCode()
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await claim(tx, deps, sendClaims(request, call.source), 'otp_too_many_sends')
    await store.putCode(tx, bindingOf(deps.secrets, request), {
      codeHash: codeHashOf(deps.secrets, request, code),
      expiresAt: new Date(now.getTime() + limits.validFor),
    })
  })
  const { locale, requestId } = call
  deps.background.after('sending a code', () => deliver(deps, { request, code, channel, locale, requestId }))
  deps.background.after('forgetting old codes', () => store.forgetOver(deps.db, now))
}

/** Exchanges a right code for a token. A wrong, used, expired or never sent code gets the same refusal. */
export async function verifyCode(deps: VerificationDeps, { caller, body, source }: VerifyCall): Promise<string> {
  const request = await readCodeRequest(deps.db, caller, body)
  const guesses = claimsOn('guesses', [networkOf(source.address)])
  await deps.db.transaction().execute((tx) => claim(tx, deps, guesses, 'too_many_tries'))
  const token = await deps.db.transaction().execute((tx) => exchange(tx, deps, request, body.code))
  if (token === null) throw new Refusal('wrong_code', { field: 'code' })
  return token
}

async function exchange(
  tx: Transaction<Schema>,
  deps: VerificationDeps,
  request: CodeRequest,
  code: string,
): Promise<string | null> {
  const binding = bindingOf(deps.secrets, request)
  const codeHash = codeHashOf(deps.secrets, request, code)
  const sent = await store.tryCode(tx, binding, deps.clock.now())
  if (sent === null || !timingSafeEqual(sent, codeHash)) return null
  await store.endCode(tx, binding)
  return issueToken(tx, deps, request)
}

const newCode = (): string =>
  randomInt(10 ** limits.digits)
    .toString()
    .padStart(limits.digits, '0')

type Via = z.output<typeof verification.send.body>['via']

/** Only canary accounts that give a new phone may choose WhatsApp (specification section 2). */
function channelOf({ scene, kind, caller }: CodeRequest, via: Via): MessageChannel {
  const fits = via === undefined || (via === 'email') === (kind === 'email')
  const mayChoose = scenes[scene].purpose === 'bind' && caller?.release_channel === 'canary'
  if (!fits || (via === 'whatsapp' && !mayChoose)) throw new Refusal('restricted_params', { field: 'via' })
  return via === 'whatsapp' ? 'whatsapp' : 'sms'
}

/** Refuses a number that cannot receive messages with its own error, for a known and an unknown target alike. */
async function refuseUnreachable({ messages }: VerificationDeps, { target }: CodeRequest): Promise<void> {
  if ('email' in target) return
  const refusals = await Promise.all(target.phones.map(({ phone }) => messages.refusal(phone)))
  const [first] = refusals
  if (first === undefined || first === null || refusals.includes(null)) return
  const known = first.refused === 'invalid_phone_number' || first.refused === 'no_route'
  throw known ? new Refusal(first.refused, { field: 'phone' }) : new Refusal('unavailable')
}

function sendClaims({ target, caller }: CodeRequest, { address, device }: Source): readonly CapClaim[] {
  const phones = 'email' in target ? [] : target.phones.map(({ phone }) => phone)
  return [
    ...claimsOn('target', 'email' in target ? [target.email] : phones),
    ...claimsOn('prefix', phones.map(prefixOf)),
    ...claimsOn('address', [networkOf(address)]),
    ...claimsOn('account', caller === null ? [] : [caller.id]),
    ...claimsOn('device', device === null ? [] : [device]),
  ]
}

/**
 * Counts one use of each cap. Throws where a cap is exceeded, which rolls the transaction back, so that a refused
 * request is not counted.
 */
async function claim(
  tx: Transaction<Schema>,
  { clock, secrets }: VerificationDeps,
  claims: readonly CapClaim[],
  refusal: 'otp_too_many_sends' | 'too_many_tries',
): Promise<void> {
  const now = clock.now()
  const hashed = claims.map(({ key, ...cap }) => ({ ...cap, keyHash: secrets.hash(key, 'verification cap') }))
  const allowedAgainAt = await store.claimCaps(tx, hashed, now)
  if (allowedAgainAt === null) return
  throw new Refusal(refusal, { retryAfter: Math.max(1, Math.ceil((allowedAgainAt.getTime() - now.getTime()) / 1_000)) })
}
