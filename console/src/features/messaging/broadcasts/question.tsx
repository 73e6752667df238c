import type { Broadcast } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { lazy, Suspense } from 'react'
import { api } from '../../../api/api.ts'
import { formatNumber, t as textNow, useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { deleteAsk, doneText } from '../../../ui/record-texts.ts'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import type { Question as Name } from './acts.ts'
import { forgetBroadcast, reloadBroadcasts, showChanged } from './queries.ts'

interface QuestionProps {
  broadcast: Broadcast
  /** Leaves the page of a broadcast that is gone. */
  onGone: () => void
  onClose: () => void
}

function StopAlert({ broadcast: { id, name, version, counts }, onClose }: QuestionProps) {
  const t = useText()
  const [busy, stop] = useBusy(async () => {
    try {
      await showChanged(await api.broadcasts.stop({ params: { id }, body: { version } }))
      toast('ok', textNow('broadcasts.stopDone'))
    } finally {
      onClose()
      await reloadBroadcasts()
    }
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('broadcasts.keep')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('broadcasts.stopping')} onClick={stop}>
        {t('broadcasts.stop')}
      </Button>
    </>
  )
  return (
    <Alert title={t('broadcasts.stopAsk', { name })} onClose={onClose} actions={actions}>
      {t('broadcasts.stopText', { count: counts.waiting, number: formatNumber(counts.waiting) })}
    </Alert>
  )
}

/** Asks in the words of the specification (section 8) before a scheduled broadcast is deleted. */
function RemoveAlert({ broadcast: { id, name }, onGone, onClose }: QuestionProps) {
  const t = useText()
  const [busy, remove] = useBusy(async () => {
    try {
      await api.broadcasts.remove({ params: { id } })
    } catch (error) {
      onClose()
      await reloadBroadcasts()
      throw error
    }
    toast('ok', doneText('deleted', 'broadcasts.entity'))
    onGone()
    await forgetBroadcast(id)
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('broadcasts.removing')} onClick={remove}>
        {t('broadcasts.remove')}
      </Button>
    </>
  )
  return (
    <Alert title={deleteAsk('broadcasts.entity', name)} onClose={onClose} actions={actions}>
      {t('broadcasts.removeText')}
    </Alert>
  )
}

const questions = {
  stop: StopAlert,
  remove: RemoveAlert,
  edit: lazy(() => import('./edit-dialog.tsx')),
} as const satisfies Record<Name, unknown>

/** The question or form that is open on a page. */
export function Question({ question, ...props }: QuestionProps & { question: Name }) {
  const Shown = questions[question]
  return (
    <Suspense>
      <Shown {...props} />
    </Suspense>
  )
}
