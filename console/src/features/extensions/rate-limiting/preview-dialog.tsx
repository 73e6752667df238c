import type { RatePreview } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import type { ReactNode } from 'react'
import { useCountryName } from '../../../api/regions.ts'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Note } from '../../../ui/note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Draft, ruleRows } from './draft.ts'
import { limitsText, ruleName } from './labels.ts'
import { usePreview } from './queries.ts'
import type { DraftState } from './use-draft.ts'

function HitRow({ title, text, hits }: { title: string; text?: string; hits: number }) {
  return (
    <li className="flex items-baseline justify-between gap-4 py-2 text-sm">
      <span className="grid min-w-0">
        <span>{title}</span>
        {text !== undefined && <span className="text-xs text-ink-3">{text}</span>}
      </span>
      <span className="font-medium tabular-nums">{formatNumber(hits)}</span>
    </li>
  )
}

/** The hits of each rule and cap, those without a hit too. */
function Hits({ draft, result }: { draft: Draft; result: RatePreview }) {
  const t = useText()
  const nameOf = useCountryName()
  const countries = result.by_country.filter(({ hits }) => hits > 0)
  return (
    <ul aria-label={t('rate-limiting.hitsBy')} className="divide-y divide-line">
      {ruleRows(draft.rules).map(({ key, rule, index }) => (
        <HitRow key={key} title={ruleName(rule)} text={limitsText(rule)} hits={result.by_rule[index] ?? 0} />
      ))}
      {draft.day !== null && <HitRow title={t('rate-limiting.dayCap')} hits={result.by_day_cap} />}
      {countries.map(({ country, hits }) => (
        <HitRow key={country} title={t('rate-limiting.capOf', { name: nameOf(country) })} hits={hits} />
      ))}
    </ul>
  )
}

function Result({ draft, result }: { draft: Draft; result: RatePreview }) {
  const t = useText()
  const { messages, rejected, dropped, without_text: textless, complete } = result
  const hasContentRule = draft.rules.some(({ scope }) => scope === 'recipient_content')
  if (messages === 0) return <Note>{t('rate-limiting.noTraffic')}</Note>
  return (
    <>
      <p className="text-md font-medium" role="status">
        {t('rate-limiting.previewResult', { messages, rejected: formatNumber(rejected), dropped })}
      </p>
      <Hits draft={draft} result={result} />
      {!complete && <Note>{t('rate-limiting.previewPart', { most: formatNumber(limits.previewMost) })}</Note>}
      {hasContentRule && textless > 0 && <Note>{t('rate-limiting.previewTextless', { count: textless })}</Note>}
    </>
  )
}

/** Shows what the draft would have done to yesterday's messages, before it is saved. */
export default function PreviewDialog({ state, onClose }: { state: DraftState; onClose: () => void }) {
  const t = useText()
  const { draft } = state
  const { result, error, retry } = usePreview(draft)
  const save = () => {
    state.save()
    onClose()
  }
  let body: ReactNode = <Skeleton label={t('rate-limiting.previewing')} />
  if (result !== undefined) body = <Result draft={draft} result={result} />
  else if (error) body = <ErrorPanel title={t('rate-limiting.previewFailed')} error={error} onRetry={retry} />
  return (
    <Dialog title={t('rate-limiting.previewTitle')} open onClose={onClose} wide>
      <DialogBody>
        {body}
        {!draft.enabled && result !== undefined && <Note tone="warn">{t('rate-limiting.previewOff')}</Note>}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('ui.close')}</Button>
        {state.isChanged && (
          <Button tone="primary" unlessSuspended onClick={save}>
            {t('rate-limiting.save')}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}
