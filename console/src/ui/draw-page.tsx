import { type ReactNode, startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ToastRegion } from './toast-region.tsx'

/**
 * Draws a page with its toasts, in a transition: React yields every few milliseconds, so that a slow phone still responds.
 */
export const drawPage = (root: HTMLElement, page: ReactNode): void =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        {page}
        <ToastRegion />
      </StrictMode>,
    ),
  )
