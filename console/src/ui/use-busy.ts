import { useState } from 'react'
import { showError } from './show-error.ts'

/** Runs a button's action and reports while it runs. A failure becomes a toast. */
export function useBusy(act: () => Promise<void>): readonly [busy: boolean, act: () => void] {
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    await act().catch(showError)
    setBusy(false)
  }
  return [busy, () => void run()]
}
