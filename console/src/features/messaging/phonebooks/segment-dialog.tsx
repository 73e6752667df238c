import type { Phonebook, Segment, SegmentCondition } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { ruleText } from '@hongyan/contract/rules'
import { Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { api } from '../../../api/api.ts'
import { formatNumber, useLocale, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { doneText } from '../../../ui/record-texts.ts'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { kindOf, needsValue } from './condition-labels.ts'
import { ConditionRow } from './condition-row.tsx'
import { reloadPhonebooks, useSegmentCount } from './queries.ts'

interface SegmentDialogProps {
  book: Phonebook
  /** Null for a new segment. */
  row: Segment | null
  onClose: () => void
}

interface Draft {
  readonly key: number
  readonly condition: SegmentCondition
}

const isComplete = ({ operator, value }: SegmentCondition): boolean => !needsValue(operator) || value.trim() !== ''

/** The number of contacts that the conditions have now. */
function LiveCount({ book, conditions }: { book: Phonebook; conditions: readonly SegmentCondition[] }) {
  const t = useText()
  // A typed value shows at once; the count follows.
  const settled = useDeferredValue(conditions)
  const { data, error } = useSegmentCount(book.id, settled.every(isComplete) ? settled : null)
  const of = formatNumber(book.contacts)
  const number = data === undefined ? '' : formatNumber(data.contacts)
  return (
    <p role="status" className="min-h-5 text-sm text-ink-2 tabular-nums">
      {error === null &&
        data !== undefined &&
        t(data.exact ? 'phonebooks.matching' : 'phonebooks.matchingAbout', { number, of })}
    </p>
  )
}

/** Creates a segment, or changes one. */
export default function SegmentDialog({ book, row, onClose }: SegmentDialogProps) {
  const t = useText()
  const locale = useLocale()
  const first = book.fields[0] ?? '$country'
  const fresh: SegmentCondition = { field: first, operator: 'is', value: '' }
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    (row?.conditions ?? [fresh]).map((condition, key) => ({ key, condition })),
  )
  const conditions = drafts.map(({ condition }) => condition)
  const check = ({ name = '' }: FormValues): FieldErrors => {
    const { length } = Array.from(name.trim())
    const missing = conditions.flatMap((condition, index) => {
      if (isComplete(condition)) return []
      const kind = kindOf(condition.field)
      const rule = kind === '$country' ? 'cap_country' : kind === '$created' ? 'condition_date' : 'condition_value'
      return [[`conditions[${index}].value`, ruleText(rule, locale)] as const]
    })
    return {
      ...((length === 0 || length > limits.nameMax) && { name: ruleText('phonebook_name', locale) }),
      ...Object.fromEntries(missing),
    }
  }
  async function submit({ name = '' }: FormValues) {
    const { id } = book
    const body = { name, conditions }
    if (row === null) await api.segments.create({ params: { id }, body })
    else await api.segments.update({ params: { id, sid: row.id }, body: { version: row.version, ...body } })
    onClose()
    toast('ok', doneText(row === null ? 'created' : 'updated', 'phonebooks.segmentEntity'))
    await reloadPhonebooks()
  }
  const add = () => setDrafts([...drafts, { key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1, condition: fresh }])
  return (
    <Dialog title={t(row === null ? 'phonebooks.newSegment' : 'phonebooks.editSegment')} open onClose={onClose}>
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <TextField
            name="name"
            label={t('phonebooks.name')}
            hint={t('phonebooks.segmentNameHint')}
            defaultValue={row?.name}
            maxLength={4 * limits.nameMax}
            autoComplete="off"
          />
          <div className="grid gap-2">
            <h3 className="text-sm font-medium">{t('phonebooks.conditionsTitle')}</h3>
            {drafts.map(({ key, condition }, index) => (
              <ConditionRow
                key={key}
                condition={condition}
                index={index}
                fields={book.fields}
                onChange={(next) =>
                  setDrafts(drafts.map((draft) => (draft.key === key ? { key, condition: next } : draft)))
                }
                onRemove={drafts.length === 1 ? null : () => setDrafts(drafts.filter((draft) => draft.key !== key))}
              />
            ))}
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Button size="small" icon={Plus} onClick={add} disabled={drafts.length >= limits.conditions}>
                {t('phonebooks.addCondition')}
              </Button>
              <LiveCount book={book} conditions={conditions} />
            </div>
          </div>
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('phonebooks.saving')}>
            {t('phonebooks.save')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
