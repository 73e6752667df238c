import type { Template, TemplateDetail } from '@hongyan/contract/endpoints/messaging/templates'
import type { Filing } from '@hongyan/contract/endpoints/messaging/senders'
import { api } from '../../../api/api.ts'
import { t as textNow, useText } from '../../../i18n/text.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyableId } from '../../../ui/copy.tsx'
import { DetailRow } from '../../../ui/detail-row.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Note } from '../../../ui/note.tsx'
import { canRefile, FilingList } from '../../../ui/review/filing-chips.tsx'
import { RejectedFields } from '../../../ui/review/reason-list.tsx'
import { isRejected, isWaiting, ReviewMark } from '../../../ui/review/review-status.tsx'
import { RevocationNote } from '../../../ui/review/revocation.tsx'
import { ReviewTimeline } from '../../../ui/review/review-timeline.tsx'
import { SideSheet, stepsBeside } from '../../../ui/sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CodeChip } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useBusy } from '../../../ui/use-busy.ts'
import { useActs } from './acts.ts'
import { PartsCell, SenderCell } from './cells.tsx'
import { LanguageText, SceneText } from './columns.tsx'
import { ContentText } from './content-text.tsx'
import { filterOf, initialSort, type TemplateSearch } from './filter.ts'
import { fieldLabel, typeLabels } from './labels.ts'
import { keepTemplate, useTemplate, useTemplates } from './queries.ts'
import { isSendable, RowMenu } from './row-menu.tsx'

interface DetailProps {
  detail: TemplateDetail
}

function Head({ template }: { template: Template }) {
  const t = useText()
  const { id, code, name, version } = template
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3">
        <ReviewMark status={template.status} />
        <span className="text-sm text-ink-3">{t('templates.versionOf', { version })}</span>
      </span>
      <h2 className="text-[20px]/7 font-semibold wrap-anywhere">{name}</h2>
      <CopyableId value={code ?? id} what={code ?? id} />
    </>
  )
}

/** Files a version again at a carrier that refused it or let its filing lapse. */
function RefileButton({ detail: { id }, filing: { carrier } }: DetailProps & { filing: Filing }) {
  const t = useText()
  const [busy, refile] = useBusy(async () => {
    await keepTemplate(await api.templates.refile({ params: { id }, body: { carrier } }))
    toast('ok', textNow('templates.refiled'))
  })
  return (
    <Button
      size="row"
      unlessSuspended
      busy={busy}
      aria-label={t('templates.refileWhich', { carrier: t(`review.${carrier}`) })}
      onClick={refile}
    >
      {t('templates.refile')}
    </Button>
  )
}

/** Draws the button of a carrier that can be filed at again. */
const refileOf = (detail: TemplateDetail) =>
  function refile(filing: Filing) {
    return canRefile(filing) ? <RefileButton detail={detail} filing={filing} /> : null
  }

function Variables({ detail: { variables } }: DetailProps) {
  const t = useText()
  return (
    <section className="grid gap-2 text-sm">
      <h3 className="font-medium">{t('templates.variables')}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {variables.map(({ name, type, max_length: max, sample }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2">
            <span className="flex flex-wrap items-center gap-2">
              <CodeChip>{`{${name}}`}</CodeChip>
              <span className="text-ink-3">{t('templates.typeUpTo', { type: t(typeLabels[type]), max })}</span>
            </span>
            <span className="font-mono text-xs wrap-anywhere">{sample}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Body({ detail }: DetailProps) {
  const t = useText()
  const acts = useActs()
  const { content, language, reasons, filings, steps, status, version, serving, usage_note: note } = detail
  const { id, revocation } = detail
  return (
    <div className="grid gap-5">
      <RevocationNote revocation={revocation} labelOf={fieldLabel}>
        {revocation?.version === version
          ? t('templates.endsText')
          : t('templates.endsEarlier', { version: revocation?.version ?? version, newest: version })}
      </RevocationNote>
      {serving !== null && serving !== version && <Note>{t('templates.servingText', { version, serving })}</Note>}
      {reasons.length > 0 && (
        <RejectedFields
          reasons={reasons}
          labelOf={fieldLabel}
          onCorrect={isRejected(status) ? () => acts.edit(detail) : undefined}
        />
      )}
      <p
        lang={language}
        className="rounded-lg border border-line bg-well px-3 py-2 leading-7 wrap-anywhere whitespace-pre-wrap"
      >
        <ContentText content={content} />
      </p>
      <dl className="text-sm">
        <DetailRow title="templates.scene">
          <SceneText template={detail} />
        </DetailRow>
        <DetailRow title="templates.language">
          <LanguageText template={detail} />
        </DetailRow>
        <DetailRow title="templates.parts">
          <PartsCell template={detail} />
        </DetailRow>
        <DetailRow title="templates.sender">
          <SenderCell template={detail} />
        </DetailRow>
        <DetailRow title="templates.industry">{t(`review.${detail.industry}`)}</DetailRow>
        {note !== '' && (
          <DetailRow title="templates.usageNote">
            <span className="wrap-anywhere">{note}</span>
          </DetailRow>
        )}
        <DetailRow title="templates.id">
          <span className="flex">
            <CopyableId value={id} what={id} />
          </span>
        </DetailRow>
      </dl>
      {detail.variables.length > 0 && <Variables detail={detail} />}
      {filings.length > 0 && <FilingList filings={filings} action={refileOf(detail)} />}
      <ReviewTimeline steps={steps} labelOf={fieldLabel} />
    </div>
  )
}

function Foot({ detail }: DetailProps) {
  const t = useText()
  const acts = useActs()
  return (
    <>
      {!isWaiting(detail.status) && (
        <Button tone="primary" size="small" unlessSuspended onClick={() => acts.edit(detail)}>
          {t(isRejected(detail.status) ? 'templates.correct' : 'templates.edit')}
        </Button>
      )}
      {isSendable(detail) && (
        <Button size="small" unlessSuspended onClick={() => acts.show('test', detail)}>
          {t('templates.test')}
        </Button>
      )}
      <Button size="small" onClick={() => acts.show('snippet', detail)}>
        {t('templates.snippetShort')}
      </Button>
      <span className="ml-auto">
        <RowMenu template={detail} />
      </span>
    </>
  )
}

interface TemplateSheetProps {
  id: string
  search: TemplateSearch
  onOpen: (id: string) => void
  onClose: () => void
}

/** One template in full, under an address that can be shared. */
export function TemplateSheet({ id, search, onOpen, onClose }: TemplateSheetProps) {
  const t = useText()
  const { rows } = useTemplates(filterOf(search), search.sort ?? initialSort)
  const { detail, error, retry } = useTemplate(id)
  const shown = detail ?? rows.find((row) => row.id === id)
  return (
    <SideSheet
      open
      label={t('templates.detailOf', { name: shown?.name ?? '' })}
      onClose={onClose}
      {...stepsBeside(rows, id, onOpen)}
      href={`${paths.templates}?${new URLSearchParams({ open: id })}`}
      head={shown ? <Head template={shown} /> : <h2 className="font-semibold">{t('templates.one')}</h2>}
      foot={detail ? <Foot detail={detail} /> : undefined}
    >
      {detail === null && <EmptyState title={t('templates.gone')} text={t('templates.goneText')} />}
      {detail && <Body detail={detail} />}
      {detail === undefined && !error && <Skeleton label={t('ui.loading')} />}
      {detail === undefined && Boolean(error) && (
        <ErrorPanel title={t('templates.oneNotLoaded')} error={error} onRetry={retry} />
      )}
    </SideSheet>
  )
}
