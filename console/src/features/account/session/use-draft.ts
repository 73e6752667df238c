import { type InputEvent, useState } from 'react'
import { remember, remembered } from './tab-memory.ts'

export type Draft = Readonly<Record<string, string>>

/** Who one is and where is kept for a reload and for the page beside this one; secrets never are. */
const KEPT = ['identifier', 'partition']
const keyOf = (field: string) => `hy_draft_${field}`

/**
 * What has been typed so far, by the name of the field. `onInput` belongs on an element around the fields, so that
 * nothing typed is lost with the step that asked for it; a choice is handed to `keep`.
 */
export function useDraft() {
  const [draft, setDraft] = useState<Draft>(() =>
    Object.fromEntries(KEPT.map((name) => [name, remembered(keyOf(name))])),
  )

  function keep(name: string, value: string) {
    if (KEPT.includes(name)) remember(keyOf(name), value)
    setDraft((before) => ({ ...before, [name]: value }))
  }
  function onInput({ target }: InputEvent<HTMLElement>) {
    if (target instanceof HTMLInputElement && target.type !== 'radio') keep(target.name, target.value)
  }
  return { draft, keep, onInput }
}
