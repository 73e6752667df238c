import type { Credential } from '@hongyan/contract/endpoints/messaging/credentials'
import { credentials as limits } from '@hongyan/contract/limits/screens'
import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { formatNumber, t as textNow, useLocale, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Dot, type Tone } from '../../../ui/status.tsx'
import { LastUsed } from './cells.tsx'
import {
  type IpProtection,
  ipProtectionOf,
  isFromAnywhere,
  type RateProtection,
  rateProtectionOf,
} from './protection.ts'
import { useAccountRules, useRefusedThisWeek } from './queries.ts'

interface FactProps {
  tone: Tone
  title: TextId
  /** Leads to the page that changes it. */
  action?: ReactNode
  children: ReactNode
}

/** One line of defence in words, and where it is changed. */
function Fact({ tone, title, action, children }: FactProps) {
  const t = useText()
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1 border-line py-3 last:pb-0 not-first:border-t sm:grid-cols-[auto_160px_minmax(0,1fr)_auto]">
      <Dot tone={tone} />
      <dt className="font-medium">{t(title)}</dt>
      <dd className="col-start-2 text-ink-2 sm:col-start-3">{children}</dd>
      {action !== undefined && <dd className="col-start-2 sm:col-start-4">{action}</dd>}
    </div>
  )
}

function PlaceLink({ title, path }: { title: TextId; path: string }) {
  const t = useText()
  return (
    <Link to={path} className="whitespace-nowrap text-link">
      {t(title)}
    </Link>
  )
}

function ModeFact({ credential: { id, mode, type } }: { credential: Credential }) {
  const t = useText()
  const change = (
    <Link
      from={paths.credentials}
      to={paths.credentials}
      search={(now) => ({ ...now, edit: id })}
      resetScroll={false}
      className="whitespace-nowrap text-link"
    >
      {t('credentials.changeMode')}
    </Link>
  )
  if (type === CredentialType.Smpp) {
    return (
      <Fact tone="idle" title="credentials.type">
        {t('credentials.smppText')}
      </Fact>
    )
  }
  const isSimple = mode === AuthMode.Simple
  return (
    <Fact tone={isSimple ? 'warn' : 'ok'} title="credentials.mode" action={change}>
      {t(isSimple ? 'credentials.simpleFact' : 'credentials.hmacFact')}
    </Fact>
  )
}

function ipSentences(ip: IpProtection): readonly string[] {
  if (ip.kind === 'off') return [textNow('credentials.ipOff')]
  if (ip.kind === 'report') return [textNow('credentials.ipReport')]
  if (ip.kind === 'deny') return [textNow('credentials.ipDeny', { count: ip.denied })]
  const sentence = textNow('credentials.ipAllow', { count: ip.allowed })
  const hasExceptions = ip.allowed > 0 && ip.denied > 0
  return hasExceptions ? [sentence, textNow('credentials.ipExcept', { count: ip.denied })] : [sentence]
}

/** The dot of the IP rules: no address at all can use a credential that an allowlist has no entry for. */
function ipTone(ip: IpProtection, mode: AuthMode): Tone {
  if (isFromAnywhere(ip)) return mode === AuthMode.Simple ? 'warn' : 'open'
  return ip.kind === 'allow' && ip.allowed === 0 ? 'bad' : 'ok'
}

function rateSentences(rates: RateProtection | null): readonly string[] {
  if (rates === null) return [textNow('credentials.ratesOff')]
  const { rules, perDay, onlyAlerts, countries, perSecond } = rates
  const daily = onlyAlerts ? 'credentials.dayAlert' : 'credentials.dayCap'
  return [
    ...(rules > 0 ? [textNow('credentials.rateRules', { count: rules })] : []),
    ...(perDay === null ? [] : [textNow(daily, { number: formatNumber(perDay) })]),
    ...(countries > 0 ? [textNow('credentials.countryCaps', { count: countries })] : []),
    ...(perSecond === null ? [] : [textNow('credentials.perSecond', { number: formatNumber(perSecond) })]),
  ]
}

/** Sentences in a row. Chinese has no space between them. */
const Sentences = ({ of }: { of: readonly string[] }) => of.join(useLocale() === 'zh-CN' ? '' : ' ')

function RefusedFact({ id }: Pick<Credential, 'id'>) {
  const t = useText()
  const { data: count } = useRefusedThisWeek(id)
  if (count === undefined) return null
  return (
    <Fact tone="idle" title="credentials.refusedWeek">
      {count < limits.requestsKept
        ? t('credentials.refusedCount', { count, number: formatNumber(count) })
        : t('credentials.refusedMany', { number: formatNumber(limits.requestsKept) })}
    </Fact>
  )
}

/** Shows each defence of a credential as it is set now. */
export function ProtectionCard({ credential }: { credential: Credential }) {
  const t = useText()
  const { ip, rates, error, retry } = useAccountRules()
  const { id, mode, type, use } = credential
  const addresses = ip && ipProtectionOf(ip, id)
  const caps = rates && rateProtectionOf(rates)
  return (
    <Card className="mb-8">
      <h2 className="mb-2 text-md font-semibold">{t('credentials.protects')}</h2>
      {error ? (
        <ErrorPanel title={t('credentials.protectsFailed')} error={error} onRetry={retry} />
      ) : (
        <dl className="text-sm">
          <ModeFact credential={credential} />
          {addresses && type !== CredentialType.Smpp && (
            <Fact
              tone={ipTone(addresses, mode)}
              title="shell.ipRestriction"
              action={
                <PlaceLink
                  title={isFromAnywhere(addresses) ? 'credentials.restrict' : 'credentials.seeIp'}
                  path={paths.ipRestriction}
                />
              }
            >
              <Sentences of={ipSentences(addresses)} />
            </Fact>
          )}
          {caps !== undefined && (
            <Fact
              tone={caps === null ? 'open' : 'ok'}
              title="shell.rateLimiting"
              action={<PlaceLink title="credentials.seeRates" path={paths.rateLimiting} />}
            >
              <Sentences of={rateSentences(caps)} />
            </Fact>
          )}
          <Fact tone="idle" title="credentials.lastUsed">
            <LastUsed use={use} />
          </Fact>
          <RefusedFact id={id} />
        </dl>
      )}
    </Card>
  )
}
