import type { RouteRule } from '@hongyan/contract/endpoints/messaging/routing'
import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import { ruleText } from '@hongyan/contract/rules'
import { useState } from 'react'
import { currentLocale, useText } from '../../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { Form, SubmitButton } from '../../../../ui/form.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { useAllChannels } from '../queries.ts'
import { ChannelFields } from './channel-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { put } from './draft.ts'
import type { Names, Records } from './names.ts'
import { OptionFields } from './option-fields.tsx'
import { brokenFields, madeRule, type TypedRule, typedOf } from './rule-form.ts'
import type { DraftState } from './use-draft.ts'

interface RuleDialogProps {
  rule: RouteRule
  isNew: boolean
  isDefault: boolean
  names: Names
  records: Records
  onSave: DraftState['change']
  onClose: () => void
}

/** The form of a rule. Saving it stores the draft; of the default rule only the channels can be changed. */
export default function RuleDialog({ rule, isNew, isDefault, names, records, onSave, onClose }: RuleDialogProps) {
  const t = useText()
  const [typed, setTyped] = useState<TypedRule>(() => typedOf(rule))
  const [isStale, setStale] = useState(false)
  const channels = useAllChannels().channels?.map(({ id }) => id) ?? []
  const set = (part: Partial<TypedRule>) => setTyped((before) => ({ ...before, ...part }))
  const check = () =>
    Object.fromEntries(
      Object.entries(brokenFields(typed, isDefault)).map(([field, broken]) => [
        field,
        ruleText(broken, currentLocale()),
      ]),
    )
  async function save() {
    const saved = await onSave(put(madeRule(rule.id, typed)))
    setStale(saved === 'stale')
    if (saved === 'stale') return
    toast('ok', t('routing.draftSaved'))
    onClose()
  }
  return (
    <Dialog
      title={t(isNew ? 'routing.addRule' : isDefault ? 'routing.default' : 'routing.editRule')}
      open
      onClose={onClose}
      wide
      held="typed"
    >
      <Form check={check} submit={save} onError={showError}>
        <DialogBody className="gap-6">
          {isStale && (
            <Note tone="warn" announced>
              {t('routing.staleForm')}
            </Note>
          )}
          {isDefault ? (
            <p className="text-sm text-ink-2">{t('routing.defaultText')}</p>
          ) : (
            <>
              <TextField
                name="name"
                label={t('routing.name')}
                placeholder={t('routing.namePlaceholder')}
                value={typed.name}
                onChange={({ target }) => set({ name: target.value })}
                maxLength={2 * limits.nameMax}
                autoComplete="off"
              />
              <ConditionFields typed={typed} set={set} records={records} names={names} />
            </>
          )}
          <ChannelFields typed={typed} set={set} channels={channels} names={names} />
          <OptionFields typed={typed} set={set} channels={channels} names={names} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('routing.saving')}>
            {t('routing.saveDraft')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
