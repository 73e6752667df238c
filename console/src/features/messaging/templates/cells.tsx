import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { Link } from '@tanstack/react-router'
import { formatNumber, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { CopyButton } from '../../../ui/copy.tsx'
import { ReviewMark } from '../../../ui/review/review-status.tsx'
import { RevocationMark } from '../../../ui/review/revocation.tsx'
import { ContentText } from './content-text.tsx'

interface TemplateProps {
  template: Template
}

/** The name, which opens the template. */
export function NameLink({ template: { id, name } }: TemplateProps) {
  return (
    <Link
      from={paths.templates}
      to={paths.templates}
      search={(now) => ({ ...now, open: id })}
      resetScroll={false}
      data-opens
      className="line-clamp-2 font-medium wrap-anywhere after:absolute after:inset-0 after:content-['']"
    >
      {name}
    </Link>
  )
}

/** The code that requests name it by, or its id. */
export function CodeCell({ template: { id, code } }: TemplateProps) {
  const value = code ?? id
  return (
    <span className="relative z-1 inline-flex max-w-full items-center gap-1">
      <span className="truncate font-mono text-xs">{code ?? `${id.slice(0, 8)}…`}</span>
      <CopyButton text={value} what={value} />
    </span>
  )
}

export function ContentCell({ template: { content, language } }: TemplateProps) {
  return (
    <span lang={language} className="line-clamp-2 leading-6 wrap-anywhere text-ink-2">
      <ContentText content={content} />
    </span>
  )
}

/** The parts of the shortest and the longest message. */
export function PartsCell({ template: { parts } }: TemplateProps) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {parts.min === parts.max ? parts.min : `${parts.min}–${parts.max}`}
    </span>
  )
}

export function SenderCell({ template: { signature } }: TemplateProps) {
  const t = useText()
  if (signature === null) return <span className="whitespace-nowrap text-ink-3">{t('templates.any')}</span>
  return <span className="font-mono text-xs">{signature.name}</span>
}

/** The status of the newest version, and the version that messages use meanwhile. */
export function StatusCell({ template: { status, version, serving, revocation } }: TemplateProps) {
  const t = useText()
  const isOther = serving !== null && serving !== version
  return (
    <span className="grid gap-0.5">
      <ReviewMark status={status} />
      <span className="text-xs whitespace-nowrap text-ink-3">
        {t(isOther ? 'templates.versionServing' : 'templates.versionOf', { version, serving: serving ?? version })}
      </span>
      <RevocationMark revocation={revocation} />
    </span>
  )
}

/** The messages of the last 30 days, and the share of them that was delivered. */
export function UseCell({ template: { messages, delivered } }: TemplateProps) {
  const t = useText()
  if (messages === 0) return <span className="text-ink-3">–</span>
  const share = formatNumber(delivered / messages, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <span className="grid gap-0.5 tabular-nums">
      {formatNumber(messages)}
      <span className="text-xs whitespace-nowrap text-ink-3">{t('templates.deliveredShare', { share })}</span>
    </span>
  )
}
