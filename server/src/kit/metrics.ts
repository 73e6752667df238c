import { collectDefaultMetrics, Registry } from 'prom-client'

/** The process's own figures; whoever counts more registers it here. */
export function newMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
