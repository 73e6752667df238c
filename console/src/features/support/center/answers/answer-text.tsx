import type { Answer } from '@hongyan/contract/endpoints/support/answers'
import { createElement, Fragment } from 'react'
import { piecesOf, type Piece } from '../../../../lib/inline-markdown.ts'
import { InlineCode } from '../../../../ui/inline-code.tsx'
import { AnswerLink } from './answer-link.tsx'

function Shown({ text, code, href }: Piece) {
  if (code === true) return <InlineCode>{text}</InlineCode>
  if (href === undefined) return text
  return (
    <AnswerLink path={href} className="text-link">
      {text}
    </AnswerLink>
  )
}

/** The paragraphs of an answer. */
export const AnswerText = ({ text }: Pick<Answer, 'text'>) => (
  <div className="grid gap-2 text-sm leading-6 text-ink-2">
    {text.map((paragraph) => (
      <p key={paragraph} className="wrap-anywhere">
        {createElement(Fragment, null, ...piecesOf(paragraph).map((piece) => createElement(Shown, piece)))}
      </p>
    ))}
  </div>
)
