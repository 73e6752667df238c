import { createContext, type ReactNode, use } from 'react'
import { createPortal } from 'react-dom'

/** The place of a tab's buttons in the head of the page; null until it is drawn. */
export const ActionsPlace = createContext<HTMLElement | null>(null)

/** Draws the buttons of a tab in the head of the page. */
export function PageActions({ children }: { children: ReactNode }) {
  const place = use(ActionsPlace)
  return place && createPortal(children, place)
}
