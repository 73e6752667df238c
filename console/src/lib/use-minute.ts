import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The present time; the component is drawn again when the next minute begins. */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setTimeout(() => setNow(new Date()), MINUTE - (now.getTime() % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
