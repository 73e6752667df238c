import { createElement, Fragment, useEffect, useState, type ReactNode } from 'react'
import type { Highlight } from './highlight.ts'

let loaded: Highlight | null = null

/** Returns the highlighter, which loads after the page has appeared; null until then. */
export function useHighlight(): Highlight | null {
  const [highlight, setHighlight] = useState<Highlight | null>(() => loaded)
  useEffect(() => {
    if (highlight !== null) return undefined
    let gone = false
    // A failed load leaves the code without colours.
    import('./highlight.ts').then(
      (module) => {
        loaded = module.highlight
        if (!gone) setHighlight(() => module.highlight)
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [highlight])
  return highlight
}

type Piece = ReturnType<Highlight>['children'][number]

function drawPiece(piece: Piece): ReactNode {
  if (piece.type === 'text') return piece.value
  if (piece.type !== 'element') return null
  const { className } = piece.properties
  return createElement(
    'span',
    { className: Array.isArray(className) ? className.join(' ') : undefined },
    ...piece.children.map(drawPiece),
  )
}

/** Draws highlighted code. */
export const drawCode = (root: ReturnType<Highlight>): ReactNode =>
  createElement(Fragment, null, ...root.children.map(drawPiece))
