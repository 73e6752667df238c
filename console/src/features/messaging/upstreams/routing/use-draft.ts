import type { Routing } from '@hongyan/contract/endpoints/messaging/routing'
import { useRef, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { storedRecord } from '../../../../lib/stored-record.ts'
import type { Edit } from './draft.ts'
import { keepRouting, keptRouting, rulesOf } from './queries.ts'

/** An edit on screen. Its reply is shown until the query has it. */
interface Pending {
  readonly edit: Edit
  readonly reply: Routing | null
}

/** `stale`: another session saved first. Its draft is shown, and the edit is not in it. */
export type Saved = 'saved' | 'stale'

/** The version to send with a change of the draft. */
export const draftVersion = ({ draft, draft_version: first }: Routing): number => draft?.version ?? first

/**
 * The draft as the customer edits it: an edit is on screen at once and saved behind it, one after the other. Edits are
 * functions of the rules, so each is applied to the draft as it is stored by then.
 */
export function useDraft(routing: Routing) {
  const [pending, setPending] = useState<readonly Pending[]>([])
  const [seen, setSeen] = useState(routing)
  const [isStale, setStale] = useState(false)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const round = useRef(0)
  if (seen !== routing) {
    setSeen(routing)
    setPending(pending.filter(({ reply }) => reply === null))
  }

  const replied = pending.findLastIndex(({ reply }) => reply !== null)
  const base = pending[replied]?.reply ?? routing
  const rules = pending.slice(replied + 1).reduce((edited, { edit }) => edit(edited), rulesOf(base))

  async function save(edit: Edit, began: number): Promise<Saved> {
    if (began !== round.current) return 'stale'
    const stored = keptRouting() ?? routing
    try {
      const body = { version: draftVersion(stored), rules: [...edit(rulesOf(stored))] }
      const reply = await api.routing.save({ body })
      setPending((all) => all.map((each) => (each.edit === edit ? { edit, reply } : each)))
      keepRouting(reply)
      setStale(false)
      return 'saved'
    } catch (error) {
      // The edits behind a failed one were made on rules that do not exist.
      round.current += 1
      setPending([])
      const current = storedRecord(error) as Routing | null // the contract's details of a stale version
      if (current === null) throw error
      keepRouting(current)
      setStale(true)
      return 'stale'
    }
  }

  /** Shows an edit and saves it. */
  const change = (edit: Edit): Promise<Saved> => {
    setPending((all) => [...all, { edit, reply: null }])
    const began = round.current
    const saved = queue.current.then(() => save(edit, began))
    queue.current = saved.catch(() => undefined)
    return saved
  }

  return { rules, change, isStale, isSaving: pending.some(({ reply }) => reply === null) }
}

export type DraftState = ReturnType<typeof useDraft>
