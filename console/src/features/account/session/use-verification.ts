import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import { useState } from 'react'
import { requestCode } from '../../../api/code-handles.ts'
import { useCodeToken } from '../../../api/use-code-token.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { Target } from './identifier.ts'

/** Moves an error of the email or phone to the one field for both. The error of a rate limit belongs to no field. */
async function withErrorAtIdentifier<Reply>(reply: Promise<Reply>): Promise<Reply> {
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

export const sendCode = (scene: CodeScene, target: Target) =>
  withErrorAtIdentifier(requestCode({ scene, ...target, via: 'email' in target ? 'email' : 'sms' }))

/** An email address or phone with the token of its code. */
export interface VerifiedTarget {
  readonly target: Target
  readonly token: string
}

/**
 * Exchanges a code for its token, and redeems the token. If the server refuses the token, both token and code
 * (`onExpired`) are dropped, and `tokenError` holds the refusal.
 */
export function useVerification(scene: CodeScene, onExpired: () => void = () => undefined) {
  const { tokenOf, discard } = useCodeToken()
  const [verified, setVerified] = useState<VerifiedTarget | null>(null)
  const [tokenError, setTokenError] = useState<unknown>(null)

  async function verify(target: Target, code: string): Promise<VerifiedTarget> {
    const token = await withErrorAtIdentifier(tokenOf({ scene, ...target, code }))
    setTokenError(null)
    return { target, token }
  }

  async function redeem(pending: VerifiedTarget, call: (pending: VerifiedTarget) => Promise<unknown>): Promise<void> {
    try {
      await call(pending)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'invalid_token') {
        discard()
        onExpired()
        setTokenError(error)
        setVerified(null)
      }
      throw error
    }
  }
  return { verify, verified, setVerified, tokenError, redeem }
}
