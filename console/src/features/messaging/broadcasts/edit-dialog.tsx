import type { Broadcast, BroadcastDetail } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { ruleText } from '@hongyan/contract/rules'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Radio } from '../../../ui/choice.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { doneText } from '../../../ui/record-texts.ts'
import { showError } from '../../../ui/show-error.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { editTitle, isChangeable } from './course.ts'
import { choiceOf, movedPlan, planWith, type TimeChoice } from './edit-plan.ts'
import { reloadBroadcasts, showChanged, useBroadcast } from './queries.ts'

interface TimeFieldsProps {
  choice: TimeChoice
  onChange: (choice: TimeChoice) => void
}

const times = { at: 'broadcasts.timeAt', local: 'broadcasts.timeLocal' } as const

function TimeFields({ choice, onChange }: TimeFieldsProps) {
  const t = useText()
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('broadcasts.when')}</legend>
        {(['at', 'local'] as const).map((time) => (
          <Radio key={time} name="time" checked={choice.time === time} onChange={() => onChange({ ...choice, time })}>
            {t(times[time])}
          </Radio>
        ))}
      </fieldset>
      <TextField
        name={choice.time}
        type="datetime-local"
        label={t('broadcasts.dateTime')}
        hint={t('broadcasts.dateTimeHint')}
        value={choice.clock}
        onChange={({ target }) => onChange({ ...choice, clock: target.value })}
      />
    </>
  )
}

function EditForm({ broadcast, onClose }: { broadcast: BroadcastDetail; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const { id, version, name, plan, starts_at: starts } = broadcast
  const [chosen, setChosen] = useState<TimeChoice | null>(null)
  const choice = chosen ?? choiceOf(plan, starts)
  const hasTime = isChangeable(broadcast, useMinute())

  function check({ name: typed = '' }: FormValues): FieldErrors {
    const hasName = typed.trim() !== '' && typed.trim().length <= limits.nameMax
    return {
      ...(!hasName && { name: ruleText('broadcast_name', locale) }),
      ...(hasTime && planWith(plan, choice) === null && { [choice.time]: ruleText('broadcast_time', locale) }),
    }
  }
  async function submit({ name: typed = '' }: FormValues) {
    const moved = hasTime ? movedPlan(broadcast, choice) : null
    const body = { version, name: typed.trim(), ...(moved !== null && { plan: moved }) }
    await showChanged(await api.broadcasts.update({ params: { id }, body }))
    onClose()
    toast('ok', doneText('updated', 'broadcasts.entity'))
  }
  const errorsOf = (error: unknown): FieldErrors | null =>
    error instanceof ApiError && error.field === `plan.${choice.time}` ? { [choice.time]: error.message } : null
  const onError = (error: unknown) => {
    showError(error)
    void reloadBroadcasts()
  }
  return (
    <Form check={check} submit={submit} errorsOf={errorsOf} onError={onError}>
      <DialogBody>
        <TextField
          name="name"
          label={t('broadcasts.name')}
          defaultValue={name}
          maxLength={limits.nameMax}
          autoComplete="off"
        />
        {hasTime && <TimeFields choice={choice} onChange={setChosen} />}
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton unlessSuspended busyLabel={t('broadcasts.saving')}>
          {t('broadcasts.save')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}

/** Renames a broadcast, and moves the time of one that is scheduled. */
export default function EditDialog({ broadcast: row, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const t = useText()
  const { broadcast, error, retry } = useBroadcast(row.id)
  const now = useMinute()
  return (
    <Dialog title={t(editTitle(broadcast ?? row, now))} open onClose={onClose}>
      {broadcast ? (
        <EditForm broadcast={broadcast} onClose={onClose} />
      ) : (
        <DialogBody>
          {broadcast === null && <EmptyState title={t('broadcasts.gone')} text={t('broadcasts.goneText')} />}
          {broadcast === undefined && error !== null && (
            <ErrorPanel title={t('broadcasts.oneFailed')} error={error} onRetry={retry} />
          )}
          {broadcast === undefined && error === null && <Skeleton label={t('ui.loading')} />}
        </DialogBody>
      )}
    </Dialog>
  )
}
