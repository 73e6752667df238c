import { createElement, Fragment, type ReactNode } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'

const CODE_OR_LINK = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/
const LINK = /^\[([^\]]+)\]\(([^)]+)\)$/

function renderPiece(text: string): ReactNode {
  if (text.startsWith('`')) {
    return (
      <code className="rounded-[4px] border border-line bg-well px-1 py-px font-mono text-[12px] break-words text-ink">
        {text.slice(1, -1)}
      </code>
    )
  }
  const [, label, href] = LINK.exec(text) ?? []
  if (href === undefined) return text
  // Links to another page open a new tab, so that the reader keeps the place.
  const newTab = href.startsWith('#') ? {} : { target: '_blank', rel: 'noopener' }
  return (
    <a href={href} {...newTab} className="text-link">
      {label}
    </a>
  )
}

/** Renders `code` and [links](#anchor) of Markdown, and no other markup. */
export const InlineMarkdown = ({ of }: { of: string }) =>
  createElement(Fragment, null, ...of.split(CODE_OR_LINK).map(renderPiece))

export function Prose({ id }: { id: TextId }) {
  const t = useText()
  return (
    <p className="leading-6 text-ink-2">
      <InlineMarkdown of={t(id)} />
    </p>
  )
}

export function Points({ ids }: { ids: readonly TextId[] }) {
  const t = useText()
  return (
    <ul className="grid list-disc gap-1.5 pl-5 leading-6 text-ink-2 marker:text-ink-3">
      {ids.map((id) => (
        <li key={id}>
          <InlineMarkdown of={t(id)} />
        </li>
      ))}
    </ul>
  )
}
