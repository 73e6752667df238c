import { collectDefaultMetrics, Registry } from 'prom-client'

/** The registry of the process's own metrics; other modules register theirs here. */
export function newMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
