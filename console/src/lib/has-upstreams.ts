import type { Account } from '@hongyan/contract/endpoints/account/account'

type Config = Pick<Account['config'], 'sms_wildcard' | 'sms_smpp'>

/** True where the account may send some or all texts without review. */
const hasWildcard = ({ sms_wildcard: wildcard }: Config): boolean =>
  Array.isArray(wildcard) ? wildcard.length > 0 : wildcard

/** True for accounts with channels of their own (specification section 6). */
export const hasUpstreams = (config: Config): boolean => !hasWildcard(config) && !config.sms_smpp
