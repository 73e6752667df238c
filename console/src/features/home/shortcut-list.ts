import type { Account } from '@hongyan/contract/endpoints/account/account'
import { Blocks, Plug, Server, ShieldCheck, type LucideIcon } from 'lucide-react'
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
const verifier: Shortcut = {
  icon: ShieldCheck,
  title: 'home.verifier',
  text: 'home.verifierText',
  path: `${paths.docs}#otp`,
}
const webhooks: Shortcut = {
  icon: Blocks,
  title: 'home.webhook',
  text: 'home.webhooksText',
  path: paths.receipts,
  inside: true,
}

/** The shortcuts in the order of the specification (ruling 22). */
export const shortcutsOf = (config: Pick<Account['config'], 'sms_wildcard' | 'sms_smpp'>): readonly Shortcut[] => [
  platform,
  hasUpstreams(config) ? upstreams : logs,
  verifier,
  webhooks,
]
