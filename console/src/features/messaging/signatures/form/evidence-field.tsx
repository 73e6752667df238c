import type { SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import type { EvidenceField as Field, EvidenceFile } from '@hongyan/contract/vocabulary/signature'
import type { UploadId } from '@hongyan/contract/ids'
import { isEvidenceFile } from '@hongyan/contract/vocabulary/signature'
import { type ComponentProps, useState } from 'react'
import { uploadFile } from '../../../../api/upload-file.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { useText } from '../../../../i18n/text.ts'
import { TextField } from '../../../../ui/field.tsx'
import { UploadField } from '../../../../ui/upload/upload-field.tsx'
import type { StoredFile } from '../../../../ui/upload/use-uploads.ts'
import { useVerification } from '../queries.ts'

export type Files = SignatureDetail['files']

interface EvidenceFieldProps {
  field: Field
  value: string
  /** The files that a rejected sender already has. */
  files: Files
  error: string | undefined
  onChange: (value: string) => void
}

const hints: Readonly<Partial<Record<Field, TextId>>> = {
  registration_number: 'signatures.registrationHint',
  domain: 'signatures.domainHint',
  icp_number: 'signatures.icpHint',
  domain_proof: 'signatures.domainProofHint',
  store_url: 'signatures.storeHint',
  console_screenshot: 'signatures.consoleHint',
  admin_screenshot: 'signatures.adminHint',
  owner_licence: 'signatures.ownerLicenceHint',
  authorisation: 'signatures.authorisationHint',
}

const inputs: Readonly<Partial<Record<Field, Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoCapitalize'>>>> =
  {
    registration_number: { autoCapitalize: 'characters' },
    domain: { inputMode: 'url', autoCapitalize: 'none' },
    store_url: { type: 'url', inputMode: 'url', autoCapitalize: 'none' },
    authorised_until: { type: 'date' },
  }

function storedOf(files: Files, field: EvidenceFile): readonly StoredFile[] {
  return files.flatMap((file) =>
    file.field === field && file.id !== null ? [{ id: file.id as UploadId, name: file.name ?? '' }] : [],
  ) // ids of uploads
}

function FileField({ field, files, onChange }: EvidenceFieldProps & { field: EvidenceFile }) {
  const t = useText()
  const [stored, setStored] = useState(() => storedOf(files, field))
  const verification = useVerification()
  const hint = hints[field]
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <UploadField
        name={field}
        label={t(`signatures.${field}`)}
        purpose="evidence"
        max={1}
        value={stored}
        onChange={(uploads) => {
          setStored(uploads)
          onChange(uploads[0]?.id ?? '')
        }}
        send={uploadFile}
        {...(hint && { description: t(hint) })}
      />
      {field === 'authorisation' && verification && (
        <a
          href={verification.sender_id_form}
          target="_blank"
          rel="noopener"
          className="justify-self-start text-sm text-link"
        >
          {t('signatures.authorisationForm')}
        </a>
      )}
    </div>
  )
}

/** The number is masked in the verification, so it is typed anew beside its masked form. */
function useRegistrationHint(): string {
  const t = useText()
  const values = useVerification()?.valid?.values
  const masked = values?.uscc ?? values?.registration_number
  return masked === undefined ? t('signatures.registrationHint') : t('signatures.registrationKnown', { number: masked })
}

function RegistrationField(props: Omit<ComponentProps<typeof TextField>, 'hint'>) {
  return <TextField {...props} hint={useRegistrationHint()} />
}

/** The input of one part of the evidence: a text, or a picture or PDF. */
export function EvidenceField(props: EvidenceFieldProps) {
  const { field, value, error, onChange } = props
  const t = useText()
  if (isEvidenceFile(field)) return <FileField {...props} field={field} />
  const hint = hints[field]
  const input = {
    name: field,
    label: t(`signatures.${field}`),
    value,
    error,
    spellCheck: false,
    onChange: ({ target }: { target: HTMLInputElement }) => onChange(target.value),
    ...inputs[field],
  }
  return field === 'registration_number' ? (
    <RegistrationField {...input} />
  ) : (
    <TextField {...input} {...(hint && { hint: t(hint) })} />
  )
}
