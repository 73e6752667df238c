import { plugins } from '@hongyan/contract/endpoints/extensions/plugins'
import { implement, type Route } from '../../../http/implement.ts'

/** An extension is listed from the day it does something; there is none yet. */
export const pluginRoutes = (): readonly Route[] => implement(plugins, { list: () => [] })
