import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { listOf, readSearch, type TemplateSearch } from './filter.ts'
import { formPart, listPart } from './parts.ts'

/** Screens S3: the account's templates, the public ones, and the form in their place. */
export function TemplatesPage() {
  const t = useText()
  const navigate = useNavigate({ from: paths.templates })
  const search = readSearch(useSearch({ from: paths.templates }))
  const isForm = search.form !== undefined || search.edit !== undefined
  const closeForm = (to: TemplateSearch = listOf(search)) => void navigate({ search: to, replace: true })
  return (
    <Suspense fallback={<Skeleton label={t('ui.loading')} />}>
      {isForm ? (
        <formPart.Part search={search} onClose={closeForm} />
      ) : (
        <listPart.Part search={search} onFormNear={() => void formPart.load()} />
      )}
    </Suspense>
  )
}
