import { type InputEvent, useState } from 'react'
import { keepInTab, tabValue } from '../../../lib/tab-storage.ts'

export type Draft = Readonly<Record<string, string>>

/** Fields that survive a reload and appear on the neighbouring page. Never a secret. */
const KEPT = ['identifier', 'partition']
const keyOf = (field: string) => `hy_draft_${field}`

/**
 * The values typed so far, by field name. `onInput` belongs on an element around the fields, so that a step keeps its
 * values when it goes. A chosen value goes to `keep`.
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
