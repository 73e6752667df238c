import { shortId } from '@hongyan/contract/account'
import type { AccountId } from '@hongyan/contract/ids'
import { AccountStatus, Locale, Partition, TrustLevel } from '@hongyan/contract/vocabulary/account'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import type { DiagnosticsLine } from '../../../db/schema/support.ts'
import { explained } from '../../../kit/explained.ts'
import type { CredentialFacts, DiagnosticFacts, EndpointFacts, ErrorCount } from './diagnostics-facts.ts'

type Text = readonly [en: string, zh: string]

const partitions: Readonly<Record<Partition, Text>> = {
  [Partition.Us]: ['International', '国际站'],
  [Partition.Cn]: ['Mainland China', '中国站'],
}
const languages: Readonly<Record<Locale, Text>> = {
  [Locale.English]: ['English', '英文'],
  [Locale.SimplifiedChinese]: ['Simplified Chinese', '简体中文'],
}
const statuses: Readonly<Record<AccountStatus, Text>> = {
  [AccountStatus.Ok]: ['Active', '正常'],
  [AccountStatus.Suspended]: ['Suspended', '已暂停'],
  [AccountStatus.AllPaymentBlocked]: ['Payments blocked', '支付受限'],
  [AccountStatus.PayPalBlocked]: ['PayPal blocked', 'PayPal 受限'],
  [AccountStatus.StripeBlocked]: ['Card payments blocked', '银行卡支付受限'],
  [AccountStatus.AlipayBlocked]: ['Alipay blocked', '支付宝受限'],
  [AccountStatus.WechatPayBlocked]: ['WeChat Pay blocked', '微信支付受限'],
}
const levels: Readonly<Record<TrustLevel, Text>> = {
  [TrustLevel.New]: ['New', '新账户'],
  [TrustLevel.Paid]: ['Paid', '已付费'],
  [TrustLevel.Verified]: ['Verified', '已认证'],
  [TrustLevel.Trusted]: ['Trusted', '可信'],
}
const types: Readonly<Record<CredentialType, Text>> = {
  [CredentialType.Ordinary]: ['API', 'API'],
  [CredentialType.Smpp]: ['SMPP', 'SMPP'],
  [CredentialType.Admin]: ['Admin', '管理员'],
}
const modes: Readonly<Record<AuthMode, Text>> = {
  [AuthMode.Simple]: ['simple mode', '简易模式'],
  [AuthMode.Hmac]: ['HMAC mode', 'HMAC 模式'],
}

const KEY_MASK = '••••'

/** To the minute, in UTC, as support and owner read it in both languages. */
const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The host of an address. Its path and its query may hold a secret. */
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '–')

/** The lines of a snapshot in a language: exactly these are shown, stored and read by support. */
export function diagnosticsLines(id: AccountId, facts: DiagnosticFacts, locale: Locale): readonly DiagnosticsLine[] {
  const say = ([en, zh]: Text): string => (locale === Locale.SimplifiedChinese ? zh : en)
  const line = (label: Text, value: string): DiagnosticsLine => ({ label: say(label), value })
  const yesNo = (is: boolean): string => say(is ? ['Yes', '是'] : ['No', '否'])
  const none = say(['None', '无'])
  const list = <T>(label: Text, rows: readonly T[], valueOf: (row: T) => string): DiagnosticsLine[] =>
    rows.length === 0 ? [line(label, none)] : rows.map((row) => line(label, valueOf(row)))

  const errorOf = ({ code, count }: ErrorCount): string => `${count} × ${code}: ${explained(code, locale).what}`
  const credentialOf = ({ type, mode, ending, last_used_at: used }: CredentialFacts): string =>
    [
      say(types[type]),
      say(modes[mode]),
      `${KEY_MASK}${ending}`,
      used === null ? say(['never used', '从未使用']) : say([`last used ${minute(used)}`, `最近使用 ${minute(used)}`]),
    ].join(', ')
  const healthOf = ({ on, disabled, failing_since: failing }: EndpointFacts): string => {
    if (disabled !== null) return say(['disabled after failures', '多次失败后已停用'])
    if (!on) return say(['off', '已关闭'])
    if (failing === null) return say(['working', '正常'])
    return say([`failing since ${minute(failing)}`, `自 ${minute(failing)} 起失败`])
  }
  const endpointOf = (endpoint: EndpointFacts): string =>
    [
      hostOf(endpoint.url),
      healthOf(endpoint),
      ...(endpoint.last_code === null
        ? []
        : [say([`last answer ${endpoint.last_code}`, `最近响应 ${endpoint.last_code}`])]),
    ].join(', ')

  const { account } = facts
  return [
    line(['Account', '账户'], shortId(id)),
    line(['Site', '站点'], say(partitions[account.partition])),
    line(['Language', '语言'], say(languages[account.locale])),
    line(['Status', '状态'], say(statuses[account.status])),
    line(['Verified', '实名认证'], yesNo(account.verified)),
    line(['Trust level', '信任等级'], say(levels[account.level])),
    line(['Funds for messages', '余额可发送'], yesNo(facts.funded)),
    ...list(['Failed messages, last 24 hours', '近 24 小时失败短信'], facts.failures, errorOf),
    ...list(['Refused requests, last 24 hours', '近 24 小时被拒请求'], facts.refusals, errorOf),
    ...list(['Credential', '凭证'], facts.credentials, credentialOf),
    ...list(['Webhook', 'Webhook'], facts.endpoints, endpointOf),
  ]
}
