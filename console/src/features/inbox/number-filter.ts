import { useEffect, useState } from 'react'
import { paths } from '../../lib/paths.ts'

/** Normalises a number to a plus and digits, and drops all other characters. */
export function asNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? '' : `+${digits}`
}

/** The number in an address. An unencoded plus has been decoded to a space. */
export const numberIn = (search: string): string => asNumber(new URLSearchParams(search).get('to') ?? '')

export const inboxOf = (number: string): string =>
  number === '' ? paths.inbox : `${paths.inbox}?${new URLSearchParams({ to: number })}`

/** The number that filters the messages, '' for all. It is in the address. */
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
