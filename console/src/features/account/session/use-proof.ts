import type { VerificationScene } from '@hongyan/contract/vocabulary/verification'
import { useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { Target } from './identifier.ts'

/** Moves an error of the e-mail or phone to the one field for both. The error of a rate limit belongs to no field. */
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

/** An e-mail address or phone with the token of its code. */
export interface Proved {
  readonly target: Target
  readonly token: string
}

/**
 * Exchanges a code for its token, and redeems the token. A code works once, so the last token is kept for a retry. If
 * the server refuses the token, both token and code (`expired`) are dropped, and `stale` holds the error.
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
