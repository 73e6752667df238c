import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { createContext, use } from 'react'
import { api } from '../../../../api/api.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { t } from '../../../../i18n/text.ts'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { isOwn } from '../labels.ts'
import { reloadChannels } from '../queries.ts'

/** Opens the form, the test or the question before a deletion. */
export interface Acts {
  readonly edit: (row: Upstream) => void
  readonly test: (row: Upstream) => void
  readonly remove: (row: Upstream) => void
}

export const ActsContext = createContext<Acts | null>(null)

export function useActs(): Acts {
  const acts = use(ActsContext)
  if (acts === null) throw new Error('a channel stands outside its list')
  return acts
}

/** The states in which a channel takes test messages. */
export const canTest = ({ state }: Upstream): boolean =>
  state === 'testing' || state === 'active' || state === 'degraded'

export const canPause = ({ state }: Upstream): boolean => state === 'active' || state === 'degraded'

export const canResume = ({ state }: Upstream): boolean => state === 'testing' || state === 'paused'

/** Runs a change of a channel, says that it is done and reloads what is on screen. A failure becomes a toast. */
async function change(changing: Promise<unknown>, text: TextId): Promise<void> {
  await changing.then(
    () => toast('ok', t(text)),
    (error: unknown) => showError(error),
  )
  await reloadChannels()
}

/** Pauses a channel that is active. Its messages take the next one of their rule. */
export async function pause(row: Upstream): Promise<void> {
  if (!isOwn(row)) return
  const { id, version } = row
  await change(api.upstreams.pause({ params: { id }, body: { version } }), 'upstreams.pausedNow')
}

/** Activates a channel that is tested or paused. */
export async function resume(row: Upstream): Promise<void> {
  if (!isOwn(row)) return
  const { id, version } = row
  await change(api.upstreams.resume({ params: { id }, body: { version } }), 'upstreams.activatedNow')
}

/** Presents the credentials of a draft to its provider again, as one that did not answer. */
export async function checkAgain(row: Upstream): Promise<void> {
  if (!isOwn(row)) return
  const { id, version } = row
  await change(api.upstreams.resume({ params: { id }, body: { version } }), 'upstreams.check.accepted')
}
