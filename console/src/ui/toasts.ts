import { useSyncExternalStore } from 'react'

export interface Toast {
  id: number
  tone: 'ok' | 'bad'
  title: string
  text?: string
  action?: ToastAction
}

/** A button of a toast, such as Undo. */
export interface ToastAction {
  title: string
  act: () => void
}

let toasts: readonly Toast[] = []
let lastError = ''
let made = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const changed of listeners) changed()
}

const isSame = (one: Toast, other: Toast): boolean =>
  one.tone === other.tone && one.title === other.title && one.text === other.text

/** Adds a toast. One with the same text makes way, so that a repeated error stands once, and for the whole time again. */
export const withToast = (shown: readonly Toast[], next: Toast): readonly Toast[] => [
  ...shown.filter((each) => !isSame(each, next)),
  next,
]

/** Shows a short message. */
export function toast(tone: Toast['tone'], title: string, text?: string, action?: ToastAction): void {
  made += 1
  if (tone === 'bad') lastError = text === undefined ? title : `${title}. ${text}`
  change(
    withToast(toasts, { id: made, tone, title, ...(text === undefined ? {} : { text }), ...(action && { action }) }),
  )
}

/** Shows a message about an act that can be undone, in place of an earlier one. */
export function undoToast(title: string, action: ToastAction): void {
  change(toasts.filter((each) => each.tone === 'bad' || each.action === undefined))
  toast('ok', title, undefined, action)
}

export const dismissToast = (id: number): void => change(toasts.filter((each) => each.id !== id))

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts)

/** The last error toast, for screen readers that come to it after the toast has closed (ruling 29). */
export const useLastError = (): string => useSyncExternalStore(subscribe, () => lastError)
