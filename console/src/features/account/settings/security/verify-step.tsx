import { code as limits } from '@hongyan/contract/limits/account'
import { useState } from 'react'
import { requestCode } from '../../../../api/code-handles.ts'
import { useCodeToken } from '../../../../api/use-code-token.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { RadioCards } from '../../../../ui/choice.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { Form, SubmitButton, type FormValues } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { type BrokenRules, formCheck } from '../rule-messages.ts'
import { CodeEntry, codeScopeBody } from '../../../../ui/code-entry/code-entry.tsx'
import type { Contact } from './contact.ts'
import { StepLine } from './step-line.tsx'

/** The verification of an existing contact: the call's `rebindVia` and `rebindToken`. */
export interface RebindToken {
  readonly rebindVia: Contact
  readonly rebindToken: string
}

/** A contact of the account, and its form on screen. */
export interface VerifiableContact {
  readonly kind: Contact
  readonly value: string
  readonly shown: string
}

export const checkCode = ({ code = '' }: FormValues): BrokenRules => {
  if (code === '') return { code: 'code_required' }
  return limits.pattern.test(code) ? {} : { code: 'code' }
}
const check = formCheck(checkCode)

interface VerifyStepProps {
  contacts: readonly [VerifiableContact, ...VerifiableContact[]]
  /** True after the verification expired and the owner has to repeat it. */
  hasExpired: boolean
  onVerified: (verified: RebindToken) => void
  onTyped: () => void
  onClose: () => void
}

/** Step 1: a code to the phone or email address of the account. With only one contact there is no choice. */
export function VerifyStep({ contacts, hasExpired, onVerified, onTyped, onClose }: VerifyStepProps) {
  const t = useText()
  const { tokenOf } = useCodeToken()
  const [kind, setKind] = useState<string>(contacts[0].kind)
  const contact = contacts.find((each) => each.kind === kind) ?? contacts[0]
  const scene = `verif_verify_${contact.kind}` as const

  async function submit({ code = '' }: FormValues) {
    const token = await tokenOf({ ...codeScopeBody({ scene, kind: contact.kind, value: contact.value }), code })
    toast('ok', textNow('security.verified'))
    onVerified({ rebindVia: contact.kind, rebindToken: token })
  }

  const choices = contacts.map((each) => ({
    value: each.kind,
    title: t(each.kind === 'phone' ? 'security.phone' : 'security.email'),
    text: each.shown,
  }))
  return (
    <Form check={check} submit={submit} onError={showError}>
      <DialogBody>
        <div className="contents" onInput={onTyped}>
          <StepLine step={1} text={t('security.verifyText')} />
          {hasExpired && (
            <Note tone="warn" announced>
              {t('security.verifyAgain')}
            </Note>
          )}
          {contacts.length > 1 ? (
            <RadioCards
              legend={t('security.verifyVia')}
              name="via"
              choices={choices}
              value={contact.kind}
              onChange={setKind}
            />
          ) : (
            <p>
              <span className="block text-sm font-medium">{choices[0]?.title}</span>
              <span className="wrap-anywhere">{contact.shown}</span>
            </p>
          )}
          <CodeEntry
            request={requestCode}
            key={contact.kind}
            scene={scene}
            kind={contact.kind}
            via={contact.kind === 'phone' ? 'sms' : 'email'}
            to={contact.value}
            shown={contact.shown}
          />
        </div>
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton busyLabel={t('security.checking')}>{t('security.next')}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
