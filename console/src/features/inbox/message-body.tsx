import type { InboxMessage } from '@hongyan/contract/public-api/inbox'
import { type SyntheticEvent, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { codeIn } from './code-in.ts'

/** The code of a message, large and with a copy button. */
function Code({ code }: { code: string }) {
  const t = useText()
  return (
    <span className="mb-1 flex items-center gap-1">
      <span className="font-mono text-lg font-semibold tracking-wider">{code}</span>
      <CopyButton text={code} what={t('inbox.code', { code })} />
    </span>
  )
}

/** Fits the frame to its email, so that only the page scrolls. */
function fit({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight ?? 0}px`
}

/**
 * An email as mail clients show it. It runs no script, and its links open in a new tab. The frame has the origin of the
 * page, so that the page can measure it.
 */
const Email = ({ html, title }: { html: string; title: string }) => (
  <iframe
    title={title}
    srcDoc={html}
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    onLoad={fit}
    className="mt-2 block w-full rounded-md"
  />
)

/** The channel that a message came over, and the provider's own template where it sent one. */
function Route({ of: { upstream, remote } }: { of: InboxMessage }) {
  const t = useText()
  if (upstream === null) return null
  return (
    <span className="mt-1 block text-xs text-ink-3">
      {t('inbox.over', { channel: upstream.name })}
      {remote !== null && (
        <>
          {' · '}
          {t('inbox.template', { template: remote.template })}
          {remote.parameters.length > 0 && <> · {remote.parameters.join(', ')}</>}
        </>
      )}
    </span>
  )
}

/** The text of a message. An email can also be shown with its layout. */
export function MessageBody({ of: message }: { of: InboxMessage }) {
  const { text, html, replyTo } = message
  const t = useText()
  const [shown, setShown] = useState(false)
  const code = codeIn(text)
  const [subject = ''] = text.split('\n', 1)
  return (
    <div className="wrap-anywhere">
      {code !== null && <Code code={code} />}
      {shown || <span className="block whitespace-pre-wrap">{text}</span>}
      {html !== null && (
        <>
          <Button size="row" aria-expanded={shown} onClick={() => setShown(!shown)} className="mt-2">
            {t(shown ? 'inbox.hideEmail' : 'inbox.showEmail')}
          </Button>
          {shown && <Email html={html} title={subject} />}
        </>
      )}
      {replyTo !== null && (
        <span className="mt-2 block text-xs text-ink-3">{t('inbox.replyTo', { address: replyTo })}</span>
      )}
      <Route of={message} />
    </div>
  )
}
