import type { Submission, Verification } from '@hongyan/contract/endpoints/account/verification'
import { fieldLabel } from '@hongyan/contract/verification/labels'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { ReactNode } from 'react'
import { useAccount } from '../../../api/account.ts'
import type { TextId } from '../../../i18n/ids.ts'
import { useLocale, useText } from '../../../i18n/text.ts'
import { useMinute } from '../../../lib/use-minute.ts'
import { Card } from '../../../ui/card.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { Tone } from '../../../ui/status.tsx'
import { Note } from '../../../ui/note.tsx'
import { TextCopyButton } from '../../../ui/text-copy-button.tsx'
import { dayText } from './days.ts'

const { Pending, AutoRejected, ManualRejected, PreApproved, Approved } = ReviewStatus

const states: Readonly<Record<ReviewStatus, { readonly tone: Tone; readonly title: TextId }>> = {
  [Pending]: { tone: 'idle', title: 'verification.inReview' },
  [AutoRejected]: { tone: 'bad', title: 'verification.autoRejected' },
  [ManualRejected]: { tone: 'bad', title: 'verification.rejected' },
  [PreApproved]: { tone: 'idle', title: 'verification.preApproved' },
  [Approved]: { tone: 'ok', title: 'verification.approved' },
}

export const isRejected = ({ status }: Submission): boolean => status === AutoRejected || status === ManualRejected
export const isWaiting = ({ status }: Submission): boolean => status === Pending || status === PreApproved

/** The sentences below the state of a submission. */
function useStateText({ status, submitted_at: submitted, decided_at: decided, values }: Submission): string {
  const t = useText()
  const texts: Readonly<Record<ReviewStatus, () => string>> = {
    [Pending]: () => t('verification.inReviewText', { day: dayText(submitted) }),
    [PreApproved]: () => t('verification.preApprovedText', { day: dayText(submitted) }),
    [AutoRejected]: () => t('verification.rejectedText'),
    [ManualRejected]: () => t('verification.rejectedText'),
    [Approved]: () => t('verification.approvedText', { name: values.name ?? '', day: dayText(decided ?? submitted) }),
  }
  return texts[status]()
}

/** The end of an approval, or the days that are left after it. */
function Validity({ of: { valid_until: until, grace_until: grace } }: { of: Submission }) {
  const t = useText()
  const now = useMinute()
  if (until === null || grace === null) return null
  if (new Date(until) > now) {
    return <p className="text-sm text-ink-3">{t('verification.validUntil', { day: dayText(until) })}</p>
  }
  return <Note tone="warn">{t('verification.ended', { day: dayText(until), grace: dayText(grace) })}</Note>
}

/** Every refused field with its cause and its remedy. */
function Reasons({ of: { reasons } }: { of: Submission }) {
  const locale = useLocale()
  return (
    <ul className="grid gap-3 border-t border-line pt-4">
      {reasons.map(({ field, code, what, remedy }) => (
        <li key={`${field} ${code}`} className="grid gap-0.5 text-sm">
          <span className="font-medium">{fieldLabel(field, locale)}</span>
          <span className="text-bad">{what}</span>
          <span className="text-ink-2">{remedy}</span>
        </li>
      ))}
    </ul>
  )
}

/** The command that decides in a sandbox, where nobody else does. */
function SandboxReview({ of: { id } }: { of: Submission }) {
  const t = useText()
  const command = `npm run hongyan -- review approve ${id} --by me`
  return (
    <div className="grid grid-cols-1 gap-1.5 border-t border-line pt-4 text-sm">
      <p className="text-ink-3">{t('verification.sandbox')}</p>
      <div className="flex min-w-0 items-center justify-between gap-3">
        <code className="min-w-0 rounded-sm border border-line bg-well px-1.5 py-0.5 font-mono text-xs wrap-anywhere">
          {command}
        </code>
        <TextCopyButton text={command} />
      </div>
    </div>
  )
}

function Frame({ title, tone, type, text, children }: FrameProps) {
  const t = useText()
  return (
    <Card className="grid max-w-[824px] gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h2 className="flex flex-wrap items-center gap-2 text-md font-semibold">
            <Tag tone={tone}>{t(title)}</Tag>
            {type !== undefined && <span className="text-sm font-normal text-ink-3">{t(type)}</span>}
          </h2>
          <p className="wrap-anywhere text-ink-2">{text}</p>
        </div>
      </div>
      {children}
    </Card>
  )
}

interface FrameProps {
  title: TextId
  tone: Tone
  type?: TextId
  text: string
  children?: ReactNode
}

interface StatusCardProps {
  of: Verification
  /** The buttons of what can be done next; null while the form is open. */
  actions: ReactNode
}

/** Shows the state of the verification, its reasons and the next steps. */
export function StatusCard({ of: { current, valid, draft }, actions }: StatusCardProps) {
  const t = useText()
  const buttons = actions !== null && <div className="flex flex-wrap gap-2 max-sm:*:w-full">{actions}</div>
  if (current === null) {
    const text =
      draft === null
        ? t('verification.notSubmittedText')
        : t('verification.draftText', { day: dayText(draft.saved_at) })
    return (
      <Frame title={draft === null ? 'verification.notSubmitted' : 'verification.draft'} tone="open" text={text}>
        {buttons}
      </Frame>
    )
  }
  return <Submitted of={current} valid={valid} buttons={buttons} />
}

interface SubmittedProps {
  of: Submission
  valid: Submission | null
  buttons: ReactNode
}

function Submitted({ of: current, valid, buttons }: SubmittedProps) {
  const t = useText()
  const { sandbox } = useAccount()
  const { tone, title } = states[current.status]
  const isBeside = valid !== null && valid.id !== current.id
  return (
    <Frame title={title} tone={tone} type={`verification.${current.type}`} text={useStateText(current)}>
      <Validity of={current} />
      {isBeside && (
        <p className="text-sm text-ink-3">{t('verification.stillValid', { name: valid.values.name ?? '' })}</p>
      )}
      {isRejected(current) && <Reasons of={current} />}
      {buttons}
      {sandbox && isWaiting(current) && <SandboxReview of={current} />}
    </Frame>
  )
}
