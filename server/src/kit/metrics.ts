import { collectDefaultMetrics, Registry } from 'prom-client'

/** Creates the metrics registry, with the default metrics of the Node.js process. Other modules add their own. */
export function newMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}
