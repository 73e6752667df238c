import { createElement, Fragment } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { useText } from '../../../i18n/text.ts'
import { type Piece, piecesOf } from '../../../lib/inline-markdown.ts'
import { InlineCode } from '../../../ui/inline-code.tsx'

function Shown({ text, code, href }: Piece) {
  if (code === true) return <InlineCode>{text}</InlineCode>
  if (href === undefined) return text
  // Links to another page open a new tab, so that the reader keeps the place.
  const newTab = href.startsWith('#') ? {} : { target: '_blank', rel: 'noopener' }
  return (
    <a href={href} {...newTab} className="text-link">
      {text}
    </a>
  )
}

/** Renders `code` and [links](#anchor) of Markdown, and no other markup. */
export const InlineMarkdown = ({ of }: { of: string }) =>
  createElement(Fragment, null, ...piecesOf(of).map((piece) => createElement(Shown, piece)))

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
