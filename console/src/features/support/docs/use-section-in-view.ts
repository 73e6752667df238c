import { useEffect, useState } from 'react'
import { contentsOf } from './contents.ts'
import type { Reader } from './reader.ts'

/** A section is in view once its heading is this near to the top, in pixels. */
const READ_FROM = 160

function inView(ids: readonly string[]): string {
  const atEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
  if (atEnd) return ids.at(-1) ?? ''
  const above = ids.findLast(
    (id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= READ_FROM,
  )
  return above ?? ids[0] ?? ''
}

/** The section in view: the last one above the upper edge, the first before that, the last at the end of the page. */
export function useSectionInView(reader: Reader): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const ids = contentsOf(reader).flatMap((group) => group.sections.map(({ id }) => id))
    const look = () => setCurrent(inView(ids))
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [reader])
  return current
}
