import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { codes } from '@hongyan/contract/endpoints/account/codes'
import { SECOND } from '@hongyan/contract/durations'
import { code as limits } from '@hongyan/contract/limits/account'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { MessageChannel } from '@hongyan/contract/vocabulary/message'
import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { CodeBudget } from '../../../config/code-budget.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Quote } from '../../../gateway/own-messages.ts'
import type { Call, Source } from '../../../http/implement.ts'
import type { Background } from '../../../kit/background.ts'
import { createGate } from '../../../kit/gate.ts'
import type { HeldUntil } from '../../../kit/held-until.ts'
import { networkOf } from '../../../kit/network.ts'
import { Refusal, secondsUntil } from '../../../kit/refusal.ts'
import { type Asker, askerOf, type IsKnownDevice, strangerAt } from './asker.ts'
import { type CodeRequest, readCodeRequest, readVisitorRequest } from './request.ts'
import { askerHashOf, bindingOf, codeHashOf } from './binding.ts'
import { type CapClaim, claimsOn, type Counted, countryOf, prefixOf, subjectOf } from './caps.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import type { Pauses } from './pauses.ts'
import { refuseRiskyCountry, type RiskyCountries } from './risky-countries.ts'
import { scenes } from './scenes.ts'
import { spend } from './spending.ts'
import * as store from './store.ts'
import { codeText } from './texts.ts'
import { issueToken, type TokenDeps } from './tokens.ts'

export interface CodeDeps extends DeliverDeps, TokenDeps {
  readonly db: Kysely<Schema>
  readonly background: Background
  readonly isKnownDevice: IsKnownDevice
  readonly codeBudget: CodeBudget
  readonly pauses: Pauses
  /** The subjects whose caps the database found used up, until the windows end. */
  readonly usedUp: HeldUntil
  /** True at most once a second. */
  readonly mayForget: () => boolean
  /** Null where codes may go to every country: the sandbox with relaxed trust. */
  readonly riskyCountries: RiskyCountries | null
}

/**
 * Requests for codes wait for each other at the rows of their caps. Few at once leave the database's connections to the
 * other calls; an owner in a known browser goes first.
 */
const gate = createGate({ atOnce: 2, waiting: 100, patience: 2 * SECOND })

/** A request with its party and its price. */
interface Judged {
  readonly request: CodeRequest
  readonly asker: Asker
  readonly quotes: readonly Quote[]
}

type SendCall = Pick<Call<typeof codes.send>, 'caller' | 'body' | 'source' | 'locale' | 'requestId'>
type VerifyCall = Pick<Call<typeof codes.verify>, 'caller' | 'body' | 'source'>

/**
 * Makes a code, and sends it after the response. Returns the handle of the code. A request without session and cookie
 * counts as a stranger's: the process refuses it from memory where a cap or the budget is used up, and otherwise lets it
 * wait for a turn before it queries the database.
 */
export async function sendCode(deps: CodeDeps, call: SendCall): Promise<string> {
  if (call.caller !== null || call.source.device !== null) return makeCode(deps, call, gate)
  await refuseStranger(deps, call)
  return gate('in turn', () => makeCode(deps, call, (_, work) => work()))
}

/** Refuses a stranger's request as the database would, without a query. Used-up caps, which most of a flood meets, come first. */
async function refuseStranger(deps: CodeDeps, { body, source, locale }: SendCall): Promise<void> {
  const request = readVisitorRequest(body)
  channelOf(request, body.via)
  const asker = strangerAt(source.address)
  refuseUsedUp(deps, request, asker, source)
  const quotes = await readQuotes(deps, request, locale)
  if (deps.riskyCountries !== null) await refuseRiskyCountry(deps.riskyCountries, request, asker)
  refusePaused(deps, request, quotes)
}

/** Refuses a request of anyone but a known owner for the caps that this process knows to be used up. */
function refuseUsedUp(deps: CodeDeps, request: CodeRequest, asker: Asker, source: Source): void {
  const allowedAgainAt = deps.usedUp.until(subjectsIn(capped(request, asker, source)), deps.clock.now())
  if (allowedAgainAt !== null) throw tooMany(deps, 'otp_too_many_sends', allowedAgainAt)
}

