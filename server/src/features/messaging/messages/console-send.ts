import { type AccountId, dashedId, MessageId } from '@hongyan/contract/ids'
import { SendRequest, type SendReply } from '@hongyan/contract/public-api/send'
import { AccountStatus } from '@hongyan/contract/vocabulary/account'
import type { z } from 'zod'
import type { KnownAccount, RulesCache } from '../../../gateway/rules.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { claims } from '../../../pipeline/claims.ts'
import type { Priced } from '../../../pipeline/message.ts'
import { admittedRefusal } from './admitted-reply.ts'
import { pricedOf, type SendDeps } from './send.ts'

/** A message to one recipient as the gateway would accept it now. */
export interface Prepared {
  readonly known: KnownAccount
  readonly priced: Priced
}

/** Sends what the console composes: the same checks, prices and limits as at the send API, and no credential. */
export interface ConsoleSend {
  /** `template`: the one that the text was once made by. */
  readonly prepare: (
    account: AccountId,
    request: z.input<typeof SendRequest>,
    template: string | null,
  ) => Promise<Prepared>
  readonly submit: (
    prepared: Prepared,
    names: { readonly requestId: string; readonly clientRef: string | null },
  ) => Promise<MessageId>
}

interface ConsoleSendDeps extends SendDeps {
  readonly rules: Pick<RulesCache, 'ofAccount'>
}

export const createConsoleSend = (deps: ConsoleSendDeps): ConsoleSend => ({
  async prepare(account, request, template) {
    const known = await deps.rules.ofAccount(account)
    if (known === null) throw new Refusal('not_found')
    const body = SendRequest.parse(request)
    // A suspended account may read the price. The guard of the call and the dispatch refuse to send for it.
    const rules = { ...known.rules, status: AccountStatus.Ok }
    const from = { ...known, rules, scene: body.scene ?? null, template }
    for (;;) {
      const priced = pricedOf(deps, body, from)
      if (!('load' in priced)) return { known, priced }
      await priced.load()
    }
  },
  async submit({ known, priced }, { requestId, clientRef }) {
    const sent = await deps.admit.submit({
      ...known,
      credential: null,
      channel: 'sms',
      requestId,
      clientRef,
      priced,
      requestClaims: [],
      ...claims(known.rules, priced, deps.clock.now()),
    })
    if (sent.kind === 'refused') throw admittedRefusal(sent)
    const { messages } = JSON.parse(sent.answer) as SendReply // the send API's own reply
    return MessageId.parse(dashedId(messages[0]?.id ?? ''))
  },
})
