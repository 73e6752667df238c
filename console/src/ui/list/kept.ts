import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** The texts that this page has written, for browsers that allow no storage. */
const written = new Map<string, string>()

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** Reads a text that this browser keeps. Empty until it is written. */
export function readKept(key: string): string {
  try {
    return written.get(key) ?? localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, value: string): void {
  written.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // Ignored: storage is switched off or full.
  }
  for (const changed of listeners) changed()
}

/** Parses a kept text as JSON; null where the browser keeps none yet, or one of another version. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A text that this browser keeps, and a function that changes it. Empty until it is written. */
export const useKept = (key: string): readonly [text: string, keep: (text: string) => void] => [
  useSyncExternalStore(subscribe, () => readKept(key)),
  (text) => write(key, text),
]
