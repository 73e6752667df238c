import { MINUTE } from '@hongyan/contract/durations'
import { useEffect, useState } from 'react'

/** The current time. The component renders again at every full minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE - (now.getTime() % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
