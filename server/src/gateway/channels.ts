import { type AccountId, type UpstreamId, wireId } from '@hongyan/contract/ids'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { ManagedProvider, UpstreamBehaviour, UpstreamState } from '@hongyan/contract/vocabulary/upstream'
import type { Pool } from 'pg'
import { announceChange } from '../db/config-change.ts'
import { alone, inTransaction, statement } from '../db/tx.ts'
import type { Loop } from '../jobs/loop.ts'
import type { Logger } from '../kit/logger.ts'
import type { ManagedChannel, ManagedProviders } from '../providers/upstreams/managed.ts'
import type { Receipt, Submitted, Upstream } from '../providers/upstreams/upstream.ts'
import type { ChannelFigures, FiguresOf } from './channel-figures.ts'
import type { LinkChannel } from './link.ts'
import { type MarkedMessage, waitingUpstreams } from './outbox.ts'

const EVERY = 2_000

interface ChannelRow {
  readonly account: AccountId
  readonly id: UpstreamId
  readonly provider: ManagedProvider
  readonly state: UpstreamState
  readonly tps: number
  readonly behaviour: UpstreamBehaviour
  readonly settings: Readonly<Record<string, string>>
  readonly sealed: string
  readonly version: number
  /** Times in a row that the provider rejected the credentials. */
  readonly rejections: number
}

const COLUMNS = `account_id as account, id, provider, state, tps, behaviour, settings, sealed_secrets as sealed, version, rejections`

const VERSIONS = statement('upstream.versions', `select id, version from upstream where state <> 'draft'`)

const READ = statement(
  'upstream.read',
  `select ${COLUMNS} from upstream where id = any($1::uuid[]) and state <> 'draft'`,
)

const BY_TOKEN = statement('upstream.by_token', `select ${COLUMNS} from upstream where receipt_token = $1`)

/** Counts credentials that the provider rejected. At the limit the channel has failed, until its owner changes it. */
const REJECTED = statement(
  'upstream.rejected',
  `update upstream set rejections = rejections + 1,
     state = case when rejections + 1 >= ${limits.rejections} then 'auth_failed' else state end,
     version = version + case when rejections + 1 >= ${limits.rejections} then 1 else 0 end,
     updated_at = case when rejections + 1 >= ${limits.rejections} then now() else updated_at end
   where account_id = $1 and id = $2 and state in ('active', 'testing', 'paused') returning state`,
)
const ACCEPTED = statement(
  'upstream.accepted',
  `update upstream set rejections = 0 where account_id = $1 and id = $2 and rejections > 0`,
)

/** The links of the managed channels, as `createChannels` opens and closes them. */
export interface ChannelLinks {
  readonly open: (upstream: Upstream, channel: LinkChannel, of: FiguresOf | null) => void
  readonly close: (code: string) => Promise<void>
  /** Resolves when receipts are written, parked or set aside. */
  readonly receive: (code: string, receipts: readonly Receipt[]) => Promise<void>
  /** The upstreams that are no managed channels. */
  readonly isStandard: (code: string) => boolean
}

export interface ChannelDeps {
  readonly pool: Pool
  readonly log: Logger
  readonly providers: ManagedProviders
  readonly openSecrets: (id: UpstreamId, sealed: string) => Readonly<Record<string, string>>
  readonly figures: ChannelFigures
  /** Milliseconds for which the breaker of a channel is open at first. */
  readonly breakerPause: number
  readonly links: ChannelLinks
}

/** Keeps one link for each managed channel, and follows its changes. */
export interface Channels {
  readonly loop: Loop
  /** Reads the channels soon: some of them have changed. The loop reads them where that fails. */
  readonly follow: () => void
  /** Settles receipts that came to the address of a channel; null where it is no channel's, or they are not genuine. */
  readonly receive: (token: string, body: Buffer) => Promise<{ readonly body: string } | null>
}

