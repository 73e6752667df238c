import type { MouseEvent } from 'react'
import { useText } from '../i18n/text.ts'
import { getHelp, helpPath, type HelpTopic, helpTopicOf } from '../lib/help.ts'

interface HelpLinkProps {
  topic: HelpTopic
  className?: string
}

/** Links to the ticket form about a topic. */
export function HelpLink({ topic, className = 'text-link' }: HelpLinkProps) {
  const t = useText()
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    getHelp(topic)
  }
  return (
    <a href={helpPath(topic)} onClick={follow} className={className}>
      {t('ui.getHelp')}
    </a>
  )
}

/** The link beside the message of an error that support can resolve; nothing beside any other. */
export function ErrorHelp({ error }: { error: unknown }) {
  const topic = helpTopicOf(error)
  return topic && <HelpLink topic={topic} className="font-medium whitespace-nowrap text-link" />
}
