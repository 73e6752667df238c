import type { Message } from '@hongyan/contract/endpoints/messaging/messages'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { reloadMessages } from './queries.ts'

/** Cancels a message that waits. Where it left meanwhile, says so and shows it as it is. */
export function CancelAlert({ message: { id, to }, onClose }: { message: Message; onClose: () => void }) {
  const t = useText()
  const [busy, cancel] = useBusy(async () => {
    try {
      await api.messages.cancel({ params: { id } })
      toast('ok', textNow('logs.cancelled'))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error
      toast('bad', textNow('logs.cancelTooLate'), textNow('logs.cancelTooLateText'))
    }
    onClose()
    await reloadMessages()
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('logs.keep')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('logs.cancelling')} onClick={cancel}>
        {t('logs.cancel')}
      </Button>
    </>
  )
  return (
    <Alert title={t('logs.cancelAsk', { to })} onClose={onClose} actions={actions}>
      {t('logs.cancelText')}
    </Alert>
  )
}
