import type { BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { MINUTE } from '@hongyan/contract/durations'
import { piecesOf } from '@hongyan/contract/senders/content'
import { Fragment, type ReactNode } from 'react'
import { formatDate, formatNumber, useText } from '../../../../i18n/text.ts'
import { Card } from '../../../../ui/card.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { CodeChip, Tag } from '../../../../ui/tag.tsx'
import { sceneTitles, sourceTitles } from '../labels.ts'
import type { TextId } from '../../../../i18n/ids.ts'

interface CardProps {
  broadcast: BroadcastDetail
}

const WHEN = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

function Row({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  return (
    <div className="grid grid-cols-[96px_minmax(0,1fr)] gap-2">
      <dt className="text-ink-3">{t(title)}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** The time that was chosen, in words. */
function Time({ broadcast: { plan, starts_at: starts } }: CardProps) {
  const t = useText()
  if (plan.time === 'local' && plan.local !== null) {
    const at = formatDate(`${plan.local}:00Z`, { ...WHEN, timeZone: 'UTC' })
    return <>{t('broadcasts.atLocal', { at })}</>
  }
  return plan.time === 'now' ? <>{t('broadcasts.atOnce')}</> : <Moment at={starts} minutes />
}

/** The text with its variables as they stand in the template. */
function Written({ text, isTemplate }: { text: string; isTemplate: boolean }) {
  if (!isTemplate) return <>{text}</>
  return piecesOf(text).map((piece) => (
    <Fragment key={piece.from}>{'text' in piece ? piece.text : <CodeChip>{`{${piece.variable}}`}</CodeChip>}</Fragment>
  ))
}

/** The message as it is written, and the choices that it was sent with. */
export function SettingsCard({ broadcast }: CardProps) {
  const t = useText()
  const { signature, template, scene, text, source, source_name: name, plan } = broadcast
  const { window, speed, canary, stop_above: stopAbove } = plan
  return (
    <Card className="grid gap-4 text-sm">
      <h2 className="text-md font-semibold">{t('broadcasts.message')}</h2>
      <div className="flex flex-wrap gap-2">
        {signature !== null && <Tag>{signature.name}</Tag>}
        {template !== null && <Tag>{t('broadcasts.templateVersion', template)}</Tag>}
        <Tag>{t(sceneTitles[scene])}</Tag>
      </div>
      <p className="rounded-lg bg-fill px-3 py-2.5 wrap-anywhere whitespace-pre-wrap">
        <Written text={text} isTemplate={template !== null} />
      </p>
      <dl className="grid gap-2 border-t border-line pt-4">
        <Row title="broadcasts.source">{name ?? t(sourceTitles[source])}</Row>
        <Row title="broadcasts.when">
          <Time broadcast={broadcast} />
        </Row>
        {window !== null && <Row title="broadcasts.window">{t('broadcasts.windowText', window)}</Row>}
        <Row title="broadcasts.speed">
          {speed === null ? t('broadcasts.fastest') : t('broadcasts.speedText', { number: formatNumber(speed) })}
        </Row>
        {canary > 0 && (
          <Row title="broadcasts.canaryTitle">
            {t('broadcasts.canaryText', {
              number: formatNumber(canary),
              share: limits.canaryDelivered,
              minutes: limits.canaryWait / MINUTE,
            })}
          </Row>
        )}
        {stopAbove !== null && (
          <Row title="broadcasts.stopRule">{t('broadcasts.stopRuleText', { share: stopAbove })}</Row>
        )}
      </dl>
    </Card>
  )
}
