import { useState } from 'react'
import { showError } from './show-error.ts'

/** An act of a button, and whether it is under way; a failure is a toast. */
export function useBusy(act: () => Promise<void>): readonly [busy: boolean, act: () => void] {
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    await act().catch(showError)
    setBusy(false)
  }
  return [busy, () => void run()]
}
