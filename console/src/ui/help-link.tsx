import type { MouseEvent } from 'react'
import { useText } from '../i18n/text.ts'
import { errorHelp, openHelp } from '../lib/help.ts'

interface HelpLinkProps {
  /** The address of the ticket form with its topic. */
  href: string
  className?: string
}

/** Leads to the ticket form. */
export function HelpLink({ href, className = 'text-link' }: HelpLinkProps) {
  const t = useText()
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openHelp(href)
  }
  return (
    <a href={href} onClick={follow} className={className}>
      {t('ui.getHelp')}
    </a>
  )
}

/** The link beside the message of an error that support can resolve; nothing beside any other. */
export function ErrorHelp({ error }: { error: unknown }) {
  const href = errorHelp(error)
  return href && <HelpLink href={href} className="whitespace-nowrap text-link" />
}