export function createChannels({
  pool,
  log,
  providers,
  openSecrets,
  figures,
  breakerPause,
  links,
}: ChannelDeps): Channels {
  const db = alone(pool)
  /** The version of each open channel, by the code of its link; -1 for one that is deleted. */
  const open = new Map<string, number>()
  /** Channels whose credentials were rejected, and not accepted since. */
  const rejected = new Set<UpstreamId>()
  let reading: Promise<void> | null = null

  const countRejection = async ({ account, id }: ChannelRow): Promise<void> => {
    await inTransaction(pool, async (tx) => {
      const [row] = await tx.run<{ state: UpstreamState }>(REJECTED, [account, id])
      if (row?.state !== 'auth_failed') return
      await announceChange(tx, account)
    })
    await refresh()
  }

  const concluded =
    (row: ChannelRow): LinkChannel['concluded'] =>
    (message: MarkedMessage, submitted: Submitted, latency: number) => {
      figures.submitted(row, message.parts, submitted, latency)
      const follow =
        submitted.kind === 'unauthorized'
          ? countRejection(row)
          : submitted.kind === 'accepted' && rejected.delete(row.id)
            ? db.run(ACCEPTED, [row.account, row.id])
            : null
      if (submitted.kind === 'unauthorized') rejected.add(row.id)
      follow?.catch((error: unknown) =>
        log.warn({ err: error, upstream: row.id }, 'the answer to credentials was not written'),
      )
    }

  const channelOf = ({ account, id, provider, behaviour, settings, tps, sealed }: ChannelRow): ManagedChannel => ({
    account,
    id,
    provider,
    behaviour,
    settings,
    tps,
    secrets: openSecrets(id, sealed),
  })

  const openRow = (row: ChannelRow): void => {
    const code = wireId(row.id)
    const upstream = providers.open(channelOf(row))
    const isOpen = row.state === 'active' || row.state === 'testing'
    if (row.rejections > 0) rejected.add(row.id)
    if (upstream !== null) links.open(upstream, { isOpen, breakerPause, concluded: concluded(row) }, row)
    open.set(code, row.version)
  }

  /** Opens a link that carries nothing: messages that wait for a deleted channel move away by it. */
  const openGone = (code: string): void => {
    links.open(goneUpstream(code), { isOpen: false, breakerPause, concluded: () => undefined }, null)
    open.set(code, -1)
  }

  const read = async (): Promise<void> => {
    const versions = await db.run<Pick<ChannelRow, 'id' | 'version'>>(VERSIONS, [])
    const codes = new Set(versions.map(({ id }) => wireId(id)))
    const waiting = (await waitingUpstreams(db)).filter((code) => !codes.has(code) && !links.isStandard(code))
    const stale = versions.filter(({ id, version }) => open.get(wireId(id)) !== version).map(({ id }) => id)
    const changed = stale.length === 0 ? [] : await db.run<ChannelRow>(READ, [stale])
    const ended = [...open.keys()].filter((code) => !codes.has(code) && !waiting.includes(code))
    await Promise.all(
      [...changed.map(({ id }) => wireId(id)), ...ended]
        .filter((code) => open.has(code))
        .map((code) => links.close(code)),
    )
    for (const code of ended) open.delete(code)
    for (const row of changed) openRow(row)
    for (const code of waiting) if (!open.has(code)) openGone(code)
  }

  const refresh = (): Promise<void> => {
    reading ??= read().finally(() => (reading = null))
    return reading
  }

  const receive: Channels['receive'] = async (token, body) => {
    const [row] = await db.run<ChannelRow>(BY_TOKEN, [token])
    const received = row && providers.receive(channelOf(row), body)
    if (row === undefined || received === undefined || received === null) return null
    await links.receive(wireId(row.id), received.receipts)
    figures.received(row, received.receipts.length)
    return { body: received.response }
  }

  return {
    receive,
    follow: () => void refresh().catch(() => undefined),
    loop: { name: 'channels', every: EVERY, run: refresh, inEveryProcess: true },
  }
}

/** The upstream of a channel that does not exist any more. It certainly takes nothing. */
const goneUpstream = (code: string): Upstream => ({
  code,
  window: 1,
  rate: 0,
  submit: async () => ({ kind: 'unreachable' }),
  find: () => Promise.reject(new Error('the channel is deleted')),
  listen: () => () => Promise.resolve(),
})
