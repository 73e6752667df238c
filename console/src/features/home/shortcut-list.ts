import type { Account } from '@hongyan/contract/endpoints/account/account'
import { Blocks, Plug, Server, type LucideIcon } from 'lucide-react'
import type { TextId } from '../../i18n/ids.ts'
import { hasUpstreams } from '../../lib/has-upstreams.ts'
import { paths } from '../../lib/paths.ts'

export interface Shortcut {
  icon: LucideIcon
  title: TextId
  text: TextId
  path: string
  /** A page of the console, which opens in its place. */
  inside?: boolean
}

const platform: Shortcut = { icon: Plug, title: 'home.platform', text: 'home.platformText', path: paths.docs }
const gateway = { icon: Server, title: 'home.gateway', inside: true } as const
const upstreams: Shortcut = { ...gateway, text: 'home.upstreamsText', path: paths.upstreams }
const logs: Shortcut = { ...gateway, text: 'home.logsText', path: paths.logs }
const webhooks: Shortcut = {
  icon: Blocks,
  title: 'home.webhook',
  text: 'home.webhooksText',
  path: paths.receipts,
  inside: true,
}

/** The shortcuts whose target exists (ruling 22): the verifier has none, because the documentation has no section on it yet. */
export const shortcutsOf = (config: Pick<Account['config'], 'sms_wildcard' | 'sms_smpp'>): readonly Shortcut[] => [
  platform,
  hasUpstreams(config) ? upstreams : logs,
  webhooks,
]
