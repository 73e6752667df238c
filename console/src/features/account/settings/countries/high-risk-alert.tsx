import { useText } from '../../../../i18n/text.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import type { CountryRow } from './rows.ts'

interface HighRiskAlertProps {
  country: CountryRow
  enable: () => Promise<void>
  onClose: () => void
}

/** Confirms a high-risk country, and says what it may cost. */
export function HighRiskAlert({ country, enable, onClose }: HighRiskAlertProps) {
  const t = useText()
  const [busy, act] = useBusy(async () => {
    await enable()
    onClose()
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="danger" busy={busy} busyLabel={t('countries.turningOn')} onClick={act}>
        {t('countries.turnOn')}
      </Button>
    </>
  )
  return (
    <Alert title={t('countries.ask', { country: country.name })} onClose={onClose} actions={actions}>
      {t('countries.askText')}
    </Alert>
  )
}
