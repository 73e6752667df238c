import { useState } from 'react'
import { api } from '../../../../api/api.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { makePasskey } from '../../../../ui/passkey.ts'
import { toast } from '../../../../ui/toasts.ts'
import { deviceName } from '../sessions/device-name.ts'
import { NameDialog } from './name-dialog.tsx'
import { reloadSecurity } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** Names a passkey and creates it on the device. The first second factor also brings the recovery codes. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [codes, setCodes] = useState<readonly string[]>([])

  function done() {
    onClose()
    toast('ok', textNow('second-factor.passkeyAdded'))
  }

  async function add(name: string) {
    const { options } = await api.security.passkeyOptions()
    const reply = await api.security.addPasskey({ body: { name, passkey: await makePasskey(options) } })
    await reloadSecurity()
    if (reply.codes.length === 0) return done()
    return setCodes(reply.codes)
  }

  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={done} />
  return (
    <NameDialog
      title={t('second-factor.addPasskey')}
      text={t('second-factor.addPasskeyText')}
      name={deviceName(navigator.userAgent)}
      submitLabel={t('second-factor.goOn')}
      busyLabel={t('second-factor.waiting')}
      save={add}
      onClose={onClose}
    />
  )
}
