import { actionText } from '@hongyan/contract/audit-actions'
import { errorCause } from '@hongyan/contract/errors'
import type { AuditEntry } from '@hongyan/contract/endpoints/account/audit'
import { credentials } from '@hongyan/contract/limits/screens'
import type { ReactNode } from 'react'
import type { TextId } from '../../../../i18n/ids.ts'
import { useLocale, useText } from '../../../../i18n/text.ts'
import { CopyButton } from '../../../../ui/copy.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { RecordMenu } from '../../../../ui/record-menu.tsx'
import { Status } from '../../../../ui/status.tsx'
import { deviceName } from '../sessions/device-name.ts'
import { fieldName, valueName } from './fields.ts'
import { actorLabels, outcomeTones, outcomeLabels } from './labels.ts'

export const TimeCell = ({ entry }: { entry: AuditEntry }) => <Moment at={entry.at} seconds />

export function WhoCell({ entry }: { entry: AuditEntry }) {
  const t = useText()
  return (
    <>
      <span className="whitespace-nowrap">{t(actorLabels[entry.actor])}</span>
      {entry.operator !== null && <span className="block text-xs wrap-anywhere text-ink-3">{entry.operator}</span>}
    </>
  )
}

/** The IP address, and browser and system by their common names. */
export function WhereCell({ entry: { address, user_agent: userAgent } }: { entry: AuditEntry }) {
  useLocale()
  const device = userAgent === null || userAgent === '' ? null : deviceName(userAgent)
  if (address === null && device === null) return <span className="text-ink-3">–</span>
  return (
    <span className="wrap-anywhere" title={userAgent ?? undefined}>
      {address !== null && <span className="block tabular-nums">{address}</span>}
      {device !== null && <span className="block text-xs text-ink-3">{device}</span>}
    </span>
  )
}

export function OutcomeCell({ entry: { outcome } }: { entry: AuditEntry }) {
  const t = useText()
  return <Status tone={outcomeTones[outcome]}>{t(outcomeLabels[outcome])}</Status>
}

function Detail({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  return (
    <div className="grid grid-cols-[112px_minmax(0,1fr)] items-baseline">
      <dt className="text-ink-3">{t(title)}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The whole id, with a button that copies it. */
function Id({ value, what }: { value: string; what: string }) {
  return (
    <>
      <span className="font-mono break-all">{value}</span> <CopyButton text={value} what={`${what} ${value}`} />
    </>
  )
}

const MASK = credentials.secretMask
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:/

/** The label of an enumerated value, a time in the console's format, or the value itself. */
function Value({ action, field, value }: { action: string; field: string; value: string }) {
  const t = useText()
  const name = valueName(action, field, value)
  if (name !== null) return t(name)
  return MOMENT.test(value) ? <Moment at={value} /> : value || '–'
}

function Name({ field }: { field: string }) {
  const t = useText()
  const name = fieldName(field)
  if (name === null) return <span className="font-mono text-ink-3">{field}</span>
  const label = name.country === undefined ? t(name.label) : `${t(name.label)} ${name.country}`
  return (
    <span className="text-ink-3">
      {name.channel === null ? label : t('notifications.byWay', { what: label, way: t(name.channel) })}
    </span>
  )
}

type ChangeProps = AuditEntry['changes'][number] & { action: string }

/** A field's value before and after, or only after for a new field. A secret is only shown as changed. */
function Change({ action, field, before, after }: ChangeProps) {
  const t = useText()
  const name = <Name field={field} />
  if (before === MASK && after === MASK) {
    return (
      <li>
        {name} {t('audit.changed')}
      </li>
    )
  }
  return (
    <li>
      {name}{' '}
      {before !== null && (
        <>
          <Value action={action} field={field} value={before} /> <span aria-hidden>→</span>{' '}
          <span className="sr-only">{t('audit.to')}</span>{' '}
        </>
      )}
      {after === null ? '–' : <Value action={action} field={field} value={after} />}
    </li>
  )
}

function Details({ entry: { action, subject, error, session, changes } }: { entry: AuditEntry }) {
  const t = useText()
  const locale = useLocale()
  if (subject === null && error === null && session === null && changes.length === 0) return null
  return (
    <details className="text-xs">
      <summary data-opener className="py-1 text-ink-3 hover:text-ink">
        {changes.length === 0 ? t('audit.details') : t('audit.changes', { count: changes.length })}
      </summary>
      <dl className="grid gap-1.5 py-1">
        {error !== null && <Detail title="audit.why">{errorCause(error, locale)}</Detail>}
        {changes.length > 0 && (
          <Detail title="audit.what">
            <ul className="grid gap-1">
              {changes.map((change) => (
                <Change key={change.field} action={action} {...change} />
              ))}
            </ul>
          </Detail>
        )}
        {subject !== null && (
          <Detail title="audit.subject">
            <Id value={subject} what={t('audit.subject')} />
          </Detail>
        )}
        {session !== null && (
          <Detail title="audit.session">
            <Id value={session} what={t('audit.session')} />
          </Detail>
        )}
      </dl>
    </details>
  )
}

/** The action, and its changes on demand. */
export function WhatCell({ entry }: { entry: AuditEntry }) {
  const locale = useLocale()
  return (
    <div>
      <p className="font-medium wrap-anywhere">{actionText(entry.action, locale)}</p>
      <Details entry={entry} />
    </div>
  )
}

export function RowMenu({ entry: { id, action, error } }: { entry: AuditEntry }) {
  const name = actionText(action, useLocale())
  return <RecordMenu kind="audit_entry" id={id} name={name} code={error ?? undefined} />
}
