import { type AccountId, dashedId, MessageId, type UpstreamId } from '@hongyan/contract/ids'
import { SendRequest, type SendReply } from '@hongyan/contract/public-api/send'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { z } from 'zod'
import type { KnownAccount, RulesCache } from '../../../gateway/rules.ts'
import { submitRouted } from '../../../gateway/submit-routed.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { claims } from '../../../pipeline/claims.ts'
import type { Priced } from '../../../pipeline/message.ts'
import type { AccountRouting } from '../../../pipeline/route.ts'
import { admittedRefusal } from './admitted-reply.ts'
import { pricedAgain, type SendDeps } from './send.ts'

/** A message to one recipient as the gateway would accept it now. */
export interface Prepared {
  readonly known: KnownAccount
  readonly priced: Priced
  /** Prices it anew, over other channels. */
  readonly again: () => Promise<Priced>
}

/** Sends what the console composes: the same checks, prices and limits as at the send API, and no credential. */
export interface ConsoleSend {
  /** `template`: the one that the text was once made by. */
  readonly prepare: (
    account: AccountId,
    request: z.input<typeof SendRequest>,
    template: string | null,
    /** The only channel that may carry it; null: as the rules say. */
    over?: UpstreamId | null,
  ) => Promise<Prepared>
  /** The sample values of a template's variables; null where none of its versions may be used. */
  readonly samplesOf: (account: AccountId, template: string) => Promise<Readonly<Record<string, string>> | null>
  readonly submit: (
    prepared: Prepared,
    names: { readonly requestId: string; readonly clientRef: string | null },
  ) => Promise<MessageId>
}

interface ConsoleSendDeps extends SendDeps {
  readonly rules: Pick<RulesCache, 'ofAccount'>
  /** Routing with one channel alone. */
  readonly routingOver: (account: AccountId, upstream: UpstreamId) => Promise<AccountRouting>
}

export const createConsoleSend = (deps: ConsoleSendDeps): ConsoleSend => ({
  async prepare(account, request, template, over = null) {
    const found = await deps.rules.ofAccount(account)
    if (found === null) throw new Refusal('not_found')
    const routing = over === null ? found.rules.routing : await deps.routingOver(account, over)
    const known = { ...found, rules: { ...found.rules, routing } }
    const body = SendRequest.parse(request)
    // A suspended account may read the price. The guard of the call and the dispatch refuse to send for it.
    const rules = { ...known.rules, status: AccountStatus.Ok }
    const from = { ...known, rules, scene: body.scene ?? null, template, credential: null }
    const again = () => pricedAgain(deps, body, from)
    return { known, priced: await again(), again }
  },
  async samplesOf(account, template) {
    if (deps.templates.find(account, template) === undefined) await deps.templates.load(account, template)
    const found = deps.templates.find(account, template) ?? 'unapproved'
    return found === 'unapproved' ? null : Object.fromEntries(found.variables.map(({ name, sample }) => [name, sample]))
  },
  async submit({ known, ...ready }, { requestId, clientRef }) {
    const sent = await submitRouted(deps, known.rules, ready, (priced) => ({
      ...known,
      credential: null,
      channel: 'sms',
      requestId,
      clientRef,
      priced,
      requestClaims: [],
      ...claims(known.rules, priced, deps.clock.now()),
    }))
    if (sent.kind === 'refused') throw admittedRefusal(sent)
    const { messages } = JSON.parse(sent.answer) as SendReply // the send API's own reply
    return MessageId.parse(dashedId(messages[0]?.id ?? ''))
  },
})
