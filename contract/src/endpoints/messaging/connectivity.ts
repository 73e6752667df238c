import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { connections, connectionStates } from '../../vocabulary/connectivity.ts'
import { addresses } from '../addresses.ts'

/** How a connection does right now; `latency_ms` is null where nothing was measured. */
export const Connectivity = z.object({
  id: z.enum(connections),
  state: z.enum(connectionStates),
  latency_ms: z.number().nullable(),
})
export type Connectivity = z.infer<typeof Connectivity>

export const connectivity = endpoints(addresses.connectivity, { list: { reply: z.array(Connectivity) } })
