import { addresses } from '@hongyan/contract/endpoints/addresses'
import type { VerificationType } from '@hongyan/contract/vocabulary/verification'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../../api/api.ts'
import { locate } from '../../../api/call.ts'
import { queryClient } from '../../../api/query-client.ts'
import { verificationQuery } from './queries.ts'
import { typedValues } from './typed.ts'

/** Milliseconds between two looks at the form. It is saved once it rests that long. */
const LOOKS_EVERY = 1_500

type Draft = Parameters<typeof api.verification.saveDraft>[0]['body']

/** The form as a draft keeps it: without the number of an identity document. */
function draftOf(frame: HTMLElement | null, type: VerificationType): Draft | null {
  const form = frame?.querySelector('form')
  if (!form) return null
  const typed = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const { id_number: _, countries, ...values } = typedValues(type, Object.fromEntries(typed))
  return { type, ...values, ...(countries === undefined ? {} : { countries: [...countries] }) }
}

/** Saves a draft, even while the page goes away. */
async function saveOnLeave(draft: string): Promise<void> {
  const [method, url] = locate(addresses.verification.saveDraft, {})
  const headers = { 'content-type': 'application/json' }
  await fetch(url, { method, headers, body: draft, credentials: 'include', keepalive: true }).catch(() => undefined)
}

interface SavedDraft {
  /** The moment of the last save, null before it. */
  readonly savedAt: Date | null
  /** Saves no more: the form is submitted. */
  readonly end: () => void
}

/**
 * Saves the form while it is typed, and when it is left. A failed save is tried again with the next look; the form stays
 * as it is.
 */
export function useDraft(frame: RefObject<HTMLElement | null>, type: VerificationType): SavedDraft {
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const isEnded = useRef(false)
  useEffect(() => {
    // React clears the reference before it calls the function that this effect returns.
    const element = frame.current
    const first = JSON.stringify(draftOf(element, type))
    let saved = first
    let before = first
    let saving = false
    const look = async () => {
      const body = draftOf(element, type)
      const text = JSON.stringify(body)
      const rests = text === before
      before = text
      if (body === null || saving || !rests || text === saved) return
      saving = true
      try {
        const { saved_at: at } = await api.verification.saveDraft({ body })
        saved = text
        setSavedAt(new Date(at))
      } catch {
        // The next look tries again.
      }
      saving = false
    }
    const leave = async () => {
      const text = JSON.stringify(draftOf(element, type))
      if (isEnded.current || text === saved) return
      saved = text
      await saveOnLeave(text)
    }
    const leavePage = () => void leave()
    const timer = setInterval(() => void look(), LOOKS_EVERY)
    addEventListener('pagehide', leavePage)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', leavePage)
      void leave().then(() => (saved === first ? undefined : queryClient.invalidateQueries(verificationQuery)))
    }
  }, [frame, type])
  return { savedAt, end: () => void (isEnded.current = true) }
}
