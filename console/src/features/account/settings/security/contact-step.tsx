import type { Account } from '@hongyan/contract/endpoints/account/account'
import type { CodeChannel } from '@hongyan/contract/vocabulary/verification'
import { useRef, useState } from 'react'
import { api } from '../../../../api/api.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { t as textNow, useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { Button } from '../../../../ui/button.tsx'
import { Radio } from '../../../../ui/choice.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton, type FormValues } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { accountChanged } from '../account-changed.ts'
import { type Broken, say, worded } from '../rule-words.ts'
import { CodeEntry } from './code-entry.tsx'
import { brokenBy, type Contact, readContact, sceneFor } from './contact.ts'
import { StepLine } from './step-line.tsx'
import { useProof } from './use-proof.ts'
import { brokenCode, type Verified } from './verify-step.tsx'

interface Words {
  readonly label: TextId
  readonly ask: TextId
  readonly act: TextId
  readonly done: TextId
}

/** Texts for a first contact and for a change. */
const words: Readonly<Record<Contact, Readonly<Record<'bind' | 'change', Words>>>> = {
  phone: {
    bind: {
      label: 'security.phone',
      ask: 'security.askPhone',
      act: 'security.setUpPhone',
      done: 'security.phoneSetUp',
    },
    change: {
      label: 'security.newPhone',
      ask: 'security.askPhone',
      act: 'security.changePhone',
      done: 'security.phoneChanged',
    },
  },
  email: {
    bind: {
      label: 'security.email',
      ask: 'security.askEmail',
      act: 'security.setUpEmail',
      done: 'security.emailSetUp',
    },
    change: {
      label: 'security.newEmail',
      ask: 'security.askEmail',
      act: 'security.changeEmail',
      done: 'security.emailChanged',
    },
  },
}

export const wordsFor = (kind: Contact, now: Account): Words => words[kind][now[kind] === null ? 'bind' : 'change']

const looks = {
  phone: { autoComplete: 'tel', inputMode: 'tel' },
  email: { autoComplete: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
} as const

/** Text message or WhatsApp. Only canary accounts may choose (specification section 2). */
function SendVia({ value, onChange }: { value: CodeChannel; onChange: (via: CodeChannel) => void }) {
  const t = useText()
  const ways = [
    ['sms', 'security.sms'],
    ['whatsapp', 'security.whatsapp'],
  ] as const
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t('security.sendVia')}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {ways.map(([way, title]) => (
          <Radio key={way} name="sendVia" value={way} checked={way === value} onChange={() => onChange(way)}>
            {t(title)}
          </Radio>
        ))}
      </div>
    </fieldset>
  )
}

const change = (kind: Contact, value: string, proofs: { readonly token: string } & Partial<Verified>) =>
  kind === 'phone'
    ? api.profile.changePhone({ body: { phone: value, ...proofs } })
    : api.profile.changeEmail({ body: { email: value, ...proofs } })

interface ContactStepProps {
  kind: Contact
  /** The account at the opening of the dialog. */
  now: Account
  /** Null for an account that had no contact to verify. */
  verified: Verified | null
  /** Runs when the verification of the first step has expired. */
  onOver: () => void
  onTyped: () => void
  onClose: () => void
}

/** Step 2: the new phone or e-mail address, and its code. */
export function ContactStep({ kind, now, verified, onOver, onTyped, onClose }: ContactStepProps) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const { prove, stale } = useProof()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [via, setVia] = useState<CodeChannel>(kind === 'phone' ? 'sms' : 'email')
  const { label, ask, act, done } = wordsFor(kind, now)
  const scene = sceneFor(kind, now)
  const rule = brokenBy(kind, typed, now)
  const value = readContact(kind, typed, now.partition)

  const broken = (values: FormValues): Broken => ({
    ...(rule === null ? {} : { [kind]: rule }),
    ...brokenCode(values),
  })

  function refuse(said: string | null) {
    setWrong(said ?? (rule === null ? undefined : say(rule)))
    field.current?.focus()
  }

  async function submit({ code = '' }: FormValues) {
    const token = await prove({ scene, kind, value }, code)
    const account = await change(kind, value, { token, ...verified })
    onClose()
    toast('ok', textNow(done), textNow('settings.synced'))
    accountChanged(account)
  }

  function failed(error: unknown) {
    if (error instanceof ApiError && error.code === 'invalid_token') {
      if (error.field === 'rebindToken') return onOver()
      stale()
    }
    showError(error)
  }

  return (
    <Form check={worded(broken)} submit={submit} failed={failed}>
      <DialogBody>
        <div className="contents" onInput={onTyped}>
          {verified && <StepLine step={2} words={t(ask)} />}
          <TextField
            {...looks[kind]}
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
          {kind === 'phone' && now.config.isCanary && <SendVia value={via} onChange={setVia} />}
          <CodeEntry
            scene={scene}
            kind={kind}
            via={via}
            to={rule === null ? value : null}
            shown={value}
            refuse={refuse}
          />
        </div>
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <SubmitButton busyLabel={t('security.saving')}>{t(act)}</SubmitButton>
      </DialogFoot>
    </Form>
  )
}
