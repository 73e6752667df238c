import { useRef } from 'react'
import { api } from '../../../../api/api.ts'
import { type Asked, named } from './code-entry.tsx'

/**
 * Turns a code into the token that proves it. A code works once, so the token of the last one is kept until it is told
 * to be `stale`: whoever tries again after a failure need not ask for another.
 */
export function useProof() {
  const last = useRef<{ of: string; token: string } | null>(null)

  async function prove(asked: Asked, code: string): Promise<string> {
    const of = JSON.stringify([asked, code])
    if (last.current?.of !== of) {
      const { token } = await api.verification.verify({ body: { ...named(asked), code } })
      last.current = { of, token }
    }
    return last.current.token
  }
  const stale = () => {
    last.current = null
  }
  return { prove, stale }
}
