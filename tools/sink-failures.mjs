// The ways in which the sink fails on request; sink.mjs lists them.
import { setTimeout as sleep } from 'node:timers/promises'

/** Statuses that say for certain that nothing was taken. */
const CERTAIN = [404, 429, 503]
const FAILING_CALLS = ['POST /handover', 'POST /find', 'GET /receipts']

/** The present failure, and the hand-overs that the last one left without a clear answer. */
export function createHealth() {
  let failure = null
  let wellAt = Date.now()
  let recovery = null
  let carried = 0
  const doubts = new Map()

  const resume = () => {
    clearTimeout(recovery)
    failure?.over()
    failure = null
    wellAt = Date.now()
  }

  /** True for the share of the failed hand-overs that is recorded, evenly spread. */
  const isRecorded = ({ share }) => {
    carried += share
    if (carried < 1) return false
    carried -= 1
    return true
  }

  return {
    get mode() {
      return failure?.mode ?? 'well'
    },
    /** Pauses before an answer: for the delay of the present failure, until it is over, or else for `delay`. */
    async pause(upstream, delay) {
      const { delay: slow, end } = concerns(failure, upstream) ? failure : {}
      if (slow !== undefined) await Promise.race([sleep(slow, undefined, { ref: false }), end])
      else if (delay > 0) await sleep(delay)
    },
    /** Resolves when the present failure is over. */
    get end() {
      return failure?.end ?? Promise.resolve()
    },
    fail({ millis, ...chosen }) {
      resume()
      doubts.clear()
      let over
      const end = new Promise((resolve) => (over = resolve))
      failure = { share: CERTAIN.includes(chosen.status) ? 0 : 0.5, ...chosen, end, over }
      recovery = setTimeout(resume, millis)
    },
    resume,
    queried(references) {
      for (const name of references) if (doubts.get(name) === null) doubts.set(name, Date.now())
    },
    doubts: () => ({ wellAt, doubts: Object.fromEntries(doubts) }),
    /** Ends a call as the present failure demands. Returns false where it does not concern the call. */
    async spoil(name, request, response, { read, take, upstream }) {
      const now = failure
      if (!concerns(now, upstream) || !Object.hasOwn(endings, now.mode) || !FAILING_CALLS.includes(name)) return false
      if (name === 'POST /handover') {
        const messages = await read(request)
        if (isRecorded(now)) take(messages)
        if (!CERTAIN.includes(now.status)) for (const { reference } of messages) doubts.set(reference, null)
      }
      await endings[now.mode](now, request, response)
      return true
    },
  }
}

/** A failure without a channel concerns all of them. */
const concerns = (failure, upstream) =>
  failure !== null && (failure.upstream === undefined || failure.upstream === upstream)

const endings = {
  hang: async ({ end }, { socket }) => {
    await end
    socket.destroy()
  },
  reset: async (_, { socket }, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
    response.write('[{"remoteIds":["s', () => socket.destroy())
  },
  status: async ({ status }, _, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end('{"error":"failing"}')
  },
}
