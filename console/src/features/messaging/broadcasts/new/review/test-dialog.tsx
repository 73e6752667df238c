import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { broadcasts } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { useState } from 'react'
import { useAccount } from '../../../../../api/account.ts'
import { api } from '../../../../../api/api.ts'
import { useText } from '../../../../../i18n/text.ts'
import { paths } from '../../../../../lib/paths.ts'
import { Button, buttonLooks } from '../../../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../../ui/dialog.tsx'
import { Moment } from '../../../../../ui/moment.tsx'
import { Note } from '../../../../../ui/note.tsx'
import { useBusy } from '../../../../../ui/use-busy.ts'
import { Bubble } from '../message/bubble.tsx'
import { useWizard } from '../wizard.ts'

/** Sends the message of the first row to the owner's own phone. */
export default function TestDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const { phone, sandbox } = useAccount()
  const { message, audience, template, quote } = useWizard()
  const [sent, setSent] = useState<ReplyOf<(typeof broadcasts)['test']> | null>(null)
  const [first] = quote.shown?.previews ?? []
  const [busy, send] = useBusy(async () => {
    if (message === null) return
    const body = { message, ...(audience && { audience: audience.id }), ...(first && { row: first.row }) }
    setSent(await api.broadcasts.test({ body }))
  })
  if (phone === null) {
    return (
      <Dialog title={t('new.test')} open onClose={onClose}>
        <DialogBody>
          <Note>{t('new.noPhone')}</Note>
        </DialogBody>
        <DialogFoot>
          <a href={`${paths.settings}?tab=security`} className={buttonLooks('primary')}>
            {t('new.addPhone')}
          </a>
        </DialogFoot>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('new.test')} open onClose={onClose}>
      <DialogBody>
        <p role="status" className="text-ink-2">
          {sent === null || sent.waits_until === null ? (
            t(sent === null ? 'new.testText' : 'new.testSent', { phone })
          ) : (
            <>
              {t('new.testWaits')} <Moment at={sent.waits_until} seconds />
            </>
          )}
        </p>
        {first && <Bubble content={template?.content ?? null} text={first.text} language={template?.language} />}
        {!sent && <Note>{t('new.testPrice', { count: limits.testsPerDay })}</Note>}
      </DialogBody>
      <DialogFoot>
        {sent ? (
          <>
            {sandbox && (
              <a href={paths.inbox} target="_blank" rel="noopener" className={buttonLooks()}>
                {t('new.inbox')}
              </a>
            )}
            <Button tone="primary" onClick={onClose}>
              {t('new.done')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('ui.cancel')}</Button>
            <Button tone="primary" unlessSuspended busy={busy} busyLabel={t('new.testing')} onClick={send}>
              {t('new.sendTest')}
            </Button>
          </>
        )}
      </DialogFoot>
    </Dialog>
  )
}
