import { useState } from 'react'
import { showError } from './show-error.ts'

/** Runs a button's action and reports while it runs. A failure becomes a toast; an unexpected one is thrown after it. */
export function useBusy(act: () => Promise<void>): readonly [busy: boolean, act: () => void] {
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  return [busy, () => void run()]
}
