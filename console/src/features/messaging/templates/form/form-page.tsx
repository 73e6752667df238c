import type { TemplateDetail } from '@hongyan/contract/endpoints/messaging/templates'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import type { Locale } from '@hongyan/contract/vocabulary/account'
import { EditMode } from '@hongyan/contract/vocabulary/job'
import { useAccount } from '../../../../api/account.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { useLocale, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { isWaiting } from '../../../../ui/review/review-status.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { modeOf, type TemplateSearch } from '../filter.ts'
import { usePublicTemplates, useTemplate } from '../queries.ts'
import { draftOf, newDraft, publicDraft, starterDraft, starters } from './draft.ts'
import { TemplateFormView } from './template-form.tsx'

export interface FormPageProps {
  search: TemplateSearch
  onClose: (to?: TemplateSearch) => void
}

interface Beginning {
  readonly draft: TemplateForm
  /** The template that the form changes; null for a new one. */
  readonly editing: TemplateDetail | null
}

/** The first state of the form; undefined until loaded, null where the address names a template that is gone. */
function useBeginning(search: TemplateSearch): {
  readonly beginning: Beginning | null | undefined
  readonly error: unknown
  readonly retry: () => void
} {
  const { edit, from } = search
  const mode = modeOf(search)
  const locale = useLocale()
  const { partition } = useAccount()
  const isPublic = from?.startsWith('pub_') === true
  const starter = starters.find((each) => each === from)
  const isCopy = mode === EditMode.Prepare && !isPublic && starter === undefined
  const { detail, error, retry } = useTemplate(edit ?? (isCopy ? from : undefined))
  const shared = usePublicTemplates(isPublic)
  return {
    beginning: find(),
    error: isPublic ? shared.error : error,
    retry: isPublic ? () => void shared.refetch() : retry,
  }

  function find(): Beginning | null | undefined {
    if (mode === EditMode.Create) return { draft: newDraft(locale), editing: null }
    if (mode === EditMode.Edit) return detail && { draft: draftOf(detail, detail.code ?? ''), editing: detail }
    if (starter !== undefined) return { draft: starterDraft(starter, locale, partition), editing: null }
    if (isPublic) return shared.data && fromPublic(shared.data, locale)
    return detail && { draft: draftOf(detail, ''), editing: null }
  }

  function fromPublic(all: NonNullable<typeof shared.data>, language: Locale): Beginning | null {
    const found = all.find(({ id }) => id === from)
    return found === undefined ? null : { draft: publicDraft(found, language), editing: null }
  }
}

const titles = {
  [EditMode.Create]: 'templates.newTitle',
  [EditMode.Edit]: 'templates.editTitle',
  [EditMode.Prepare]: 'templates.newTitle',
} as const satisfies Record<EditMode, TextId>

/** The form of a new template, or of a new version of one. */
export default function FormPage({ search, onClose }: FormPageProps) {
  const t = useText()
  const { beginning, error, retry } = useBeginning(search)
  const title = t(titles[modeOf(search)])
  if (beginning && (beginning.editing === null || !isWaiting(beginning.editing.status))) {
    return <TemplateFormView key={`${search.edit} ${search.from}`} {...beginning} search={search} onClose={onClose} />
  }
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[{ title: t('templates.messaging') }, { title: t('templates.title'), path: paths.templates }]}
      />
      {beginning === undefined && !error && <Skeleton label={t('ui.loading')} />}
      {beginning === undefined && Boolean(error) && (
        <Card>
          <ErrorPanel title={t('templates.oneNotLoaded')} error={error} onRetry={retry} />
        </Card>
      )}
      {beginning !== undefined && (
        <Card>
          <EmptyState
            title={t(beginning === null ? 'templates.gone' : 'templates.waits')}
            text={t(beginning === null ? 'templates.goneText' : 'templates.waitsText')}
            action={<Button onClick={() => onClose()}>{t('templates.back')}</Button>}
          />
        </Card>
      )}
    </>
  )
}
