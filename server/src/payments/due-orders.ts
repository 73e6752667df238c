import { type TopUpChannel, topUpChannels, TopUpStatus } from '@hongyan/contract/vocabulary/payment'
import { createRounds, type Rounds, together } from '../kit/rounds.ts'
import { askAbout, close } from './poll-channel.ts'
import type { TopUpDeps } from './deps.ts'
import { claimDue, giveUp, type OrderRow, stopAsking } from './orders/store.ts'

const EVERY = 2_000
/** Orders of a channel that are claimed together, and how many of them are asked for at the same time. */
const BATCH = 20
const AT_ONCE = 5
/** A channel that has been silent so long after an order's end is not asked for it any more; a webhook still counts. */
const GIVEN_UP_AFTER = 24 * 3_600_000

export interface TopUpUpkeep extends Rounds {
  /** Asks once for everything that is due. */
  readonly round: () => Promise<void>
}

/**
 * Asks the channels for orders whose webhook may have been lost, and ends those whose time is over. Every channel has
 * rounds of its own, so that a slow one holds up nobody else; one that is offered no longer still ends its orders.
 */
export function createTopUpUpkeep(deps: TopUpDeps): TopUpUpkeep {
  const loops = topUpChannels.map((channel) =>
    createRounds((stopping) => askDue(deps, channel, stopping), {
      every: EVERY,
      what: `asking ${channel} for lost webhooks`,
      log: deps.log,
    }),
  )
  return {
    round: async () => void (await Promise.all(topUpChannels.map((channel) => askDue(deps, channel)))),
    ...together(loops),
  }
}

async function askDue(deps: TopUpDeps, channel: TopUpChannel, stopping?: AbortSignal): Promise<void> {
  const goesOn = (): boolean => stopping?.aborted !== true
  for (let full = true; full && goesOn();) {
    const due = [...(await claimDue(deps.db, channel, deps.clock.now(), BATCH))]
    full = due.length === BATCH
    const worker = async (): Promise<void> => {
      for (let order = due.shift(); order !== undefined && goesOn(); order = due.shift()) await look(deps, order)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }
}

/** One order that fails keeps none of the others from its turn: it is due again by itself. */
async function look(deps: TopUpDeps, order: OrderRow): Promise<void> {
  try {
    await (order.status === TopUpStatus.Open ? lookAtOpen(deps, order) : lookAtEnded(deps, order))
  } catch (error) {
    deps.log.warn({ err: error, topUp: order.id }, 'a top-up could not be asked for')
  }
}

/** Nobody was given a way to pay an order without an answer; one that is over is closed before it is called expired. */
async function lookAtOpen(deps: TopUpDeps, order: OrderRow): Promise<void> {
  const overFor = deps.clock.now().getTime() - order.expires_at.getTime()
  const unanswered = order.action === null
  if (overFor < 0 && !unanswered) return void (await askAbout(deps, order))
  const state = await close(deps, order, unanswered ? TopUpStatus.Failed : TopUpStatus.Expired)
  if (state === null && overFor > GIVEN_UP_AFTER) await giveUp(deps.db, order)
}

/** Once more for money that was under way when the order ended. */
async function lookAtEnded(deps: TopUpDeps, order: OrderRow): Promise<void> {
  const overFor = deps.clock.now().getTime() - order.expires_at.getTime()
  const state = order.action === null ? await close(deps, order, TopUpStatus.Failed) : await askAbout(deps, order)
  if (state !== null || overFor > GIVEN_UP_AFTER) await stopAsking(deps.db, order)
}
