import { broadcasts as limits } from '@hongyan/contract/limits/broadcasts'
import { ruleText } from '@hongyan/contract/rules'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import { useAccount } from '../../../../../api/account.ts'
import { useCountries } from '../../../../../api/use-countries.ts'
import { uploadFile } from '../../../../../api/upload-file.ts'
import type { TextId } from '../../../../../i18n/ids.ts'
import { formatNumber, useLocale, useText } from '../../../../../i18n/text.ts'
import { Segmented } from '../../../../../ui/choice.tsx'
import { ComboField } from '../../../../../ui/combo-field.tsx'
import { matchingCountries } from '../../../../../ui/countries.ts'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../../../ui/form.tsx'
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
    <div className="grid gap-1.5">
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
      <p role="status" className="min-h-5 text-sm text-ink-2">
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

function CountryField() {
  const t = useText()
  const countries = useCountries()
  const { draft, change } = useWizard()
  const home = useHomeCountry()
  const initial = countries.find(({ value }) => value === (draft.country ?? home))
  if (initial === undefined) return null
  return (
    <div className="grid max-w-96 gap-1.5">
      <ComboField
        label={t('new.country')}
        name="country"
        placeholder={t('new.countrySearch')}
        initial={initial}
        match={(typed) => matchingCountries(countries, typed)}
        emptyText={t('new.countryNone')}
        showAllLabel={t('new.countryAll')}
        onChosen={(country) => change({ country })}
      />
      <p className="text-xs text-ink-3">{t('new.countryHint')}</p>
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
  const phonebooks = usePhonebooks(source === 'phonebook')
  const isEmpty = source === 'phonebook' && phonebooks?.length === 0

  function check({ country = '' }: FormValues): FieldErrors {
    const order = orderOf(draft, { pasted, home })
    const isTooLong = new Blob([pasted]).size > limits.inputBytes
    return {
      ...((order === null || (source === 'input' && isTooLong)) && {
        [source]: ruleText(`audience_${source}`, locale),
      }),
      ...(source !== 'phonebook' && country === '' && { country: ruleText('cap_country', locale) }),
    }
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
          <SubmitButton busyLabel={t('new.checking')}>{t('new.check')}</SubmitButton>
        </div>
      )}
    </Form>
  )
}
