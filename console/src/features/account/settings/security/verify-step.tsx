import { code as limits } from '@hongyan/contract/limits'
import { useState } from 'react'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { Button } from '../../../../ui/button.tsx'
import { RadioCards } from '../../../../ui/choice.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { Form, SubmitButton, type FormValues } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { type Broken, worded } from '../rule-words.ts'
import { CodeEntry } from './code-entry.tsx'
import type { Contact } from './contact.ts'
import { StepLine } from './step-line.tsx'
import { useProof } from './use-proof.ts'

/** The verification of an existing contact: the call's `rebindVia` and `rebindToken`. */
export interface Verified {
  readonly rebindVia: Contact
  readonly rebindToken: string
}

/** A contact of the account, and its form on screen. */
export interface Way {
  readonly kind: Contact
  readonly value: string
  readonly shown: string
}

export const brokenCode = ({ code = '' }: FormValues): Broken => {
  if (code === '') return { code: 'code_required' }
  return limits.pattern.test(code) ? {} : { code: 'code' }
}
const check = worded(brokenCode)

interface VerifyStepProps {
  ways: readonly [Way, ...Way[]]
  /** True after the verification expired and the owner has to repeat it. */
  again: boolean
  onVerified: (verified: Verified) => void
  onTyped: () => void
  onClose: () => void
}

/** Step 1: a code to the phone or e-mail address of the account. With only one contact there is no choice. */
export function VerifyStep({ ways, again, onVerified, onTyped, onClose }: VerifyStepProps) {
  const t = useText()
  const { prove } = useProof()
  const [kind, setKind] = useState<string>(ways[0].kind)
  const way = ways.find((each) => each.kind === kind) ?? ways[0]
  const scene = `verif_verify_${way.kind}` as const

  async function submit({ code = '' }: FormValues) {
    const token = await prove({ scene, kind: way.kind, value: way.value }, code)
    toast('ok', textNow('security.verified'))
    onVerified({ rebindVia: way.kind, rebindToken: token })
  }

  const choices = ways.map((each) => ({
    value: each.kind,
    title: t(each.kind === 'phone' ? 'security.phone' : 'security.email'),
    text: each.shown,
  }))
  return (
    <Form check={check} submit={submit} failed={showError}>
      <DialogBody>
        <div className="contents" onInput={onTyped}>
          <StepLine step={1} words={t('security.verifyText')} />
          {again && (
            <Note tone="warn" announced>
              {t('security.verifyAgain')}
            </Note>
          )}
          {ways.length > 1 ? (
            <RadioCards
              legend={t('security.verifyVia')}
              name="via"
              choices={choices}
              value={way.kind}
              onChange={setKind}
            />
          ) : (
            <p>
              <span className="block text-sm font-medium">{choices[0]?.title}</span>
              <span className="wrap-anywhere">{way.shown}</span>
            </p>
          )}
          <CodeEntry
            key={way.kind}
            scene={scene}
            kind={way.kind}
            via={way.kind === 'phone' ? 'sms' : 'email'}
            to={way.value}
            shown={way.shown}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <SubmitButton busyLabel={t('security.checking')}>{t('security.next')}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
