import { type Upstream, upstreams } from '@hongyan/contract/endpoints/messaging/upstreams'
import { UpstreamId } from '@hongyan/contract/ids'
import type { Visitor, World } from './world.ts'

let made = 0

/** A secret of 32 hex digits. One that ends in 000 is rejected by the sandbox. */
export const secretEnding = (end: string): string => '5'.repeat(32 - end.length) + end

/** The form of a channel at Twilio that the sandbox accepts, with a name of its own. */
export const newChannelForm = (change: object = {}) => ({
  name: `Channel ${(made += 1)}`,
  provider: 'twl' as const,
  regions: ['SG'],
  tps: 20,
  daily_cap: '50' as string | null,
  credentials: { accountSid: `AC${'0'.repeat(32)}`, authToken: secretEnding('abc'), from: '+12065550100' },
  ...change,
})

/** The form of a channel whose provider needs mappings. */
export const newMappedForm = (change: object = {}) =>
  newChannelForm({
    provider: 'ali',
    credentials: { accessKeyId: 'LTAI5tSample', accessKeySecret: secretEnding('xyz'), region: 'ap-southeast-1' },
    ...change,
  })

/** Adds a channel, which the sandbox accepts: it is tested next. */
export async function newTestedChannel(owner: Visitor, form: object = newChannelForm()): Promise<Upstream> {
  const { status, body } = await owner.ask(upstreams.create, { body: form })
  if (status !== 200) throw new Error(`no channel: ${JSON.stringify(body)}`)
  return upstreams.create.reply.parse(body)
}

/** Adds a channel and activates it. */
export async function newChannel(owner: Visitor, form: object = newChannelForm()): Promise<Upstream> {
  const { id, version } = await newTestedChannel(owner, form)
  return owner.call(upstreams.resume, { params: { id: UpstreamId.parse(id) }, body: { version } })
}

/** The next probe of a link that `degradeLink` made degraded. */
export const PROBE_AT = new Date('2026-11-20T12:01:00Z')

/** Makes a link one of another process, which has published that its breaker is open. */
export async function degradeLink(world: World, id: Upstream['id']): Promise<void> {
  await world.pool.query(
    `insert into link_owner (upstream, process, until, state, probe_at)
     values (replace($1, '-', ''), gen_random_uuid(), now() + interval '1 hour', 'degraded', $2)
     on conflict (upstream) do update set process = excluded.process, until = excluded.until, state = excluded.state,
       probe_at = excluded.probe_at`,
    [id, PROBE_AT],
  )
}
