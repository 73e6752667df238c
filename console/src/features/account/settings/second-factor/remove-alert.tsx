import { useText } from '../../../../i18n/text.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'

interface RemoveAlertProps {
  title: string
  text: string
  remove: () => Promise<void>
  onClose: () => void
}

/** Confirms the removal and names its consequence. */
export function RemoveAlert({ title, text, remove, onClose }: RemoveAlertProps) {
  const t = useText()
  const [busy, act] = useBusy(remove)
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
