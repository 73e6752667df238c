import { Gauge, type Registry } from 'prom-client'
import { takesMessages } from './link-state.ts'
import { laneNames, type GatewayState } from './standing.ts'

/** The figures of the gateway at `/metrics`, read at each scrape. `lastWrite` is that of this process. */
export function exposeGatewayState(
  registry: Registry,
  read: () => Promise<GatewayState>,
  settledSeconds: () => number | null,
): void {
  const make = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [] })
  const oldest = make('hongyan_oldest_message_seconds', 'Age of the oldest waiting message', ['lane'])
  const links = make('hongyan_link_up', '1 if the link to the upstream is up, else 0', ['upstream'])
  const parked = make('hongyan_parked_receipts', 'Receipts whose submission is not known yet')
  const settled = make('hongyan_last_settle_seconds', 'Seconds since this server last wrote the outcome of a message')
  const setAside = new Gauge({
    name: 'hongyan_set_aside_messages',
    help: 'Messages whose outcome could not be written',
    registers: [],
    async collect() {
      const standing = await read()
      this.set(standing.setAside)
      parked.set(standing.parkedReceipts)
      links.reset()
      for (const { upstream, state } of standing.links) links.set({ upstream }, Number(takesMessages(state)))
      for (const lane of laneNames) oldest.set({ lane }, standing.oldestSeconds[lane])
      settled.set(settledSeconds() ?? Number.NaN)
    },
  })
  // The first one reads for all: the registry collects in the order of registration.
  for (const gauge of [setAside, oldest, links, parked, settled]) registry.registerMetric(gauge)
}
