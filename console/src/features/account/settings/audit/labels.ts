import { errors, errorWords } from '@hongyan/contract/errors'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import type { AuditActor, AuditOutcome } from '@hongyan/contract/vocabulary/audit'
import type { TextId } from '../../../../i18n/ids.ts'
import { t } from '../../../../i18n/text.ts'
import type { Tone } from '../../../../ui/status.tsx'
import { knownAction } from './actions.ts'

export const actorLabels: Readonly<Record<AuditActor, TextId>> = {
  owner: 'audit.owner',
  visitor: 'audit.visitor',
  staff: 'audit.staff',
  system: 'audit.system',
}

export const outcomeLabels: Readonly<Record<AuditOutcome, TextId>> = {
  begun: 'audit.begun',
  done: 'audit.done',
  refused: 'audit.refused',
  failed: 'audit.failed',
}

export const outcomeTones: Readonly<Record<AuditOutcome, Tone>> = {
  begun: 'open',
  done: 'ok',
  refused: 'warn',
  failed: 'bad',
}

/** The label of an action; the action itself where this console has none. */
export function actionLabel(action: string): string {
  const known = knownAction(action)
  return known === null ? action : t(`audit.do.${known}`)
}

const isCode = (code: string): code is keyof typeof errors => Object.hasOwn(errors, code)

/** The cause of a refusal: the first sentence of its error text. */
export function errorCause(code: string, locale: Locale): string {
  if (!isCode(code)) return code
  return errorWords(code, locale).what
}
