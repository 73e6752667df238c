import type { VerificationType } from '@hongyan/contract/vocabulary/verification'
import { type RefObject, useEffect, useState } from 'react'
import { api } from '../../../api/api.ts'
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

/**
 * Saves the form while it is typed. Returns the moment of the last save, null before it. A failed save is tried again
 * with the next look; the form stays as it is.
 */
export function useDraft(frame: RefObject<HTMLElement | null>, type: VerificationType): Date | null {
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  useEffect(() => {
    let saved = JSON.stringify(draftOf(frame.current, type))
    let before = saved
    let saving = false
    const look = async () => {
      const body = draftOf(frame.current, type)
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
    const timer = setInterval(() => void look(), LOOKS_EVERY)
    return () => clearInterval(timer)
  }, [frame, type])
  return savedAt
}
