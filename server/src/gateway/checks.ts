import { MINUTE } from '@hongyan/contract/durations'
import type { Pool } from 'pg'
import { alone } from '../db/tx.ts'
import { type Check, elapsed, type Finding, fine, wrong } from '../kit/check.ts'
import type { Clock } from '../kit/clock.ts'
import { takesMessages } from './link-state.ts'
import { type GatewayLink, laneNames, readGatewayState, type GatewayState } from './standing.ts'

const GATEWAY = 'gateway'

export interface GatewayCheckDeps {
  readonly pool: Pool
  readonly clock: Clock
}

/** A code that waits longer has a reason. Other lanes may wait for their account's rate. */
const LONGEST_CODE = MINUTE
/** Another process takes a link over within seconds. */
const LONGEST_UNOWNED = MINUTE

export const gatewayChecks: readonly Check<GatewayCheckDeps>[] = [
  {
    name: GATEWAY,
    async check({ pool, clock }) {
      const standing = await readGatewayState(alone(pool), clock.now())
      return [
        ...standing.links.map((link) => linkFinding(link, clock.now())),
        queueFinding(standing),
        asideFinding(standing),
      ]
    },
  },
]

function linkFinding({ upstream, state, since, unownedMillis }: GatewayLink, now: Date): Finding {
  if (unownedMillis > LONGEST_UNOWNED) {
    const text = `link ${upstream} has had no process for ${elapsed(unownedMillis)}`
    return wrong(GATEWAY, text, 'No message leaves by it. Start a server whose ROLE is worker or all.')
  }
  const text = `link ${upstream} ${state} for ${elapsed(now.getTime() - since.getTime())}`
  if (takesMessages(state)) return fine(GATEWAY, text)
  return wrong(GATEWAY, text, 'Messages wait and are sent when it is up again. Check the upstream and the network.')
}

function queueFinding({ oldestSeconds, parkedReceipts }: GatewayState): Finding {
  const ages = laneNames.map((lane) => `${lane} ${elapsed(oldestSeconds[lane] * 1_000)}`).join(', ')
  const text = `oldest waiting message: ${ages}; parked receipts: ${parkedReceipts}`
  if (oldestSeconds.codes * 1_000 <= LONGEST_CODE) return fine(GATEWAY, text)
  return wrong(GATEWAY, text, 'Codes should leave within seconds. Start a server, or check the link.')
}

function asideFinding({ setAside }: GatewayState): Finding {
  const text = `messages set aside: ${setAside}`
  if (setAside === 0) return fine(GATEWAY, text)
  return wrong(GATEWAY, text, 'Run `hongyan message set-aside` for their reasons.')
}
