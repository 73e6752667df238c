import { recipientList as limits } from '@hongyan/contract/limits/recipient-list'
import type { recipients } from '@hongyan/contract/endpoints/messaging/recipients'
import { ruleText } from '@hongyan/contract/rules'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReplyOf } from '@hongyan/contract/endpoint'
import { api } from '../../../api/api.ts'
import { formatNumber, useLocale, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../../ui/dialog.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton, useClearError } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { choiceBody, choiceErrors, newChoice } from '../../../ui/recipient-list/choice.ts'
import { ChoiceFields } from '../../../ui/recipient-list/choice-fields.tsx'
import { showError } from '../../../ui/show-error.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { numbersIn } from './numbers-in.ts'
import { reloadRecipients } from './queries.ts'

type Reply = ReplyOf<typeof recipients.import>

interface Result extends Reply {
  /** The cells that are no numbers, each with its line in the text. */
  readonly invalid: (Reply['invalid'][number] & { readonly line: number })[]
}

/** More text than the longest import can have. */
const FILE_MAX = 2_000_000
/** Invalid cells that are listed; more would be scrolled past. */
const SHOWN = 200

interface NumbersFieldProps {
  text: string
  onChange: (text: string) => void
}

/** The numbers, pasted or read from a file in the browser. */
function NumbersField({ text, onChange }: NumbersFieldProps) {
  const t = useText()
  const clearError = useClearError()
  const input = useRef<HTMLInputElement>(null)
  const count = numbersIn(text).length
  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return
    onChange(await file.slice(0, FILE_MAX).text())
    clearError('recipients')
  }
  return (
    <div className="grid gap-2">
      <TextArea
        name="recipients"
        label={t('recipients.numbers')}
        hint={t('recipients.numbersHint', { most: formatNumber(limits.importMax) })}
        rows={6}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        spellCheck={false}
        className="tabular-nums"
      />
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm text-ink-2">
        <Button size="small" icon={FileUp} onClick={() => input.current?.click()}>
          {t('recipients.chooseFile')}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label={t('recipients.file')}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => void read(target.files?.[0]).catch(showError)}
        />
        <span role="status">{count > 0 && t('recipients.found', { count, number: formatNumber(count) })}</span>
      </div>
    </div>
  )
}

/** The counts of an import, and the cells that are no numbers. */
function Outcome({ result }: { result: Result }) {
  const t = useText()
  const { added, extended, existing, repeated, invalid } = result
  const counts = [
    ['recipients.countAdded', added],
    ['recipients.countExtended', extended],
    ['recipients.countExisting', existing],
    ['recipients.countRepeated', repeated],
    ['recipients.countInvalid', invalid.length],
  ] as const
  return (
    <>
      <dl aria-label={t('recipients.outcome')} className="grid gap-1 text-sm">
        {counts
          .filter(([title, count]) => count > 0 || title === 'recipients.countAdded')
          .map(([title, count]) => (
            <div key={title} className="flex justify-between gap-4 border-b border-line py-1.5">
              <dt className="text-ink-2">{t(title)}</dt>
              <dd className="font-medium tabular-nums">{formatNumber(count)}</dd>
            </div>
          ))}
      </dl>
      {invalid.length > 0 && (
        <section className="grid gap-2 text-sm">
          <h3 className="font-medium">{t('recipients.invalidTitle')}</h3>
          <p className="text-ink-3">{t('recipients.invalidText')}</p>
          <ul
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by key
            tabIndex={0}
            aria-label={t('recipients.invalidTitle')}
            className="max-h-48 overflow-y-auto rounded-md border border-line bg-well px-3 py-2 font-mono text-xs"
          >
            {invalid.slice(0, SHOWN).map(({ place, line, text }) => (
              <li key={place} className="grid grid-cols-[3.5rem_1fr] gap-2">
                <span className="text-ink-3 tabular-nums">{formatNumber(line)}</span>
                <span className="wrap-anywhere">{text}</span>
              </li>
            ))}
          </ul>
          {invalid.length > SHOWN && (
            <p className="text-ink-3">
              {t('recipients.invalidMore', { number: formatNumber(invalid.length - SHOWN) })}
            </p>
          )}
        </section>
      )}
      {added + extended > 0 && <Note>{t('recipients.addedText')}</Note>}
    </>
  )
}

/** Imports many numbers, and shows which were added. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const [text, setText] = useState('')
  const [choice, setChoice] = useState(() => newChoice('opt_out'))
  const [result, setResult] = useState<Result | null>(null)

  function check({ note = '' }: FormValues): FieldErrors {
    const count = numbersIn(text).length
    return {
      ...(count === 0 && { recipients: t('recipients.numbersMissing') }),
      ...(count > limits.importMax && { recipients: ruleText('list_many', locale) }),
      ...choiceErrors(choice, note, locale),
    }
  }
  async function submit({ note = '' }: FormValues) {
    const cells = numbersIn(text)
    const body = { recipients: cells.map((cell) => cell.text), ...choiceBody(choice, note) }
    const { invalid, ...counts } = await api.recipients.import({ body })
    setResult({ ...counts, invalid: invalid.map((one) => ({ ...one, line: cells[one.place - 1]?.line ?? one.place })) })
    await reloadRecipients()
  }
  if (result !== null) {
    return (
      <Dialog title={t('recipients.outcome')} open onClose={onClose}>
        <DialogBody>
          <Outcome result={result} />
        </DialogBody>
        <DialogFoot>
          <Button tone="primary" onClick={onClose}>
            {t('recipients.done')}
          </Button>
        </DialogFoot>
      </Dialog>
    )
  }
  return (
    <Dialog title={t('recipients.importNow')} open onClose={onClose}>
      <Form check={check} submit={submit} onError={showError}>
        <DialogBody>
          <NumbersField text={text} onChange={setText} />
          <ChoiceFields choice={choice} onChange={setChoice} />
        </DialogBody>
        <DialogFoot onCancel={onClose}>
          <SubmitButton unlessSuspended busyLabel={t('recipients.importing')}>
            {t('recipients.importNow')}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  )
}
