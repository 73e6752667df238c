import type { Phonebook } from '@hongyan/contract/endpoints/messaging/phonebooks'
import { phonebooks as limits } from '@hongyan/contract/limits/broadcasts'
import { ruleText } from '@hongyan/contract/rules'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { t as textNow, useLocale, useText } from '../../../i18n/text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { type FieldErrors, Form, SubmitButton } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { showError } from '../../../ui/show-error.ts'
import { toast } from '../../../ui/toasts.ts'
import { reloadPhonebooks } from './queries.ts'

interface Draft {
  readonly key: number
  readonly name: string
  readonly was: string | null
}

interface FieldsDialogProps {
  book: Phonebook
  onClose: () => void
}

/** Adds, renames and removes the fields of a phonebook. */
export default function FieldsDialog({ book, onClose }: FieldsDialogProps) {
  const t = useText()
  const locale = useLocale()
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    book.fields.map((name, key) => ({ key, name, was: name })),
  )
  const removed = book.fields.length - drafts.filter(({ was }) => was !== null).length
  const nameOf = (index: number): string => `fields[${index}].name`
  const isWrong = (name: string): boolean => {
    const tidy = name.trim()
    return tidy === '' || tidy.startsWith('$') || Array.from(tidy).length > limits.fieldNameMax
  }
  const check = (): FieldErrors =>
    Object.fromEntries(
      drafts.flatMap(({ name }, index) => (isWrong(name) ? [[nameOf(index), ruleText('field_name', locale)]] : [])),
    )
  async function submit() {
    const fields = drafts.map(({ name, was }) => ({ name, was }))
    await api.phonebooks.update({ params: { id: book.id }, body: { version: book.version, fields } })
    onClose()
    toast('ok', textNow('phonebooks.fieldsSaved'))
    await reloadPhonebooks()
  }
  const change = (key: number, name: string) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, name } : draft)))
  const add = () =>
    setDrafts([...drafts, { key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1, name: '', was: null }])
  return (
    <Dialog title={t('phonebooks.editFields')} open onClose={onClose}>
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <p className="text-sm text-ink-2">{t('phonebooks.fieldsText', { most: limits.fields })}</p>
          {drafts.map(({ key, name }, index) => (
            <TextField
              key={key}
              name={nameOf(index)}
              label={t('phonebooks.fieldNr', { nr: index + 1 })}
              value={name}
              onChange={({ target }) => change(key, target.value)}
              autoComplete="off"
              trailing={
                <IconButton
                  icon={Trash2}
                  label={t('phonebooks.removeField', { name: name === '' ? String(index + 1) : name })}
                  onClick={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
                />
              }
            />
          ))}
          <div>
            <Button size="small" icon={Plus} onClick={add} disabled={drafts.length >= limits.fields}>
              {t('phonebooks.addField')}
            </Button>
          </div>
          {removed > 0 && <Note tone="warn">{t('phonebooks.fieldsRemoved', { count: removed })}</Note>}
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
