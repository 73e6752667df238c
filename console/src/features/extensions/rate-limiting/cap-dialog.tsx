import type { DayCap } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { ruleText } from '@hongyan/contract/rules'
import { useState } from 'react'
import type { TextId } from '../../../i18n/ids.ts'
import { currentLocale, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { type FieldErrors, Form, SubmitButton } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { CapFields, type TypedCap } from './cap-fields.tsx'
import { brokenCap, readCount } from './draft.ts'

interface CapDialogProps {
  title: TextId
  /** The name of the country whose cap it is. */
  name?: string
  rule: 'cap_day' | 'cap_hour'
  cap: DayCap | null
  recommended: number | null
  onDone: (cap: DayCap) => void
  onClose: () => void
}

/** The form of a cap on messages. */
export default function CapDialog({ title, name = '', rule, cap, recommended, onDone, onClose }: CapDialogProps) {
  const t = useText()
  const [typed, setTyped] = useState<TypedCap>({ limit: String(cap?.limit ?? ''), action: cap?.action ?? 'block' })
  const limit = readCount(typed.limit) ?? Number.NaN
  const check = (): FieldErrors => {
    const broken = brokenCap(limit, rule)
    return broken === null ? {} : { limit: ruleText(broken, currentLocale()) }
  }
  return (
    <Dialog title={t(title, { name })} open onClose={onClose} held="typed">
      <Form check={check} submit={async () => onDone({ limit, action: typed.action })} onError={showError}>
        <DialogBody>
          <CapFields
            label={t(rule === 'cap_day' ? 'rate-limiting.dayCap' : 'rate-limiting.hourCap')}
            typed={typed}
            recommended={recommended}
            onChange={setTyped}
          />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton>{t('rate-limiting.apply')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
