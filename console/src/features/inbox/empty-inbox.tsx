import { useText } from '../../i18n/text.ts'
import { paths } from '../../lib/paths.ts'
import { Button, buttonLooks } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Snippet } from '../../ui/snippet.tsx'

const sendTo = (origin: string) =>
  [
    `curl "${origin}/?action=sms.message.send&accessKeyId=YOUR_ACCESS_KEY_ID" \\`,
    `  -d '{"to":"+12065550100","text":"Hello from Hongyan"}'`,
  ].join('\n')

/** Explains how to get a first message into the inbox. */
export function EmptyInbox() {
  const t = useText()
  return (
    <Card>
      <EmptyState
        title={t('inbox.empty')}
        text={t('inbox.emptyText')}
        action={
          <a href={paths.docs} className={buttonLooks('primary')}>
            {t('inbox.quickstart')}
          </a>
        }
      >
        <Snippet label={t('inbox.send')} tabs={[{ title: t('inbox.send'), code: sendTo(location.origin) }]} />
      </EmptyState>
    </Card>
  )
}

/** No message to this recipient yet. */
export function EmptyRecipient({ recipient, onClear }: { recipient: string; onClear: () => void }) {
  const t = useText()
  return (
    <Card>
      <EmptyState
        title={t('inbox.none', { recipient })}
        text={t('inbox.noneText')}
        action={<Button onClick={onClear}>{t('inbox.all')}</Button>}
      />
    </Card>
  )
}
