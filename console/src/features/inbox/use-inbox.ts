import { SECOND } from '@hongyan/contract/durations'
import { list } from '@hongyan/contract/limits/screens'
import type { InboxMessage } from '@hongyan/contract/public-api/inbox'
import { useEffect, useState } from 'react'
import { paths } from '../../lib/paths.ts'

const REFRESH_EVERY = 2 * SECOND

/** Loads the newest messages, to one recipient or to all. */
async function readInbox(recipient: string, signal: AbortSignal): Promise<readonly InboxMessage[]> {
  const query = new URLSearchParams({ limit: String(list.maxLimit), ...(recipient !== '' && { to: recipient }) })
  const response = await fetch(`${paths.inbox}?${query}`, { headers: { accept: 'application/json' }, signal })
  if (!response.ok) throw new Error(`the inbox answered ${response.status}`)
  return response.json()
}

export interface Inbox {
  /** Null until the first reply. */
  readonly messages: readonly InboxMessage[] | null
  /** The recipient that the messages belong to. */
  readonly recipient: string
  /** The last request failed, so the messages may be outdated. */
  readonly failed: boolean
}

/** Polls now, every two seconds while the tab is visible, and at once when it becomes visible again. */
export function useInbox(recipient: string): Inbox {
  const [inbox, setInbox] = useState<Inbox>({ messages: null, recipient, failed: false })
  useEffect(() => {
    const left = new AbortController()
    const poll = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const messages = await readInbox(recipient, left.signal)
        setInbox({ messages, recipient, failed: false })
      } catch {
        if (!left.signal.aborted) setInbox((before) => ({ ...before, failed: true }))
      }
    }
    const again = () => void poll()
    again()
    const timer = setInterval(again, REFRESH_EVERY)
    document.addEventListener('visibilitychange', again)
    return () => {
      left.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [recipient])
  return inbox
}
