import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import { useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { Target } from './identifier.ts'

/** A no about the e-mail or the phone is about the one field that takes both, and a limit is about none. */
async function askedInForm<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, message, code, field, requestId, retryAfter } = error
    const shown = field === 'email' || field === 'phone' ? 'identifier' : field
    throw retryAfter === undefined
      ? new ApiError(status, message, { code, field: shown, requestId })
      : new ApiError(status, message, { code, requestId }, String(retryAfter))
  }
}

export const sendCode = (scene: VerificationScene, target: Target) =>
  askedInForm(api.verification.send({ body: { scene, ...target, via: 'email' in target ? 'email' : 'sms' } }))

/** Whose e-mail or phone it is, proved. */
export interface Proved {
  readonly target: Target
  readonly token: string
}

/**
 * Turns a code into the token that proves it, and `spend`s it. A code works once, so the token of the last one is kept:
 * whoever comes back to the code, or tries again after a failure, need not ask for another. A proof that the server no
 * longer takes is forgotten, with the code (`expired`), and `stale` says why.
 */
export function useProof(scene: VerificationScene, expired: () => void = () => undefined) {
  const last = useRef<{ asked: string; token: string } | null>(null)
  const [proved, setProved] = useState<Proved | null>(null)
  const [stale, setStale] = useState<unknown>(null)

  async function prove(target: Target, code: string): Promise<Proved> {
    const asked = JSON.stringify([target, code])
    if (last.current?.asked !== asked) {
      const { token } = await askedInForm(api.verification.verify({ body: { scene, ...target, code } }))
      last.current = { asked, token }
    }
    setStale(null)
    return { target, token: last.current.token }
  }

  async function spend(proof: Proved, act: (proof: Proved) => Promise<unknown>): Promise<void> {
    try {
      await act(proof)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_token') {
        last.current = null
        expired()
        setStale(error)
        setProved(null)
      }
      throw error
    }
  }
  return { prove, proved, setProved, stale, spend }
}
