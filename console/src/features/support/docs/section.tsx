import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Snippet } from '../../../ui/snippet.tsx'
import type { SectionEntry } from './contents.ts'

interface SectionProps {
  of: SectionEntry
  /** The number of the step, in sections that are followed in order. */
  step?: number
  children: ReactNode
}

/** A section of the page with its own anchor. */
export function Section({ of: { id, title }, step, children }: SectionProps) {
  const t = useText()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="group mb-3 flex items-center gap-3 text-[18px]/7 font-semibold">
        {step !== undefined && (
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-xs font-medium text-ink-2"
          >
            {step}
          </span>
        )}
        {t(title)}
        <a
          href={`#${id}`}
          aria-label={t('docs.linkTo', { title: t(title) })}
          className="-ml-1 grid size-6 place-items-center rounded-sm text-ink-3 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
        >
          <Icon of={Link2} size={14} />
        </a>
      </h2>
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </section>
  )
}

/** A command to copy, or a response. */
export function Code({ title, children }: { title: TextId; children: string }) {
  const t = useText()
  return <Snippet label={t(title)} tabs={[{ title: t(title), code: children }]} />
}
