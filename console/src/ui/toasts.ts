import { useSyncExternalStore } from 'react'

export interface Toast {
  id: number
  tone: 'ok' | 'bad'
  title: string
  text?: string
}

let toasts: readonly Toast[] = []
let lastError = ''
let made = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const changed of listeners) changed()
}

/** Shows a short message. */
export function toast(tone: Toast['tone'], title: string, text?: string): void {
  made += 1
  if (tone === 'bad') lastError = text === undefined ? title : `${title}. ${text}`
  change([...toasts, { id: made, tone, title, ...(text === undefined ? {} : { text }) }])
}

export const dismissToast = (id: number): void => change(toasts.filter((each) => each.id !== id))

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export const useToasts = (): readonly Toast[] => useSyncExternalStore(subscribe, () => toasts)

/** The last error toast, for screen readers that come to it after the toast has closed (ruling 29). */
export const useLastError = (): string => useSyncExternalStore(subscribe, () => lastError)
