import { plugins } from '@hongyan/contract/endpoints/extensions/plugins'
import { implement, type Route } from '../../../http/implement.ts'

/** An extension is listed once it works; there is none yet. */
export const pluginRoutes = (): readonly Route[] => implement(plugins, { list: () => [] })
