import { Link } from '@tanstack/react-router'
import { createContext, type ReactNode, use } from 'react'
import { pageOf } from './page.ts'

/** True inside a form: all its links open a new tab, so that the form stays. */
const Beside = createContext(false)

export const BesideForm = ({ children }: { children: ReactNode }) => <Beside value>{children}</Beside>

interface AnswerLinkProps {
  path: string
  className: string
  children: ReactNode
}

/** A link of an answer: to a page of the console, or in a new tab to the documentation. */
export function AnswerLink({ path, className, children }: AnswerLinkProps) {
  const page = pageOf(path)
  if (use(Beside) || page === null) {
    return (
      <a href={path} target="_blank" rel="noopener" className={className}>
        {children}
      </a>
    )
  }
  return (
    <Link {...page} className={className}>
      {children}
    </Link>
  )
}
