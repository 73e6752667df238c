import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows of a long table that come and go together. */
export const WINDOW = 50
/** The distance from the screen within which rows are there before they are seen. */
const MARGIN = '1000px 0px'

interface RowWindowProps {
  children: ReactNode
}

/**
 * Some rows of a long table. Far from the screen they leave an empty place of their height, so that the page stays light
 * however many are loaded. Rows with the focus stay, and paper has all of them.
 */
export function RowWindow({ children }: RowWindowProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const { current } = body
    if (current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry === undefined) return
        const isKept = entry.isIntersecting || current.contains(document.activeElement)
        setHeight(isKept ? null : entry.boundingClientRect.height)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(current)
    const showAll = () => flushSync(() => setHeight(null))
    window.addEventListener('beforeprint', showAll)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', showAll)
    }
  }, [])
  return <tbody ref={body}>{height === null ? children : <tr aria-hidden style={{ height }} />}</tbody>
}

/** The ref of a table that keeps the widths of its columns while `isLong`: rows that come and go do not change them. */
export function useKeptWidths(isLong: boolean, columns: number) {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const { current } = table
    if (!isLong || current === null) return undefined
    const heads = [...current.querySelectorAll('th')].slice(0, columns)
    const whole = current.offsetWidth
    const widths = heads.map((head) => `${(head.offsetWidth / whole) * 100}%`)
    for (const [nr, head] of heads.entries()) head.style.width = widths[nr] ?? ''
    current.style.tableLayout = 'fixed'
    return () => {
      for (const head of heads) head.style.width = ''
      current.style.tableLayout = ''
    }
  }, [isLong, columns])
  return table
}
