import type { Submission } from '@hongyan/contract/endpoints/account/verification'
import type { UploadId } from '@hongyan/contract/ids'
import { useState } from 'react'
import { uploadFile } from '../../../api/upload-file.ts'
import { useText } from '../../../i18n/text.ts'
import { UploadField } from '../../../ui/upload/upload-field.tsx'
import type { StoredFile } from '../../../ui/upload/use-uploads.ts'

type Document = Submission['documents'][number]

/** The document that a draft or a rejected submission already has. */
function storedOf(document: Document | null): readonly StoredFile[] {
  const id = document?.id ?? null
  return id === null ? [] : [{ id: id as UploadId, name: document?.name ?? '' }] // an id of an upload
}

interface DocumentFieldProps {
  name: string
  label: string
  initial: Document | null
  /** The address of the blank letter of authorisation. */
  letterForm: string
}

/** One document of the form, as a picture or PDF. */
export function DocumentField({ name, label, initial, letterForm }: DocumentFieldProps) {
  const t = useText()
  const [stored, setStored] = useState(() => storedOf(initial))
  const isLetter = name === 'authorisation'
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <UploadField
        name={name}
        label={label}
        purpose="evidence"
        max={1}
        value={stored}
        onChange={setStored}
        send={uploadFile}
        {...(isLetter ? { description: t('verification.authorisationHint') } : {})}
      />
      {isLetter && (
        <a href={letterForm} target="_blank" rel="noopener" className="justify-self-start text-sm text-link">
          {t('verification.authorisationForm')}
        </a>
      )}
    </div>
  )
}
