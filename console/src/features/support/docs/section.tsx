import { Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { type Language, languages } from '../../../lib/samples/languages.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Snippet } from '../../../ui/snippet.tsx'
import { useChosenLanguage } from './chosen-language.ts'
import { drawCode, useHighlight } from './code-colours.tsx'
import type { SectionEntry } from './contents.ts'
import type { CodeLanguage } from './highlight.ts'

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
        <span data-title>{t(title)}</span>
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

interface CodeProps {
  title: TextId
  /** The language of the code; the shell's unless given. */
  language?: CodeLanguage
  children: string
}

/** A command to copy, or a response. */
export function Code({ title, language = 'curl', children }: CodeProps) {
  const t = useText()
  const highlight = useHighlight()
  return (
    <Snippet
      label={t(title)}
      tabs={[{ title: t(title), code: children }]}
      draw={(code) => (highlight ? drawCode(highlight(language, code)) : code)}
    />
  )
}

/** The same request in each language. The page has one choice of language. */
export function Sample({ title, of }: { title: TextId; of: (language: Language) => string }) {
  const t = useText()
  const highlight = useHighlight()
  const [chosen, choose] = useChosenLanguage()
  const [first, ...others] = languages.map(({ id, title: name }) => ({ id, title: name, code: of(id) }))
  if (first === undefined) return null
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-sm text-ink-3">{t(title)}</p>
      <Snippet
        label={t(title)}
        tabs={[first, ...others]}
        chosen={languages.findIndex(({ id }) => id === chosen)}
        onChoose={(index) => choose(languages[index]?.id ?? 'curl')}
        draw={(code) => (highlight ? drawCode(highlight(chosen, code)) : code)}
      />
    </div>
  )
}
