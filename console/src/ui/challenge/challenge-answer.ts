import type { StepUpWay } from '@hongyan/contract/vocabulary/second-factor'
import { t } from '../../i18n/text.ts'
import { ApiError } from '../../lib/api-error.ts'
import type { FieldErrors, FormValues } from '../form.tsx'
import { answerWithPasskey, type Json } from '../passkey.ts'

/** The owner's answer in one of the ways, as the sign-in and step-up calls take it. */
export interface ChallengeAnswer {
  readonly password?: string
  readonly totp?: string
  readonly recovery?: string
  readonly passkey?: Json
}

const missing = {
  totp: 'challenge.codeMissing',
  recovery: 'challenge.recoveryMissing',
  password: 'challenge.passwordMissing',
} as const

/** Reads the field of a way. A password keeps its spaces, since they are part of it. */
function typedIn(values: FormValues, way: keyof typeof missing): string {
  const typed = values[way] ?? ''
  return way === 'password' ? typed : typed.trim()
}

/** Makes the form check for one way. */
export function checkFor(way: StepUpWay): (values: FormValues) => FieldErrors {
  return (values) => {
    if (way === 'passkey') return {}
    const typed = typedIn(values, way)
    if (typed === '') return { [way]: t(missing[way]) }
    return way === 'totp' && !/^\d{6}$/.test(typed) ? { totp: t('challenge.codeInvalid') } : {}
  }
}

/** Reads the typed field of a way, or has the passkey sign its options. */
export async function challengeAnswer(
  way: StepUpWay,
  values: FormValues,
  passkeyOptions: () => Promise<Json>,
): Promise<ChallengeAnswer> {
  return { [way]: way === 'passkey' ? await answerWithPasskey(await passkeyOptions()) : typedIn(values, way) }
}

const wrong = new Set(['wrong_second_factor', 'wrong_password'])

/** Moves the error of a refused answer to the field of its way. */
export async function withErrorAtField<T>(way: StepUpWay, reply: Promise<T>): Promise<T> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof ApiError) || !wrong.has(error.code ?? '')) throw error
    const { status, message, code, requestId, details } = error
    throw new ApiError(status, message, { code, requestId, details, field: way })
  }
}
