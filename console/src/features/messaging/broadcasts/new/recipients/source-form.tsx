import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { ruleText } from '@hongyan/contract/rules'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useAccount } from '../../../../../api/account.ts'
import { useCountries } from '../../../../../api/use-countries.ts'
import { uploadFile } from '../../../../../api/upload-file.ts'
import type { TextId } from '../../../../../i18n/ids.ts'
import { formatNumber, useLocale, useText } from '../../../../../i18n/text.ts'
import { Segmented } from '../../../../../ui/choice.tsx'
import { type FieldErrors, Form, SubmitButton } from '../../../../../ui/form.tsx'
import { Icon } from '../../../../../ui/icon.tsx'
import { showError } from '../../../../../ui/show-error.ts'
import { TextArea } from '../../../../../ui/text-area.tsx'
import { UploadField } from '../../../../../ui/upload/upload-field.tsx'
import type { SourceFile } from '../draft.ts'
import { readRecipients, usePhonebooks } from '../queries.ts'
import { useWizard } from '../wizard.ts'
import { orderOf } from './order.ts'
import { PhonebookFields } from './phonebook-fields.tsx'

const sources = ['input', 'file', 'phonebook'] as const
type Source = (typeof sources)[number]

const numbers: Readonly<Record<Source, RecipientSource>> = {
  input: RecipientSource.Input,
  file: RecipientSource.File,
  phonebook: RecipientSource.Phonebook,
}
const titles = {
  input: 'new.paste',
  file: 'new.file',
  phonebook: 'new.phonebook',
} as const satisfies Record<Source, TextId>

const nameOf = (source: RecipientSource): Source => sources.find((each) => numbers[each] === source) ?? 'input'

/** The country of numbers without a calling code, unless another is chosen. */
export const useHomeCountry = (): string => (useAccount().partition === Partition.Cn ? 'CN' : 'US')

function PasteField() {
  const t = useText()
  const { pasted, setPasted } = useWizard()
  const count = pasted.split('\n').filter((line) => line.trim() !== '').length
  return (
    <div className="relative">
      <TextArea
        name="input"
        label={t('new.numbers')}
        hint={t('new.numbersHint', { most: formatNumber(limits.inputRows) })}
        placeholder={t('new.numbersPlaceholder')}
        rows={7}
        value={pasted}
        onChange={({ target }) => setPasted(target.value)}
        spellCheck={false}
        autoComplete="off"
        className="tabular-nums"
      />
      <p role="status" className="absolute top-0 right-0 text-sm text-ink-3">
        {count > 0 && t('new.lines', { count })}
      </p>
    </div>
  )
}

function FileField({ onStored }: { readonly onStored: (file: SourceFile) => void }) {
  const t = useText()
  const { draft, change } = useWizard()
  return (
    <UploadField
      name="file"
      label={t('new.fileLabel')}
      purpose="recipients"
      max={1}
      value={draft.file === null ? [] : [draft.file]}
      onChange={([stored]) => {
        const file = stored ? { id: stored.id, name: stored.name } : null
        change({ file })
        if (file) onStored(file)
      }}
      send={uploadFile}
    />
  )
}

/** A list of the browser's own, which loads with the page and opens as each phone does. */
function CountryField() {
  const t = useText()
  const id = useId()
  const countries = useCountries()
  const { draft, change } = useWizard()
  const home = useHomeCountry()
  return (
    <div className="grid max-w-96 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t('new.country')}
      </label>
      <span className="relative">
        <select
          id={id}
          name="country"
          value={draft.country ?? home}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => change({ country: target.value })}
          className="h-11 w-full appearance-none rounded-md border border-control bg-raised pr-9 pl-3 text-md sm:h-9 sm:text-base"
        >
          {countries.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-2" />
      </span>
      <p id={`${id}-hint`} className="text-xs text-ink-3">
        {t('new.countryHint')}
      </p>
    </div>
  )
}

/** Chooses the source of the recipients, and has them read. A file is read as soon as it is uploaded. */
export function SourceForm() {
  const t = useText()
  const locale = useLocale()
  const { draft, change, pasted, setAudience } = useWizard()
  const home = useHomeCountry()
  const source = nameOf(draft.source)
  const phonebooks = usePhonebooks('', source === 'phonebook')
  const isEmpty = source === 'phonebook' && phonebooks?.length === 0

  function check(): FieldErrors {
    const order = orderOf(draft, { pasted, home })
    const isTooLong = new Blob([pasted]).size > limits.inputBytes
    if (order !== null && !(source === 'input' && isTooLong)) return {}
    return { [source]: ruleText(`audience_${source}`, locale) }
  }
  async function read(file = draft.file): Promise<void> {
    const order = orderOf({ ...draft, file }, { pasted, home })
    if (order !== null) setAudience((await readRecipients(order)).id)
  }
  return (
    <Form key={source} check={check} submit={() => read()} onError={showError} className="grid gap-5">
      <Segmented
        label={t('new.source')}
        choices={sources.map((value) => ({ value, title: t(titles[value]) }))}
        value={source}
        onChange={(value) => change({ source: numbers[value] })}
      />
      {source === 'input' && <PasteField />}
      {source === 'file' && <FileField onStored={(file) => void read(file).catch(showError)} />}
      {source === 'phonebook' ? <PhonebookFields /> : <CountryField />}
      {!isEmpty && (
        <div className="flex max-sm:*:flex-1">
          <SubmitButton unlessSuspended busyLabel={t('new.checking')}>
            {t('new.check')}
          </SubmitButton>
        </div>
      )}
    </Form>
  )
}
