import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { connections, connectionStates } from '../../vocabulary/connectivity.ts'
import { addresses } from '../addresses.ts'

/** The current state of a connection. `latency_ms` is null without a measurement. */
export const Connectivity = z.object({
  id: z.enum(connections),
  state: z.enum(connectionStates),
  latency_ms: z.number().nullable(),
})
export type Connectivity = z.infer<typeof Connectivity>

export const connectivity = endpoints(addresses.connectivity, { list: { reply: z.array(Connectivity) } })
