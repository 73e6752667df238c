import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { useNavigate } from '@tanstack/react-router'
import { createContext, use, useMemo, useState } from 'react'
import { api } from '../../../api/api.ts'
import { t } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadBroadcasts, showChanged } from './queries.ts'

/** A change of the state that needs no more than a click. */
export type Change = 'start' | 'pause' | 'resume'

/** The questions before a broadcast is ended or deleted, and the form of its name and time. */
export type Question = 'stop' | 'remove' | 'edit'

const done = {
  start: 'broadcasts.started',
  pause: 'broadcasts.pauseDone',
  resume: 'broadcasts.resumeDone',
} as const satisfies Record<Change, string>

/** The actions on a broadcast. */
export interface Acts {
  readonly change: (change: Change, broadcast: Pick<Broadcast, 'id' | 'version'>) => Promise<void>
  readonly ask: (question: Question, broadcast: Broadcast) => void
  readonly duplicate: (broadcast: Pick<Broadcast, 'id'>) => void
  readonly retry: (broadcast: Pick<Broadcast, 'id'>) => Promise<void>
}

export const ActsContext = createContext<Acts | null>(null)

export function useActs(): Acts {
  const acts = use(ActsContext)
  if (acts === null) throw new Error('an action stands outside its page')
  return acts
}

/** Carries out a change. Where another tab changed the broadcast before, shows it as it is. */
async function change(name: Change, { id, version }: Pick<Broadcast, 'id' | 'version'>): Promise<void> {
  try {
    await showChanged(await api.broadcasts[name]({ params: { id }, body: { version } }))
    toast('ok', t(done[name]))
  } catch (error) {
    showError(error)
    await reloadBroadcasts()
  }
}

interface Open {
  readonly question: Question
  readonly broadcast: Broadcast
}

/** The actions of a page, and the question that is open on it. */
export function usePageActs() {
  const navigate = useNavigate()
  const [open, setOpen] = useState<Open | null>(null)
  const acts = useMemo(
    (): Acts => ({
      change,
      ask: (question, broadcast) => setOpen({ question, broadcast }),
      duplicate: ({ id }) => void navigate({ to: paths.broadcastNew, search: { from: id } }),
      retry: async ({ id }) => {
        try {
          const audience = await api.broadcasts.retry({ params: { id } })
          await navigate({ to: paths.broadcastNew, search: { from: id, audience: audience.id } })
        } catch (error) {
          showError(error)
        }
      },
    }),
    [navigate],
  )
  return { acts, open, close: () => setOpen(null) }
}
