import { useRef, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { showError } from '../../../../ui/show-error.ts'
import type { Snapshot } from './diagnostics-field.tsx'

/** The snapshot of diagnostics that the owner consents to. Where it cannot be taken, the consent is withdrawn. */
export function useSnapshot() {
  const [snapshot, setSnapshot] = useState<Snapshot | 'taking' | null>(null)
  const last = useRef(0)
  async function take(isWanted: boolean): Promise<void> {
    last.current += 1
    const mine = last.current
    setSnapshot(isWanted ? 'taking' : null)
    if (!isWanted) return
    const taken = await api.tickets.diagnose().catch((reason: unknown) => {
      showError(reason)
      return null
    })
    if (mine === last.current) setSnapshot(taken)
  }
  return { snapshot, take: (isWanted: boolean) => void take(isWanted) }
}
