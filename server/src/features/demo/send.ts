import { randomUUID } from 'node:crypto'
import { DAY } from '@hongyan/contract/durations'
import type { AccountId, CredentialId } from '@hongyan/contract/ids'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import type { Pool } from 'pg'
import { alone, inOneFlight, statement } from '../../db/tx.ts'
import { writePastMessages } from '../../gateway/past-messages.ts'
import type { RecipientLists } from '../../gateway/recipient-lists.ts'
import { NO_LAST } from '../../gateway/last-upstreams.ts'
import type { Routes } from '../../gateway/routes.ts'
import type { KnownAccount, RulesCache } from '../../gateway/rules.ts'
import type { DestinationSchedule } from '../../pipeline/destinations.ts'
import { type ListedRecipients, listRefusal } from '../../pipeline/listed.ts'
import type { Content, SendTemplate } from '../../pipeline/message.ts'
import { checkedAndPriced } from '../../pricing/priced.ts'
import type { PriceBookCache } from '../../pricing/price-book-cache.ts'
import type { TrafficBatch, TrafficRequest } from './traffic.ts'

export interface SendDeps {
  readonly pool: Pool
  readonly rules: Pick<RulesCache, 'ofAccount'>
  /** The version of an account's template that messages use now; null where there is none. */
  readonly templateOf: (account: AccountId, code: string) => Promise<SendTemplate | null>
  readonly prices: Pick<PriceBookCache, 'inForce'>
  readonly lists: Pick<RecipientLists, 'read'>
  readonly destinations: DestinationSchedule
  /** Chooses channels by the account's rules. */
  readonly routes: Pick<Routes, 'planner'>
  /** The product's own channel, which carries the messages of an account without rules. */
  readonly upstream: string
  readonly now: Date
  /** Records a use of a credential at the clock's moment. */
  readonly used: (use: CredentialUse) => Promise<void>
}

export interface CredentialUse {
  readonly account: AccountId
  readonly credential: CredentialId
  readonly signed: boolean
  readonly address: string
}

/** All statements of a batch share a round trip. */
const FLIGHT = { lockTimeout: 1_000 }
/** The customer's server. */
const SERVER = '203.0.113.24'
/** Uses are kept by the hour and shown for a day. */
const USES_SHOWN = 2 * DAY

const CREDENTIALS = statement(
  'credential.of_account',
  'select id, mode = 2 as signed from credential where account_id = $1 order by id',
)

interface Sender {
  readonly id: CredentialId
  readonly signed: boolean
}

/**
 * Sends messages of the past, checked and priced as requests of the send API. The account's second credential, where it
 * has one, sends the codes.
 */
export async function sendPast(deps: SendDeps, account: AccountId, { at, requests }: TrafficBatch): Promise<void> {
  const [known, [first, second = first]] = await Promise.all([
    deps.rules.ofAccount(account),
    alone(deps.pool).run<Sender>(CREDENTIALS, [account]),
  ])
  if (known === null || first === undefined || second === undefined)
    throw new Error(`account ${account} sends without a credential`)
  const { retentionDays } = known.rules.configured
  const to = requests.flatMap((request) => request.to)
  const listed = await deps.lists.read(known, to)
  const senderOf = ({ scene }: Pick<TrafficRequest, 'scene'>): Sender =>
    scene === MessageScene.Verification ? second : first
  const contents = await Promise.all(
    requests.map(async (request) => ({ ...request, content: await contentOf(deps, account, request) })),
  )
  await inOneFlight(deps.pool, FLIGHT, (tx) =>
    writePastMessages(tx, {
      at,
      upstream: deps.upstream,
      requests: contents
        .filter(isAccepted(listed))
        .map((request) => requestOf(deps, known, { credential: senderOf(request).id, listed }, request)),
      hasBodies: deps.now.getTime() - at.getTime() < (retentionDays - 1) * DAY,
    }),
  )
  if (deps.now.getTime() - at.getTime() >= USES_SHOWN) return
  for (const { id: credential, signed } of new Set(requests.map(senderOf)))
    await deps.used({ account, credential, signed, address: SERVER })
}

/** A request all of whose recipients are on the account's list is refused, and leaves no message. */
const isAccepted =
  (listed: ListedRecipients) =>
  ({ to, scene }: Pick<TrafficRequest, 'to' | 'scene'>): boolean =>
    to.some((number) => listRefusal(listed.get(number), scene) === null)

async function contentOf(deps: SendDeps, account: AccountId, { text, template }: TrafficRequest): Promise<Content> {
  const found = template === undefined ? null : await deps.templateOf(account, template.code)
  return found === null || template === undefined
    ? { kind: 'text', text }
    : { kind: 'template', template: found, data: template.data }
}

function requestOf(
  { prices, destinations, routes, now }: SendDeps,
  { rules, hashKey }: KnownAccount,
  { credential, listed }: { readonly credential: CredentialId; readonly listed: ListedRecipients },
  { scene, content, to, ends }: Pick<TrafficRequest, 'scene' | 'to' | 'ends'> & { readonly content: Content },
) {
  const { book } = prices.inForce()
  const draft = { recipients: to, content, scene, listed, now } as const
  return {
    rules,
    hashKey,
    credential,
    channel: 'sms',
    requestId: randomUUID(),
    clientRef: null,
    priced: checkedAndPriced(rules, { destinations, book }, draft, routes.planner(rules, credential, book, NO_LAST)),
    requestClaims: [],
    limitClaims: [],
    rateClaims: null,
    ends,
  } as const
}
