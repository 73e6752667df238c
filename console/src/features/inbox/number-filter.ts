import { useEffect, useState } from 'react'
import { paths } from '../../lib/paths.ts'

/** A number as the inbox knows it: a plus and digits. Whatever else was typed or pasted around them is left out. */
export function asNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? '' : `+${digits}`
}

/** The number an address asks for; a plus that was not encoded has become a blank by then. */
export const numberIn = (search: string): string => asNumber(new URLSearchParams(search).get('to') ?? '')

export const inboxOf = (number: string): string =>
  number === '' ? paths.inbox : `${paths.inbox}?${new URLSearchParams({ to: number })}`

/** The number whose messages are shown, '' for all; it lives in the address. */
export function useNumberFilter(): readonly [number: string, choose: (typed: string) => void] {
  const [number, setNumber] = useState(() => numberIn(location.search))
  useEffect(() => {
    const read = () => setNumber(numberIn(location.search))
    window.addEventListener('popstate', read)
    return () => window.removeEventListener('popstate', read)
  }, [])
  const choose = (typed: string) => {
    const next = asNumber(typed)
    if (next === number) return
    history.pushState(null, '', inboxOf(next))
    setNumber(next)
  }
  return [number, choose]
}
