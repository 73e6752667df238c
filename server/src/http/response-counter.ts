import type { ErrorCode } from '@hongyan/contract/errors'
import { Counter, type Registry } from 'prom-client'

/** Counts the responses of the send API by error code. The registry reads the counts only when it is scraped. */
export function responseCounter(registry: Registry): (refused: ErrorCode | null) => void {
  const counts = new Map<string, number>()
  const counter = new Counter({
    name: 'hongyan_send_responses_total',
    help: 'Responses of the send API by error code, or "success"',
    labelNames: ['code'],
    registers: [registry],
    collect() {
      counter.reset()
      for (const [code, responses] of counts) counter.inc({ code }, responses)
    },
  })
  return (refused) => {
    const code = refused ?? 'success'
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
}
