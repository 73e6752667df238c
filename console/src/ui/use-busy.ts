import { useState } from 'react'
import { t as textNow } from '../i18n/text.ts'
import { ApiError } from '../lib/api-error.ts'
import { showError } from './show-error.ts'
import { toast } from './toasts.ts'

/**
 * Runs a button's action and reports while it runs. A failure becomes a toast; an unexpected one is thrown after it.
 * `showCurrent` loads a record that was changed elsewhere meanwhile.
 */
export function useBusy(
  act: () => Promise<void>,
  showCurrent?: () => Promise<void>,
): readonly [busy: boolean, act: () => void] {
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    try {
      await act()
    } catch (error) {
      if (showCurrent !== undefined && isConflict(error)) {
        await showCurrent()
        toast('bad', textNow('ui.changedMeanwhile'))
      } else showError(error)
    } finally {
      setBusy(false)
    }
  }
  return [busy, () => void run()]
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === 'state_conflict'
