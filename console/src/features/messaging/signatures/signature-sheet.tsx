import type { Filing } from '@hongyan/contract/endpoints/messaging/senders'
import type { Signature, SignatureDetail } from '@hongyan/contract/endpoints/messaging/signatures'
import { type SignatureField, evidenceTexts, signatureFields } from '@hongyan/contract/vocabulary/signature'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { lazy, Suspense, useState } from 'react'
import { useAccount } from '../../../api/account.ts'
import { formatDate, useText } from '../../../i18n/text.ts'
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
import { Tag } from '../../../ui/tag.tsx'
import { TextCopyButton } from '../../../ui/text-copy-button.tsx'
import { RegionsCell, ScenesCell, SourceCell } from './cells.tsx'
import { dayOf, shownName, useFieldLabel } from './labels.ts'
import { useSignature } from './queries.ts'
import { isUsable, useUrging } from './row-menu.tsx'
import { type Ask, useActs } from './use-acts.ts'

const RenewDialog = lazy(() => import('./renew-dialog.tsx'))

interface DetailProps {
  detail: SignatureDetail
}

function Head({ row }: { row: Signature }) {
  const t = useText()
  return (
    <>
      <span className="flex items-center gap-3">
        <ReviewMark status={row.status} />
        {row.is_default && <Tag>{t('signatures.default')}</Tag>}
      </span>
      <h2 className="text-[20px]/7 font-semibold wrap-anywhere">{shownName(row)}</h2>
      <CopyableId value={row.id} what={t('signatures.id')} />
    </>
  )
}

const fieldOf = (text: string): SignatureField | undefined => signatureFields.find((each) => each === text)

