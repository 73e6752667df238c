import type { IpEntry, IpRestriction } from '@hongyan/contract/endpoints/extensions/ip-restriction'
import { ipRestriction as limits } from '@hongyan/contract/limits/ip-restriction'
import { ruleText } from '@hongyan/contract/rules'
import type { IpEffect } from '@hongyan/contract/vocabulary/ip-restriction'
import type { CredentialId } from '@hongyan/contract/ids'
import { useState } from 'react'
import { currentLocale, t as textNow, useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { RadioCards } from '../../../../ui/choice.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../../ui/form.tsx'
import { doneText } from '../../../../ui/record-texts.ts'
import { Select } from '../../../../ui/select.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { TextArea } from '../../../../ui/text-area.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { useChange } from '../change.tsx'
import { savedOf, useCredentialKeys } from '../queries.ts'
import { brokenRule, isNote, type Line, noteOf, readLines } from './lines.ts'
import { LineResults } from './line-results.tsx'

interface EntryDialogProps {
  rules: IpRestriction
  /** The entry that is changed; null for new ones. */
  entry: IpEntry | null
  /** The addresses that the form begins with. */
  ips?: string | undefined
  onClose: () => void
}

const ALL = 'all'

/** The message of an error that names an entry, at the field of its addresses or its note. */
function errorsOf(error: unknown): FieldErrors | null {
  if (!(error instanceof ApiError) || error.field?.startsWith('entries') !== true) return null
  return { [error.field.endsWith('.note') ? 'note' : 'cidr']: error.message }
}

/** The form of several new entries or of one that is changed. */
export default function EntryDialog({ rules, entry, ips = '', onClose }: EntryDialogProps) {
  const t = useText()
  const change = useChange()
  const keys = useCredentialKeys()
  const [typed, setTyped] = useState(entry?.cidr ?? ips.split(',').filter(Boolean).join('\n'))
  const [effect, setEffect] = useState<IpEffect>(entry?.effect ?? (ips === '' ? rules.mode : 'allow'))
  const [owner, setOwner] = useState<CredentialId | typeof ALL>(entry?.credential ?? ALL)
  const credential = owner === ALL ? null : owner
  const others = rules.entries.filter(({ id }) => id !== entry?.id)
  const linesOf = (text: string): readonly Line[] =>
    readLines(text, { others, effect, credential, strict: rules.strict })
  const lines = linesOf(typed)

  function check({ cidr = '', note = '' }: FormValues): FieldErrors {
    const found = linesOf(cidr)
    const rule = entry !== null && found.length > 1 ? 'ip_cidr' : brokenRule(found, others.length)
    return {
      ...(rule !== null && { cidr: ruleText(rule, currentLocale()) }),
      ...(!isNote(note) && { note: ruleText('ip_note', currentLocale()) }),
    }
  }

  async function submit({ cidr = '', note = '' }: FormValues) {
    const found = linesOf(cidr)
    const made = found.map(({ network, typed: text }) => ({
      ...(entry !== null && { id: entry.id }),
      cidr: network ?? text,
      effect,
      note: noteOf(note),
      credential,
    }))
    const entries =
      entry === null
        ? [...rules.entries.map(savedOf), ...made]
        : rules.entries.flatMap((row) => (row.id === entry.id ? made : [savedOf(row)]))
    if (!(await change({ entries }))) return
    toast(
      'ok',
      entry === null
        ? textNow('ip-restriction.addedToast', { count: made.length })
        : doneText('updated', 'ip-restriction.entity'),
    )
    onClose()
  }

  const options = [
    { value: ALL, title: t('ip-restriction.allCredentials') },
    ...keys.map(({ id, key }) => ({ value: id, title: key })),
  ] as const
  return (
    <Dialog
      title={t(entry === null ? 'ip-restriction.add' : 'ip-restriction.editTitle')}
      open
      wide
      held="typed"
      onClose={onClose}
    >
      <Form check={check} submit={submit} errorsOf={errorsOf} onError={showError}>
        <DialogBody>
          {entry === null ? (
            <TextArea
              name="cidr"
              label={t('ip-restriction.addresses')}
              hint={t('ip-restriction.addressesHint')}
              rows={4}
              autoFocus
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          ) : (
            <TextField
              name="cidr"
              label={t('ip-restriction.network')}
              autoFocus
              spellCheck={false}
              autoComplete="off"
              className="font-mono"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          <LineResults lines={lines} />
          <RadioCards
            legend={t('ip-restriction.effect')}
            name="effect"
            choices={[
              { value: 'allow', title: t('ip-restriction.allowed'), text: t('ip-restriction.allowedText') },
              { value: 'deny', title: t('ip-restriction.denied'), text: t('ip-restriction.deniedText') },
            ]}
            value={effect}
            onChange={(chosen) => setEffect(chosen === 'deny' ? 'deny' : 'allow')}
          />
          <Select label={t('ip-restriction.credential')} options={options} value={owner} onChange={setOwner} />
          <TextField
            name="note"
            label={t('ip-restriction.note')}
            hint={t('ip-restriction.noteHint')}
            defaultValue={entry?.note ?? ''}
            maxLength={4 * limits.noteMax}
            autoComplete="off"
          />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('ip-restriction.saving')}>
            {t(entry === null ? 'ip-restriction.add' : 'ip-restriction.save')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
