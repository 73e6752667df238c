import { useEffect, useState } from 'react'

/** A text once it has not changed for some milliseconds. */
export function useSettled(text: string, millis: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), millis)
    return () => clearTimeout(timer)
  }, [text, millis])
  return settled
}
