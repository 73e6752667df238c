import { routing } from '@hongyan/contract/endpoints/messaging/routing'
import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { dashedId, MessageId, RouteRuleId, UpstreamId } from '@hongyan/contract/ids'
import { uuidv7 } from '../src/kit/ids.ts'
import { newChannel, newChannelForm } from './channels.ts'
import type { SendAnswer } from './sender.ts'
import type { Visitor } from './world.ts'

export const NO_MATCH = { countries: [], prefixes: [], scenes: [], signatures: [], templates: [], credentials: [] }

/** A rule of Singapore's messages over these channels, one after the other. */
export const ruleOver = (targets: readonly string[], change: object = {}) => ({
  id: RouteRuleId.parse(uuidv7(new Date())),
  name: 'Asia',
  match: { ...NO_MATCH, countries: ['SG'] },
  order: 'ordered' as const,
  targets: targets.map((upstream) => ({
    upstream: upstream === 'standard' ? upstream : UpstreamId.parse(upstream),
    weight: null,
  })),
  canary: null,
  failover: true,
  attempts: 3,
  sticky: false,
  ...change,
})

/** Puts rules in force, with the default one behind them. Returns their version. */
export async function activate(owner: Visitor, ...rules: readonly object[]): Promise<number> {
  const before = await owner.call(routing.get)
  const last = before.rules.at(-1)
  const saved = await owner.ask(routing.save, { body: { version: before.draft_version, rules: [...rules, last] } })
  if (saved.status !== 200) throw new Error(`not saved: ${JSON.stringify(saved.body)}`)
  const { draft_version: version } = routing.save.reply.parse(saved.body)
  return (await owner.call(routing.activate, { body: { version } })).version
}

/** The id of the first message of an answer. */
export const idOf = ({ body }: SendAnswer): MessageId => MessageId.parse(dashedId(body.data?.messages[0]?.id ?? ''))

/** An active channel without a daily spend cap. */
export const channel = (owner: Visitor, change: object = {}): Promise<Upstream> =>
  newChannel(owner, newChannelForm({ daily_cap: null, ...change }))
