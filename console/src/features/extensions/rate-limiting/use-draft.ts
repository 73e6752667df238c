import type { SmsRateLimiting } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { t as textNow } from '../../../i18n/text.ts'
import { storedRecord } from '../../../lib/stored-record.ts'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { type Draft, draftOf, isSame } from './draft.ts'
import { keepRateLimiting } from './queries.ts'

interface Changes {
  /** The settings that the changes began with. */
  readonly base: SmsRateLimiting
  readonly draft: Draft
}

/** The unsaved changes of all tabs, which are saved together under one version. */
export function useDraft(config: SmsRateLimiting) {
  const [changes, setChanges] = useState<Changes | null>(null)
  const [conflict, setConflict] = useState<SmsRateLimiting | null>(null)
  const base = changes?.base ?? config
  const draft = changes?.draft ?? draftOf(config)

  const begin = (from: SmsRateLimiting, next: Draft) =>
    setChanges(isSame(next, draftOf(from)) ? null : { base: from, draft: next })

  const [saving, save] = useBusy(async () => {
    try {
      const stored = await api.smsRateLimiting.save({ body: { ...draft, version: base.version } })
      keepRateLimiting(stored)
      setChanges(null)
      toast('ok', textNow(stored.enabled ? 'rate-limiting.activated' : 'rate-limiting.saved'))
    } catch (error) {
      const current = storedRecord(error) as SmsRateLimiting | null // the contract's details of a stale version
      if (current === null) throw error
      setConflict(current)
    }
  })

  return {
    draft,
    isChanged: changes !== null,
    change: (part: Partial<Draft>) => begin(base, { ...draft, ...part }),
    discard: () => setChanges(null),
    save,
    saving,
    /** True while another session's settings wait for a decision. */
    isConflict: conflict !== null,
    /** Saves the changes over what another session saved. */
    keep: () => {
      if (conflict === null) return
      keepRateLimiting(conflict)
      begin(conflict, draft)
      setConflict(null)
    },
    /** Drops the changes for what another session saved. */
    take: () => {
      if (conflict !== null) keepRateLimiting(conflict)
      setChanges(null)
      setConflict(null)
    },
  }
}

export type DraftState = ReturnType<typeof useDraft>
