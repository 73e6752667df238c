import { plugins } from '@hongyan/contract/endpoints/extensions/plugins'
import { implement, type Route } from '../../../http/implement.ts'

/** The extensions that an account can set up, by the last part of their page's path. */
const available = [{ id: 'ip-restriction' }, { id: 'sms-rate-limiting' }, { id: 'sms-dlr' }] as const

export const pluginRoutes = (): readonly Route[] => implement(plugins, { list: () => [...available] })
