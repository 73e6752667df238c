import { useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { reloadSecurity } from './queries.ts'

interface RemoveAlertProps {
  title: string
  text: string
  remove: () => Promise<void>
  onClose: () => void
}

/** Confirms the removal and names its consequence. Closes where another browser has removed the factor already. */
export function RemoveAlert({ title, text, remove, onClose }: RemoveAlertProps) {
  const t = useText()
  const [busy, act] = useBusy(async () => {
    try {
      await remove()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') {
        onClose()
        await reloadSecurity()
      }
      throw error
    }
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('second-factor.removing')} onClick={act}>
        {t('second-factor.remove')}
      </Button>
    </>
  )
  return (
    <Alert title={title} onClose={onClose} actions={actions}>
      {text}
    </Alert>
  )
}
