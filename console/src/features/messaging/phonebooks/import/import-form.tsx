import type { CallOf } from '@hongyan/contract/endpoint'
import type { Phonebook, phonebooks } from '@hongyan/contract/endpoints/messaging/phonebooks'
import type { ContactImportId, UploadId } from '@hongyan/contract/ids'
import { ruleText } from '@hongyan/contract/rules'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { uploadFile } from '../../../../api/upload-file.ts'
import { useCountries } from '../../../../api/use-countries.ts'
import { useLocale, useText } from '../../../../i18n/text.ts'
import { Checkbox } from '../../../../ui/choice.tsx'
import { ComboField } from '../../../../ui/combo-field.tsx'
import { matchingCountries } from '../../../../ui/countries.ts'
import { DialogBody, DialogFoot } from '../../../../ui/dialog.tsx'
import { type FieldErrors, Form, type FormValues, SubmitButton } from '../../../../ui/form.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { UploadField } from '../../../../ui/upload/upload-field.tsx'
import type { StoredFile } from '../../../../ui/upload/use-uploads.ts'
import { ConsentFields, consentErrors, consentOf } from '../consent-fields.tsx'

export type ImportOrder = CallOf<typeof phonebooks.import>['body']

interface ImportFormProps {
  book: Phonebook
  onStarted: (id: ContactImportId, order: ImportOrder) => void
  onClose: () => void
}

/** The file, and what its rows cannot say themselves. */
export function ImportForm({ book, onStarted, onClose }: ImportFormProps) {
  const t = useText()
  const locale = useLocale()
  const { partition } = useAccount()
  const countries = useCountries()
  const [files, setFiles] = useState<readonly StoredFile[]>([])
  const home = partition === Partition.Cn ? 'CN' : 'US'
  const check = (values: FormValues): FieldErrors => ({
    ...((values['file'] ?? '') === '' && { file: ruleText('audience_file', locale) }),
    ...((values['country'] ?? '') === '' && { country: ruleText('cap_country', locale) }),
    ...consentErrors(values, locale),
  })
  async function submit(values: FormValues) {
    const body = {
      file: values['file'] as UploadId, // the field has the id of a stored file
      country: values['country'] ?? home,
      consent: consentOf(values),
      clear_empty: values['clear_empty'] !== undefined,
    }
    const { id } = await api.phonebooks.import({ params: { id: book.id }, body })
    onStarted(id, body)
  }
  return (
    <Form check={check} submit={submit} onError={showError}>
      <DialogBody>
        <UploadField
          name="file"
          label={t('phonebooks.file')}
          description={t('phonebooks.fileText')}
          purpose="recipients"
          value={files}
          onChange={setFiles}
          send={uploadFile}
        />
        {countries.length === 0 ? (
          <Skeleton label={t('ui.loading')} />
        ) : (
          <ComboField
            name="country"
            label={t('phonebooks.importCountry')}
            placeholder={t('phonebooks.searchCountry')}
            initial={countries.find(({ value }) => value === home)}
            match={(typed) => matchingCountries(countries, typed)}
            emptyText={t('phonebooks.noCountry')}
            showAllLabel={t('phonebooks.allCountries')}
          />
        )}
        <ConsentFields initial={null} />
        <Checkbox name="clear_empty">
          <span>
            {t('phonebooks.clearEmpty')}
            <span className="block text-xs text-ink-3">{t('phonebooks.clearEmptyHint')}</span>
          </span>
        </Checkbox>
      </DialogBody>
      <DialogFoot onCancel={onClose}>
        <SubmitButton unlessSuspended busyLabel={t('phonebooks.importing')}>
          {t('phonebooks.importNow')}
        </SubmitButton>
      </DialogFoot>
    </Form>
  )
}
