import type { AccountId } from '@hongyan/contract/ids'
import { isDataError } from '../db/connect.ts'
import type { PricedRequest } from '../pipeline/message.ts'
import type { RoutingTable } from '../pipeline/route.ts'
import { type AdmissionDeps, admitBatch, type Admitted, type AdmitRequest } from './admission.ts'
import { createCollector } from './collector.ts'

/** Most recipients of one batch. */
const BATCH_RECIPIENTS = 1_000
/** Two seconds of work at a rate that any machine of ours keeps; beyond it callers are told to come again (503). */
const QUEUE_RECIPIENTS = 20_000

export interface AdmitDeps extends Omit<AdmissionDeps, 'table'> {
  /** Null while no upstream is configured: then nothing is accepted. */
  readonly table: RoutingTable | null
  /** Whether an account's queue already holds four hours of its rate. */
  readonly isFull: (account: AccountId) => boolean
}

export interface Admit {
  /** Accepts a request whole or refuses it whole; resolves after the commit. */
  readonly submit: (request: AdmitRequest) => Promise<Admitted>
  readonly drain: () => Promise<void>
}

/** Group commit: whatever waits when the previous batch returns goes as one transaction. */
export function createAdmit({ table, ...others }: AdmitDeps): Admit {
  if (table === null)
    return { submit: async () => ({ kind: 'refused', code: 'no_route' }), drain: async () => undefined }
  const deps: AdmissionDeps & AdmitDeps = { ...others, table }
  let queued = 0
  const collector = createCollector<AdmitRequest, Admitted>({
    gather: 0,
    isOneItems: isDataError,
    choose: (line) => chooseInTurn(line, BATCH_RECIPIENTS),
    work: (batch, later) => admitBatch(deps, batch, later),
  })
  return {
    async submit(request) {
      const size = request.priced.recipients.length
      if (queued + size > QUEUE_RECIPIENTS) return { kind: 'refused', code: 'busy', retryAfter: 1 }
      if (deps.isFull(request.rules.account)) {
        return { kind: 'refused', code: 'queue_full', retryAfter: 60 }
      }
      queued += size
      return collector.add(request).finally(() => (queued -= size))
    },
    drain: () => collector.drain(),
  }
}

/** Requests of all accounts in turn until the batch is full, so that one account's rush never shuts others out. */
export function chooseInTurn<T extends PricedRequest>(line: T[], most: number): T[] {
  const total = line.reduce((sum, { priced }) => sum + priced.recipients.length, 0)
  if (total <= most) return line.splice(0)
  let queues = byAccount(line)
  const chosen: T[] = []
  let size = 0
  while (size < most && queues.length > 0) {
    queues = queues.filter((queue) => {
      const request = queue.shift()
      const recipients = request?.priced.recipients.length ?? 0
      if (!request || (chosen.length > 0 && size + recipients > most)) return false
      chosen.push(request)
      size += recipients
      return true
    })
  }
  const left = new Set(chosen)
  line.splice(0, line.length, ...line.filter((request) => !left.has(request)))
  return chosen
}

function byAccount<T extends PricedRequest>(line: readonly T[]): T[][] {
  const queues = new Map<AccountId, T[]>()
  for (const request of line) {
    const queue = queues.get(request.rules.account)
    if (queue) queue.push(request)
    else queues.set(request.rules.account, [request])
  }
  return [...queues.values()]
}
