import { type InputEvent, useState } from 'react'
import { keepInTab, tabValue } from '../../../lib/tab-storage.ts'

export type Draft = Readonly<Record<string, string>>

/**
 * The fields whose values survive a reload, and are filled in on the sign-in, sign-up and reset pages alike. Never a
 * secret.
 */
const KEPT = ['identifier', 'partition']
const keyOf = (field: string) => `hy_draft_${field}`

/**
 * The values typed so far, by field name, so that a step that is left keeps its values. Put `onInput` on an element
 * around the fields; pass a value that is chosen instead of typed to `keep`.
 */
export function useDraft() {
  const [draft, setDraft] = useState<Draft>(() => Object.fromEntries(KEPT.map((name) => [name, tabValue(keyOf(name))])))

  function keep(name: string, value: string) {
    if (KEPT.includes(name)) keepInTab(keyOf(name), value)
    setDraft((before) => ({ ...before, [name]: value }))
  }
  function onInput({ target }: InputEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && target.type !== 'radio') keep(target.name, target.value)
  }
  return { draft, keep, onInput }
}