/** Refuses a request by phone of anyone but a known owner for what this process knows of the budget. */
function refusePaused(deps: CodeDeps, { target }: CodeRequest, quotes: readonly Quote[]): void {
  if ('email' in target) return
  const ofDay = subjectsIn(cappedByDay(target.phones))
  const isPaused = deps.pauses.isPaused(quotes) || deps.usedUp.until(ofDay, deps.clock.now()) !== null
  if (isPaused) notePaused(deps, quotes, PAUSED())
}

/**
 * Makes a code. Also makes one where none may be sent: responses and their times must not show which accounts exist.
 */
async function makeCode(
  deps: CodeDeps,
  call: SendCall,
  inTurn: (place: 'first' | 'in turn', work: () => Promise<void>) => Promise<void>,
): Promise<string> {
  const request = await readCodeRequest(deps.db, call.caller, call.body)
  const channel = channelOf(request, call.body.via)
  // The owner of an account that has the target reads the text.
  const locale = (request.holder ?? request.caller)?.locale ?? call.locale
  const quotes = await readQuotes(deps, request, locale)
  const asker = await askerOf(deps.isKnownDevice, request, call.source)
  if (deps.riskyCountries !== null) await refuseRiskyCountry(deps.riskyCountries, request, asker)
  if (!asker.known) {
    refuseUsedUp(deps, request, asker, call.source)
    refusePaused(deps, request, quotes)
  }
  const code = newCode()
  const handle = randomBytes(HANDLE_BYTES).toString('base64url')
  const now = deps.clock.now()
  const stored = inTurn(asker.known ? 'first' : 'in turn', () =>
    deps.db.transaction().execute(async (tx) => {
      await claim(tx, deps, claimsIn(capped(request, asker, call.source)), 'otp_too_many_sends')
      await pay(tx, deps, { request, asker, quotes })
      await store.putCode(tx, bindingOf(deps.secrets, request), {
        askerHash: askerHashOf(deps.secrets, asker.place),
        handleHash: handleHashOf(handle),
        codeHash: codeHashOf(deps.secrets, request, code),
        expiresAt: new Date(now.getTime() + limits.validFor),
      })
    }),
  )
  await stored.catch((error: unknown) => notePaused(deps, quotes, error))
  const { requestId } = call
  deps.background.after('sending a code', () => deliver(deps, { request, code, channel, locale, requestId }))
  if (deps.mayForget()) deps.background.after('forgetting old codes', () => store.forgetOver(deps.db, now))
  return handle
}

/**
 * Exchanges a right code for a token. A wrong, used, expired or never sent code gets the same refusal. Without the
 * handle of a code, the caller shares its five tries with every other caller, and its network a hundred an hour.
 */
