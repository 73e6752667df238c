import type { StepUpWay } from '@hongyan/contract/vocabulary/second-factor'
import { t } from '../../i18n/text.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { FieldErrors, FormValues } from '../form.tsx'
import { answerWithPasskey, type Json } from '../passkey.ts'

/** One proof, as the calls take it. */
export interface Proof {
  readonly password?: string
  readonly totp?: string
  readonly recovery?: string
  readonly passkey?: Json
}

const missing = {
  totp: 'second-factor.codeMissing',
  recovery: 'second-factor.recoveryMissing',
  password: 'second-factor.passwordMissing',
} as const

/** What keeps a form of one way from being sent. */
export function checkOf(way: StepUpWay): (values: FormValues) => FieldErrors {
  return (values) => {
    if (way === 'passkey') return {}
    const typed = values[way]?.trim() ?? ''
    if (typed === '') return { [way]: t(missing[way]) }
    return way === 'totp' && !/^\d{6}$/.test(typed) ? { totp: t('second-factor.codeInvalid') } : {}
  }
}

/** What is typed in the way's one field, or what a passkey answers. */
export async function proofOf(way: StepUpWay, values: FormValues, askPasskey: () => Promise<Json>): Promise<Proof> {
  return { [way]: way === 'passkey' ? await answerWithPasskey(await askPasskey()) : (values[way]?.trim() ?? '') }
}

const wrong = new Set(['wrong_second_factor', 'wrong_password'])

/** A proof that was refused is said at its field. */
export async function saidAt<T>(way: StepUpWay, reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof ApiError) || !wrong.has(error.code ?? '')) throw error
    const { status, message, code, requestId, details } = error
    throw new ApiError(status, message, { code, requestId, details, field: way })
  }
}
