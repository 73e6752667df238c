import { z } from 'zod'
import { endpoints } from '../../endpoint.ts'
import { addresses } from '../addresses.ts'

/** Specification section 3, "Other stored data": the extensions of an account. */
const Plugin = z.object({ id: z.string() })
export type Plugin = z.infer<typeof Plugin>

export const plugins = endpoints(addresses.plugins, { list: { reply: z.array(Plugin) } })