/** Our clock: how long the submission waits, and what the sender can do meanwhile. */
function Standing({ detail }: DetailProps) {
  const t = useText()
  const { status, submitted_at: submitted, regions } = detail
  if (!isWaiting(status)) return null
  const time = formatDate(submitted, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const isMainland = regions.includes('cn')
  return (
    <Note title={t('signatures.waitsSince', { time })}>
      {status === ReviewStatus.PreApproved &&
        (isMainland ? t('signatures.preApprovedMainland') : t('signatures.preApprovedText'))}
    </Note>
  )
}

/** A new authorisation that waits for its review. */
function RenewalNote({ detail: { renewal } }: DetailProps) {
  const t = useText()
  if (renewal === null) return null
  return (
    <Note title={t('signatures.renewalWaits')}>
      {t('signatures.renewalText', { day: dayOf(renewal.authorised_until) })}
    </Note>
  )
}

/** The command that decides in a sandbox, which has no reviewers. */
function SandboxReview({ detail: { id } }: DetailProps) {
  const t = useText()
  const command = `npm run hongyan -- review approve ${id} --by me`
  return (
    <div className="grid grid-cols-1 gap-1.5 text-sm">
      <p className="text-ink-3">{t('signatures.sandbox')}</p>
      <div className="flex min-w-0 items-center justify-between gap-3">
        <code className="min-w-0 rounded-sm border border-line bg-well px-1.5 py-0.5 font-mono text-xs wrap-anywhere">
          {command}
        </code>
        <TextCopyButton text={command} />
      </div>
    </div>
  )
}

function Facts({ detail }: DetailProps) {
  const t = useText()
  const { evidence, files, templates } = detail
  return (
    <dl className="text-sm">
      <DetailRow title="signatures.kind">
        <SourceCell row={detail} />
      </DetailRow>
      <DetailRow title="signatures.regions">
        <RegionsCell row={detail} />
      </DetailRow>
      <DetailRow title="signatures.scenes">
        <ScenesCell row={detail} />
      </DetailRow>
      <DetailRow title="signatures.industry">{t(`review.${detail.industry}`)}</DetailRow>
      <DetailRow title="signatures.purpose">
        <span className="wrap-anywhere">{detail.purpose}</span>
      </DetailRow>
      {evidenceTexts.map((field) =>
        evidence[field] === undefined ? null : (
          <DetailRow key={field} title={`signatures.${field}`}>
            <span className="wrap-anywhere">
              {field === 'authorised_until' ? dayOf(evidence[field]) : evidence[field]}
            </span>
          </DetailRow>
        ),
      )}
      {files.map(({ field, name }) => (
        <DetailRow key={field} title={`signatures.${field}`}>
          <span className={name === null ? 'text-ink-3' : 'wrap-anywhere'}>{name ?? t('signatures.fileDeleted')}</span>
        </DetailRow>
      ))}
      {templates > 0 && <DetailRow title="signatures.templates">{templates}</DetailRow>}
    </dl>
  )
}

/** Files a failed or lapsed sender again. */
function RefileButton({ detail, filing: { carrier } }: DetailProps & { filing: Filing }) {
  const t = useText()
  const acts = useActs()
  return (
    <Button
      unlessSuspended
      size="row"
      aria-label={t('signatures.refileAt', { carrier: t(`review.${carrier}`) })}
      onClick={() => void acts.refile(detail, carrier)}
    >
      {t('signatures.refile')}
    </Button>
  )
}

function Body({ detail }: DetailProps) {
  const t = useText()
  const acts = useActs()
  const labelOf = useFieldLabel()
  const { sandbox } = useAccount()
  const refile = (filing: Filing) => canRefile(filing) && <RefileButton detail={detail} filing={filing} />
  return (
    <div className="grid gap-6">
      <RevocationNote revocation={detail.revocation} labelOf={labelOf}>
        {t('signatures.endsText')}
      </RevocationNote>
      {isRejected(detail.status) && (
        <RejectedFields
          reasons={detail.reasons}
          labelOf={labelOf}
          onCorrect={(field) => acts.correct(detail, fieldOf(field))}
        />
      )}
      <Standing detail={detail} />
      <RenewalNote detail={detail} />
      <Facts detail={detail} />
      {detail.filings.length > 0 && <FilingList filings={detail.filings} action={refile} />}
      <ReviewTimeline steps={detail.steps} labelOf={labelOf} />
      {sandbox && isWaiting(detail.status) && <SandboxReview detail={detail} />}
    </div>
  )
}

function Foot({ detail, ask, onRenew }: DetailProps & { ask: Ask; onRenew: () => void }) {
  const t = useText()
  const acts = useActs()
  const urging = useUrging(detail)
  return (
    <>
      {isRejected(detail.status) && (
        <Button tone="primary" size="small" unlessSuspended onClick={() => acts.correct(detail)}>
          {t('signatures.correct')}
        </Button>
      )}
      {isUsable(detail) && !detail.is_default && (
        <Button size="small" unlessSuspended onClick={() => void acts.makeDefault(detail)}>
          {t('signatures.makeDefault')}
        </Button>
      )}
      {canRenew(detail) && (
        <Button size="small" unlessSuspended onClick={onRenew}>
          {t('signatures.renew')}
        </Button>
      )}
      {urging && (
        <Button size="small" disabled={urging.isEarly} onClick={() => void acts.urge(detail)}>
          {urging.title}
        </Button>
      )}
      {isWaiting(detail.status) ? (
        <Button size="small" onClick={() => ask('withdraw', detail)}>
          {t('signatures.withdraw')}
        </Button>
      ) : (
        <Button size="small" onClick={() => ask('remove', detail)}>
          {t('signatures.delete')}
        </Button>
      )}
    </>
  )
}

/** The authorisation of an approved name that a client lent can be replaced while it serves. */
const canRenew = ({ status, usage }: SignatureDetail): boolean =>
  status === ReviewStatus.Approved && usage === 'third_party'

interface SignatureSheetProps {
  id: string
  /** The rows behind the sheet, for its previous and next buttons. */
  rows: readonly Signature[]
  ask: Ask
  onOpen: (id: string) => void
  onClose: () => void
}

/** One sender in full, under an address that can be shared. */
export function SignatureSheet({ id, rows, ask, onOpen, onClose }: SignatureSheetProps) {
  const t = useText()
  const { detail, error, retry } = useSignature(id)
  const [isRenewing, setRenewing] = useState(false)
  const shown = detail ?? rows.find((row) => row.id === id)
  return (
    <SideSheet
      open
      label={t('signatures.detailOf', { name: shown?.name ?? '' })}
      onClose={onClose}
      {...stepsBeside(rows, id, onOpen)}
      href={`${paths.signatures}?${new URLSearchParams({ open: id })}`}
      head={shown ? <Head row={shown} /> : <h2 className="font-semibold">{t('signatures.title')}</h2>}
      foot={detail ? <Foot detail={detail} ask={ask} onRenew={() => setRenewing(true)} /> : undefined}
    >
      {detail === null && <EmptyState title={t('signatures.gone')} text={t('signatures.goneText')} />}
      {detail && <Body detail={detail} />}
      {detail === undefined && !error && <Skeleton label={t('ui.loading')} />}
      {detail === undefined && Boolean(error) && (
        <ErrorPanel title={t('signatures.oneFailed')} error={error} onRetry={retry} />
      )}
      {detail && isRenewing && (
        <Suspense>
          <RenewDialog detail={detail} onClose={() => setRenewing(false)} />
        </Suspense>
      )}
    </SideSheet>
  )
}
