import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
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
import { type Asker, askerOf, type IsKnownDevice } from './asker.ts'
import { type CodeRequest, readCodeRequest } from './request.ts'
import { askerHashOf, bindingOf, codeHashOf } from './binding.ts'
import { type CapClaim, claimsOn, prefixOf } from './caps.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { scenes } from './scenes.ts'
import * as store from './store.ts'
import { issueToken, type TokenDeps } from './tokens.ts'

export interface VerificationDeps extends DeliverDeps, TokenDeps {
  readonly db: Kysely<Schema>
  readonly background: Background
  readonly isKnownDevice: IsKnownDevice
}

type SendCall = Pick<Call<typeof verification.send>, 'caller' | 'body' | 'source' | 'locale' | 'requestId'>
type VerifyCall = Pick<Call<typeof verification.verify>, 'caller' | 'body' | 'source'>

/**
 * Makes a code, and sends it after the response. Also makes one where none may be sent: responses and their times must
 * not show which accounts exist. Returns the handle of the code.
 */
export async function sendCode(deps: VerificationDeps, call: SendCall): Promise<string> {
  const request = await readCodeRequest(deps.db, call.caller, call.body)
  const channel = channelOf(request, call.body.via)
  await refuseUnreachable(deps, request)
  const asker = await askerOf(deps.isKnownDevice, request, call.source)
  const code = newCode()
  const handle = randomBytes(HANDLE_BYTES).toString('base64url')
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (tx) => {
    await claim(tx, deps, sendClaims(request, asker, call.source), 'otp_too_many_sends')
    await store.putCode(tx, bindingOf(deps.secrets, request), {
      askerHash: askerHashOf(deps.secrets, asker.place),
      handleHash: handleHashOf(handle),
      codeHash: codeHashOf(deps.secrets, request, code),
      expiresAt: new Date(now.getTime() + limits.validFor),
    })
  })
  const { locale, requestId } = call
  deps.background.after('sending a code', () => deliver(deps, { request, code, channel, locale, requestId }))
  deps.background.after('forgetting old codes', () => store.forgetOver(deps.db, now))
  return handle
}

/**
 * Exchanges a right code for a token. A wrong, used, expired or never sent code gets the same refusal. Without the
 * handle of a code, the caller shares its five tries with every other caller, and its network a hundred an hour.
 */
export async function verifyCode(deps: VerificationDeps, { caller, body, source }: VerifyCall): Promise<string> {
  const request = await readCodeRequest(deps.db, caller, body)
  if (body.handle === undefined) {
    const guesses = claimsOn('guesses', [networkOf(source.address)])
    await deps.db.transaction().execute((tx) => claim(tx, deps, guesses, 'too_many_tries'))
  }
  const token = await deps.db.transaction().execute((tx) => exchange(tx, deps, request, body))
  if (token === null) throw new Refusal('wrong_code', { field: 'code' })
  return token
}

async function exchange(
  tx: Transaction<Schema>,
  deps: VerificationDeps,
  request: CodeRequest,
  { code, handle }: Pick<VerifyCall['body'], 'code' | 'handle'>,
): Promise<string | null> {
  const binding = bindingOf(deps.secrets, request)
  const codeHash = codeHashOf(deps.secrets, request, code)
  const now = deps.clock.now()
  const sent = await (handle === undefined
    ? store.tryCodes(tx, binding, now)
    : store.tryCode(tx, binding, handleHashOf(handle), now))
  if (!sent.some((hash) => timingSafeEqual(hash, codeHash))) return null
  await store.endCodesFor(tx, binding)
  return issueToken(tx, deps, request)
}

const HANDLE_BYTES = 32
const handleHashOf = (handle: string): Buffer => createHash('sha256').update(handle).digest()

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

/** The owner has caps of its own; those of strangers are also counted together. */
function sendClaims(
  { scene, target, caller }: CodeRequest,
  asker: Asker,
  { address, device }: Source,
): readonly CapClaim[] {
  const phones = 'email' in target ? [] : target.phones.map(({ phone }) => phone)
  const targets = ('email' in target ? [target.email] : phones).map((to) => `${scene} ${to}`)
  const strangers = [
    ...claimsOn('target', targets),
    ...claimsOn('prefix', phones.map(prefixOf)),
    ...claimsOn('address', [networkOf(address)]),
  ]
  return [
    ...claimsOn(
      'asker',
      targets.map((to) => `${to} ${asker.name}`),
    ),
    ...(asker.known ? [] : strangers),
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
