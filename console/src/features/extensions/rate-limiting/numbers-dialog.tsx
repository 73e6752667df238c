import type { ExemptNumber } from '@hongyan/contract/endpoints/extensions/sms-rate-limiting'
import { rateLimiting as limits } from '@hongyan/contract/limits/rate-limiting'
import { type RuleId, ruleText } from '@hongyan/contract/rules'
import { useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { currentLocale, useText } from '../../../i18n/text.ts'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../ui/form.tsx'
import { showError } from '../../../ui/show-error.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { ExemptFields } from './exempt-fields.tsx'
import { type ExemptLine, readLines } from './exempt-lines.ts'
import { endOf } from './expiry.ts'

/** The result of the lines that were added, and of those that stay to be corrected. */
interface Result {
  readonly added: number
  readonly wrong: readonly ExemptLine[]
}

function Results({ added, wrong }: Result) {
  const t = useText()
  return (
    <div role="status" className="grid gap-2 rounded-md border border-warn-line bg-warn-soft p-3 text-sm">
      <p className="font-medium">{t('rate-limiting.linesResult', { added, wrong: wrong.length })}</p>
      <ul className="grid gap-1.5">
        {wrong.map(({ line, text, broken }) => (
          <li key={line} className="grid gap-0.5">
            <span className="font-mono text-xs wrap-anywhere">{text}</span>
            {broken !== null && <span className="text-xs text-ink-2">{ruleText(broken, currentLocale())}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface NumbersDialogProps {
  exempt: readonly ExemptNumber[]
  onAdd: (added: readonly ExemptNumber[]) => void
  onClose: () => void
}

/** The form of one or many exempt numbers. Lines that it refuses stay, each with its reason. */
export default function NumbersDialog({ exempt, onAdd, onClose }: NumbersDialogProps) {
  const t = useText()
  const { time_zone: zone } = useAccount()
  const [typed, setTyped] = useState('')
  const [result, setResult] = useState<Result | null>(null)
  const linesOf = ({ note = '' }: FormValues) =>
    readLines(
      typed,
      note,
      exempt.map(({ number }) => number),
    )

  function check(values: FormValues): FieldErrors {
    const lines = linesOf(values)
    const fitting = lines.filter(({ broken }) => broken === null)
    const refused = (rule: RuleId): FieldErrors => ({ numbers: ruleText(rule, currentLocale()) })
    if (exempt.length + fitting.length > limits.exempt) return refused('too_many_numbers')
    if (lines.length === 0) return refused('invalid_number')
    const [only] = lines
    return lines.length === 1 && only && only.broken !== null ? refused(only.broken) : {}
  }

  async function submit(values: FormValues) {
    const lines = linesOf(values)
    const wrong = lines.filter(({ broken }) => broken !== null)
    const added = lines.filter(({ broken }) => broken === null)
    if (added.length > 0) {
      const expires_at = endOf(values['day'] ?? '', zone)
      onAdd(added.map(({ number, note }) => ({ number, note, expires_at })))
    }
    if (wrong.length === 0) return onClose()
    setTyped(wrong.map(({ text }) => text).join('\n'))
    setResult({ added: added.length, wrong })
  }

  return (
    <Dialog title={t('rate-limiting.addNumbers')} open onClose={onClose} wide held="typed">
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <TextArea
            name="numbers"
            label={t('rate-limiting.numbers')}
            hint={t('rate-limiting.numbersHint')}
            placeholder={t('rate-limiting.numbersPlaceholder')}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setResult(null)
            }}
            rows={6}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
          {result !== null && <Results {...result} />}
          <ExemptFields note="" day="" noteHint={t('rate-limiting.noteHint')} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton>{t('rate-limiting.addThem')}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
