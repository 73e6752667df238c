import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { useText } from '../../../../i18n/text.ts'
import { Alert, preloadAlert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Status } from '../../../../ui/status.tsx'
import { useBusy } from '../../../../ui/use-busy.ts'
import { reloadSecurity } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The number of codes left at which the row warns. */
const FEW = 3

function ReplaceAlert({ onMade, onClose }: { onMade: (codes: readonly string[]) => void; onClose: () => void }) {
  const t = useText()
  const [busy, make] = useBusy(async () => {
    const { codes } = await api.security.newRecoveryCodes()
    await reloadSecurity()
    onMade(codes)
  })
  const actions = (
    <>
      <Button autoFocus onClick={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button tone="primary" busy={busy} busyLabel={t('second-factor.making')} onClick={make}>
        {t('second-factor.newCodes')}
      </Button>
    </>
  )
  return (
    <Alert title={t('second-factor.newCodesTitle')} onClose={onClose} actions={actions}>
      {t('second-factor.newCodesText')}
    </Alert>
  )
}

/** The number of recovery codes left, and a button for new ones. */
export function RecoveryRow({ left }: { left: number }) {
  const t = useText()
  const [step, setStep] = useState<'ask' | readonly string[] | null>(null)
  const close = () => setStep(null)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-medium">{t('second-factor.recovery')}</h3>
        <p>
          <Status tone={left === 0 ? 'bad' : left <= FEW ? 'warn' : 'ok'}>{t('second-factor.left', { left })}</Status>
        </p>
        <p className="text-sm text-ink-3">{t('second-factor.recoveryText')}</p>
      </div>
      <Button size="small" onClick={() => setStep('ask')} onPointerEnter={preloadAlert} onFocus={preloadAlert}>
        {t('second-factor.newCodes')}
      </Button>
      {step === 'ask' && <ReplaceAlert onMade={setStep} onClose={close} />}
      {step !== null && step !== 'ask' && <RecoveryCodes codes={step} onDone={close} />}
    </div>
  )
}
