import { useEffect, useState } from 'react'
import { paths } from '../../lib/paths.ts'

/** Normalises a recipient: an email to lower case, a number to a plus and digits. Other texts name no recipient. */
export function asRecipient(typed: string): string {
  if (typed.includes('@')) return typed.trim().toLowerCase()
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? '' : `+${digits}`
}

/** The recipient in an address. An unencoded plus of a number has been decoded to a space. */
export const recipientIn = (search: string): string => asRecipient(new URLSearchParams(search).get('to') ?? '')

export const inboxOf = (recipient: string): string =>
  recipient === '' ? paths.inbox : `${paths.inbox}?${new URLSearchParams({ to: recipient })}`

/** The recipient that filters the messages, '' for all. It is in the address. */
export function useRecipientFilter(): readonly [recipient: string, choose: (typed: string) => void] {
  const [recipient, setRecipient] = useState(() => recipientIn(location.search))
  useEffect(() => {
    const read = () => setRecipient(recipientIn(location.search))
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  const choose = (typed: string) => {
    const next = asRecipient(typed)
    if (next === recipient) return
    history.pushState(null, '', inboxOf(next))
    setRecipient(next)
  }
  return [recipient, choose]
}
