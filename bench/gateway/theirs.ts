import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Played, play } from '../load/play.ts'
import { writePeerRequests } from '../load/requests.ts'
import { type Kannel, startKannel } from '../peers/kannel.ts'
import { type PeerKindName, peerKinds } from './kinds.ts'
import type { RunChoice } from './ours.ts'
import { microsPerMessage, type Run } from './run.ts'

const MOST_PER_SECOND = 30_000
const WARM_UP_SECONDS = 1
/** Kannel is at rest when its counts have not changed for so long. */
const REST_MILLIS = 1_000

/** Starts Kannel, plays one burst after a short warm-up, follows its messages to their end and stops it. */
export async function measureKannel(name: PeerKindName, choice: RunChoice): Promise<Run> {
  const kannel = await startKannel(peerKinds[name])
  try {
    await playPeer(kannel, { ...choice, seconds: WARM_UP_SECONDS })
    await atRest(kannel)
    const before = { submitted: await kannel.submitted(), finished: await kannel.finished(), cpu: kannel.cpu() }
    const started = Date.now()
    const played = await playPeer(kannel, choice)
    await atRest(kannel)
    const after = { submitted: await kannel.submitted(), finished: await kannel.finished(), cpu: kannel.cpu() }
    const finished = after.finished.messages - before.finished.messages
    if (finished === 0) throw new Error(`Kannel finished none of ${played.requests} messages`)
    return {
      kind: name,
      round: choice.round,
      ...played,
      accepted: after.submitted.messages - before.submitted.messages,
      finished,
      perSecond: finished / ((after.finished.lastAt - started) / 1000),
      cpu: microsPerMessage(before.cpu, after.cpu, finished),
    }
  } finally {
    await kannel.close()
  }
}

async function playPeer({ address, callback }: Kannel, { seconds, connections }: RunChoice): Promise<Played> {
  const file = path.join(tmpdir(), `hongyan-peer-requests-${process.pid}`)
  writePeerRequests(file, MOST_PER_SECOND * seconds, callback)
  try {
    return await play({ address, connections, seconds, file })
  } finally {
    rmSync(file)
  }
}

/** Resolves when nothing was submitted or finished for a while: a message that Kannel lost is never finished. */
async function atRest({ submitted, finished }: Kannel): Promise<void> {
  for (let before = ''; ;) {
    const now = JSON.stringify([await submitted(), await finished()])
    if (now === before) return
    before = now
    await sleep(REST_MILLIS)
  }
}
