import type { ReplyOf } from '@hongyan/contract/endpoint'
import type { security } from '@hongyan/contract/endpoints/account/security'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { CodeField } from '../../../../ui/code-field.tsx'
import { CopyButton } from '../../../../ui/copy.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton, type FieldErrors, type FormValues } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { reloadSecurity } from './queries.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const QrCode = lazy(() => import('../../../../ui/qr-code.tsx'))
const GROUP = /.{1,4}/g

/** A new secret without a confirmed code. */
export type NewTotp = ReplyOf<typeof security.beginTotp>

function check({ code = '' }: FormValues): FieldErrors {
  if (code === '') return { code: textNow('second-factor.codeMissing') }
  return /^\d{6}$/.test(code) ? {} : { code: textNow('second-factor.codeInvalid') }
}

interface ScanProps {
  begun: NewTotp
  onClose: () => void
  confirm: (code: string) => Promise<void>
}

/** The QR code for the authenticator app, the same as text, and a field for the first code. */
function Scan({ begun, onClose, confirm }: ScanProps) {
  const t = useText()
  return (
    <Form check={check} submit={({ code = '' }) => confirm(code)} onError={showError}>
      <DialogBody>
        <p className="text-ink-2">{t('second-factor.scanText')}</p>
        <div className="grid aspect-square w-44 place-items-center justify-self-center overflow-clip rounded-lg border border-line">
          <Suspense>
            <QrCode value={begun.uri} title={t('second-factor.qr')} level="L" />
          </Suspense>
        </div>
        <TextField
          label={t('second-factor.secret')}
          hint={t('second-factor.secretHint')}
          value={begun.secret.match(GROUP)?.join(' ')}
          readOnly
          spellCheck={false}
          className="font-mono text-xs"
          trailing={<CopyButton text={begun.secret} what={t('second-factor.secret')} />}
        />
        <CodeField
          name="code"
          label={t('second-factor.code')}
          placeholder={t('second-factor.codePlaceholder')}
          autoFocus
        />
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton busyLabel={t('second-factor.checking')}>{t('second-factor.turnOn')}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}

interface AppDialogProps {
  begun: NewTotp
  /** True where the account has an authenticator app already. */
  replaces: boolean
  onClose: () => void
}

/** Switches the authenticator app on. The first second factor also brings the recovery codes. */
export function AppDialog({ begun, replaces, onClose }: AppDialogProps) {
  const t = useText()
  const [codes, setCodes] = useState<readonly string[]>([])

  async function confirm(code: string) {
    const reply = await api.security.confirmTotp({ body: { code } })
    await reloadSecurity()
    if (reply.codes.length > 0) return setCodes(reply.codes)
    onClose()
    return toast('ok', textNow(replaces ? 'second-factor.appReplaced' : 'second-factor.appAdded'))
  }

  function done() {
    onClose()
    toast('ok', textNow('second-factor.appAdded'))
  }

  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={done} />
  return (
    <Dialog title={t('second-factor.appTitle')} open onClose={onClose} held="typed">
      <Scan begun={begun} onClose={onClose} confirm={confirm} />
    </Dialog>
  )
}
