import type { Submission, Verification } from '@hongyan/contract/endpoints/account/verification'
import { api } from '../../../api/api.ts'
import { queryClient } from '../../../api/query-client.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { storeVerification, verificationQuery } from './queries.ts'

interface WithdrawAlertProps {
  of: Submission
  left: Verification['submissions_left']
  onClose: () => void
}

export function WithdrawAlert({ of: { id }, left, onClose }: WithdrawAlertProps) {
  const t = useText()
  const [busy, withdraw] = useBusy(
    async () => {
      storeVerification(await api.verification.withdraw({ params: { id } }))
      toast('ok', textNow('verification.withdrawn'))
      onClose()
    },
    async () => {
      onClose()
      await queryClient.invalidateQueries(verificationQuery)
    },
  )
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('verification.withdrawing')} onClick={withdraw}>
        {t('verification.withdraw')}
      </Button>
    </>
  )
  return (
    <Alert title={t('verification.withdrawAsk')} onClose={onClose} actions={actions}>
      {t('verification.withdrawText', { left })}
    </Alert>
  )
}