export async function verifyCode(deps: CodeDeps, { caller, body, source }: VerifyCall): Promise<string> {
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
  deps: CodeDeps,
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

type Via = z.output<typeof codes.send.body>['via']

/** Only canary accounts that give a new phone may choose WhatsApp (specification section 2). */
function channelOf({ scene, kind, caller }: CodeRequest, via: Via): MessageChannel {
  const fits = via === undefined || (via === 'email') === (kind === 'email')
  const mayChoose = scenes[scene].purpose === 'bind' && caller?.release_channel === 'canary'
  if (!fits || (via === 'whatsapp' && !mayChoose)) throw new Refusal('restricted_params', { field: 'via' })
  return via === 'whatsapp' ? 'whatsapp' : 'sms'
}

/**
 * Reads what a code to the target costs; an email has no price. Refuses a number that cannot receive messages with its own
 * error, for a known and an unknown target alike.
 */
async function readQuotes(
  { messages }: CodeDeps,
  { target, scene }: CodeRequest,
  locale: Locale,
): Promise<readonly Quote[]> {
  if ('email' in target) return []
  const { text } = codeText(locale, scene, newCode())
  const quotes = await Promise.all(target.phones.map(({ phone }) => messages.quote(phone, text)))
  const possible = quotes.filter((quote) => 'price' in quote)
  const [first] = quotes
  if (possible.length > 0 || first === undefined || !('refused' in first)) return possible
  const known = first.refused === 'invalid_phone_number' || first.refused === 'no_route'
  throw known ? new Refusal(first.refused, { field: 'phone' }) : new Refusal('unavailable')
}

/** Pays a code by phone from the budget of the day, within the caps of the day. */
async function pay(tx: Transaction<Schema>, deps: CodeDeps, { request, asker, quotes }: Judged): Promise<void> {
  if ('email' in request.target) return
  const claims = asker.known ? [] : claimsIn(cappedByDay(request.target.phones))
  if ((await exceeded(tx, deps, claims)) !== null) throw PAUSED()
  const at = deps.clock.now()
  for (const [nth, quote] of quotes.entries()) {
    if (await spend(tx, deps.codeBudget, { ...quote, known: asker.known, at })) continue
    // The price before a second one is paid in this transaction alone.
    if (nth === 0) deps.pauses.note(quote)
    throw PAUSED()
  }
}

/** The subjects that caps count a request for, by their kind. */
type Capped = readonly (readonly [counted: Counted, values: readonly string[]])[]

const claimsIn = (all: Capped): readonly CapClaim[] => all.flatMap(([counted, values]) => claimsOn(counted, values))

const subjectsIn = (all: Capped): readonly string[] =>
  all.flatMap(([counted, values]) => values.map((value) => subjectOf(counted, value)))

/** The subjects of a day's caps on what strangers request by phone. */
const cappedByDay = (phones: readonly { readonly phone: string }[]): Capped => [
  ['country', phones.flatMap(({ phone }) => countryOf(phone))],
  ['phones', ['all']],
]

const PAUSED = () => new Refusal('code_texts_paused', { field: 'phone' })

/** Counts a request that the budget or a cap of the day refused. */
function notePaused(deps: CodeDeps, [quote]: readonly Quote[], error: unknown): never {
  if (error instanceof Refusal && error.code === 'code_texts_paused' && quote !== undefined)
    deps.pauses.count(quote.currency)
  throw error
}

/** The owner has caps of its own; those of strangers are also counted together. */
function capped({ scene, target, caller }: CodeRequest, asker: Asker, { address, device }: Source): Capped {
  const phones = 'email' in target ? [] : target.phones.map(({ phone }) => phone)
  const targets = ('email' in target ? [target.email] : phones).map((to) => `${scene} ${to}`)
  const strangers: Capped = [
    ['target', targets],
    ['prefix', phones.map(prefixOf)],
    ['address', [networkOf(address)]],
  ]
  return [
    ['asker', targets.map((to) => `${to} ${asker.name}`)],
    ...(asker.known ? [] : strangers),
    ['account', caller === null ? [] : [caller.id]],
    ['device', device === null ? [] : [device]],
  ]
}

/**
 * Counts one use of each cap. Throws where a cap is exceeded, which rolls the transaction back, so that a refused
 * request is not counted.
 */
async function claim(
  tx: Transaction<Schema>,
  deps: CodeDeps,
  claims: readonly CapClaim[],
  refusal: 'otp_too_many_sends' | 'too_many_tries',
): Promise<void> {
  const allowedAgainAt = await exceeded(tx, deps, claims)
  if (allowedAgainAt !== null) throw tooMany(deps, refusal, allowedAgainAt)
}

const tooMany = ({ clock }: CodeDeps, refusal: 'otp_too_many_sends' | 'too_many_tries', again: Date): Refusal =>
  new Refusal(refusal, { retryAfter: secondsUntil(again, clock.now()) })

/** Counts one use of each cap. Returns the moment at which all of them allow a use again, or null where they do. */
async function exceeded(
  tx: Transaction<Schema>,
  { clock, secrets, usedUp }: CodeDeps,
  claims: readonly CapClaim[],
): Promise<Date | null> {
  const hashed = claims.map((cap) => ({ ...cap, keyHash: secrets.hash(cap.key, 'verification cap') }))
  const over = await store.claimCaps(tx, hashed, clock.now())
  // The last of a subject's moments is the one that is remembered.
  const byEnd = over.toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime())
  for (const { subject, endsAt } of byEnd) usedUp.note(subject, endsAt)
  return over.length === 0 ? null : new Date(Math.max(...over.map(({ endsAt }) => endsAt.getTime())))
}
