import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { CodeChannel } from '@hongyan/contract/vocabulary/codes'
import { useRef, useState } from 'react'
import { api } from '../../../../api/api.ts'
import { requestCode } from '../../../../api/code-handles.ts'
import { useCodeToken } from '../../../../api/use-code-token.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { Radio } from '../../../../ui/choice.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton, type FormValues } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { storeAccount } from '../store-account.ts'
import { type BrokenRules, ruleMessage, formCheck } from '../rule-messages.ts'
import { CodeEntry, codeScopeBody } from '../../../../ui/code-entry/code-entry.tsx'
import { brokenRule, type Contact, parseContact, sceneFor } from './contact.ts'
import { StepLine } from './step-line.tsx'
import { checkCode, type RebindToken } from './verify-step.tsx'

interface ContactTexts {
  readonly label: TextId
  readonly instruction: TextId
  readonly submitLabel: TextId
  readonly doneToast: TextId
}

/** Texts for a first contact and for a change. */
const texts: Readonly<Record<Contact, Readonly<Record<'bind' | 'change', ContactTexts>>>> = {
  phone: {
    bind: {
      label: 'security.phone',
      instruction: 'security.askPhone',
      submitLabel: 'security.setUpPhone',
      doneToast: 'security.phoneSetUp',
    },
    change: {
      label: 'security.newPhone',
      instruction: 'security.askPhone',
      submitLabel: 'security.changePhone',
      doneToast: 'security.phoneChanged',
    },
  },
  email: {
    bind: {
      label: 'security.email',
      instruction: 'security.askEmail',
      submitLabel: 'security.setUpEmail',
      doneToast: 'security.emailSetUp',
    },
    change: {
      label: 'security.newEmail',
      instruction: 'security.askEmail',
      submitLabel: 'security.changeEmail',
      doneToast: 'security.emailChanged',
    },
  },
}

export const contactTexts = (kind: Contact, account: Account): ContactTexts =>
  texts[kind][account[kind] === null ? 'bind' : 'change']

const fieldProps = {
  phone: { autoComplete: 'tel', inputMode: 'tel' },
  email: { autoComplete: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
} as const

/** Text message or WhatsApp. Only canary accounts may choose (specification section 2). */
function SendVia({ value, onChange }: { value: CodeChannel; onChange: (via: CodeChannel) => void }) {
  const t = useText()
  const channels = [
    ['sms', 'security.sms'],
    ['whatsapp', 'security.whatsapp'],
  ] as const
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('security.sendVia')}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {channels.map(([channel, title]) => (
          <Radio
            key={channel}
            name="sendVia"
            value={channel}
            checked={channel === value}
            onChange={() => onChange(channel)}
          >
            {t(title)}
          </Radio>
        ))}
      </div>
    </fieldset>
  )
}

const change = (kind: Contact, value: string, tokens: { readonly token: string } & Partial<RebindToken>) =>
  kind === 'phone'
    ? api.profile.changePhone({ body: { phone: value, ...tokens } })
    : api.profile.changeEmail({ body: { email: value, ...tokens } })

interface ContactStepProps {
  kind: Contact
  /** The account at the opening of the dialog. */
  current: Account
  /** Null for an account that had no contact to verify. */
  verified: RebindToken | null
  /** Runs when the verification of the first step has expired. */
  onExpired: () => void
  onTyped: () => void
  onClose: () => void
}

/** Step 2: the new phone or email address, and its code. */
export function ContactStep({ kind, current, verified, onExpired, onTyped, onClose }: ContactStepProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const { tokenOf, discard } = useCodeToken()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [via, setVia] = useState<CodeChannel>(kind === 'phone' ? 'sms' : 'email')
  const { label, instruction, submitLabel, doneToast } = contactTexts(kind, current)
  const scene = sceneFor(kind, current)
  const rule = brokenRule(kind, typed, current)
  const value = parseContact(kind, typed, current.partition)

  const broken = (values: FormValues): BrokenRules => ({
    ...(rule === null ? {} : { [kind]: rule }),
    ...checkCode(values),
  })

  function refuse(message: string | null) {
    setWrong(message ?? (rule === null ? undefined : ruleMessage(rule)))
    field.current?.focus()
  }

  async function submit({ code = '' }: FormValues) {
    const token = await tokenOf({ ...codeScopeBody({ scene, kind, value }), code })
    const account = await change(kind, value, { token, ...verified })
    onClose()
    toast('ok', textNow(doneToast), textNow('settings.synced'))
    storeAccount(account)
  }

  function failed(error: unknown) {
    if (error instanceof ApiError && error.code === 'invalid_token') {
      if (error.field === 'rebindToken') return onExpired()
      discard()
    }
    showError(error)
  }

  return (
    <Form check={formCheck(broken)} submit={submit} onError={failed}>
      <DialogBody>
        <div className="contents" onInput={onTyped}>
          {verified && <StepLine step={2} text={t(instruction)} />}
          <TextField
            {...fieldProps[kind]}
            ref={field}
            name={kind}
            label={t(label)}
            autoFocus
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setWrong(undefined)
            }}
            {...(kind === 'phone' ? { hint: t('security.phoneHint') } : {})}
            {...(wrong === undefined ? {} : { error: wrong })}
          />
          {kind === 'phone' && current.config.isCanary && <SendVia value={via} onChange={setVia} />}
          <CodeEntry
            request={requestCode}
            scene={scene}
            kind={kind}
            via={via}
            to={rule === null ? value : null}
            shown={value}
            refuse={refuse}
          />
        </div>
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton busyLabel={t('security.saving')}>{t(submitLabel)}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
