import type { AuditActor, AuditOutcome } from '@hongyan/contract/vocabulary/audit'
import type { TextId } from '../../../../i18n/ids.ts'
import type { Tone } from '../../../../ui/status.tsx'

export const actorLabels: Readonly<Record<AuditActor, TextId>> = {
  owner: 'audit.owner',
  visitor: 'audit.visitor',
  staff: 'audit.staff',
  system: 'audit.system',
}

export const outcomeLabels: Readonly<Record<AuditOutcome, TextId>> = {
  begun: 'audit.begun',
  done: 'audit.done',
  challenged: 'audit.challenged',
  refused: 'audit.refused',
  failed: 'audit.failed',
}

export const outcomeTones: Readonly<Record<AuditOutcome, Tone>> = {
  begun: 'open',
  done: 'ok',
  challenged: 'open',
  refused: 'warn',
  failed: 'bad',
}
