import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useText } from '../../../i18n/text.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { answerWithPasskey, wasCancelled } from '../../../ui/passkey.ts'
import { enterConsole } from './enter-console.ts'
import { RefusalNote } from './refusal-note.tsx'

function Refused({ error }: { error: unknown }) {
  const t = useText()
  const isUnknown = error instanceof ApiError && error.code === 'wrong_second_factor'
  if (!isUnknown && !wasCancelled(error)) return <RefusalNote error={error} />
  return (
    <Note tone="bad" announced>
      {t(isUnknown ? 'session.passkeyUnknown' : 'session.passkeyCancelled')}
    </Note>
  )
}

/** Signs in with a passkey alone: the device verifies its owner by fingerprint, face or PIN. */
export function PasskeySignIn() {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function signIn() {
    setError(null)
    setBusy(true)
    try {
      const { ticket, options } = await api.secondFactor.passkeyOptions()
      await api.secondFactor.byPasskey({ body: { ticket, passkey: await answerWithPasskey(options) } })
      await enterConsole()
    } catch (error) {
      setError(error)
      setBusy(false)
    }
  }

  return (
    <div className="mt-6 grid gap-4 border-t border-line pt-6">
      <Button busy={busy} busyLabel={t('session.signingIn')} onClick={() => void signIn()}>
        {t('session.byPasskey')}
      </Button>
      <Refused error={error} />
    </div>
  )
}
