import type { TicketId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import { ruleText } from '@hongyan/contract/rules'
import {
  ticketCategories,
  type TicketCategory,
  type TicketImpact,
  ticketImpacts,
} from '@hongyan/contract/vocabulary/support'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { uploadFile } from '../../../../api/upload-file.ts'
import type { TextId } from '../../../../i18n/ids.ts'
import { currentLocale, formatNumber, t as textNow, useText } from '../../../../i18n/text.ts'
import { paths } from '../../../../lib/paths.ts'
import { RadioCards } from '../../../../ui/choice.tsx'
import { ChoiceField } from '../../../../ui/choice-field.tsx'
import { TextField } from '../../../../ui/field.tsx'
import { type FieldErrors, Form, SubmitButton } from '../../../../ui/form.tsx'
import { LeaveGuard } from '../../../../ui/leave/leave-guard.tsx'
import { Note } from '../../../../ui/note.tsx'
import { showError } from '../../../../ui/show-error.ts'
import { TextArea } from '../../../../ui/text-area.tsx'
import { toast } from '../../../../ui/toasts.ts'
import { UploadField } from '../../../../ui/upload/upload-field.tsx'
import type { StoredFile } from '../../../../ui/upload/use-uploads.ts'
import { categoryTitles, impactLooks } from '../labels.ts'
import { keepTicket, useOpenAppeal } from '../queries.ts'
import { Suggestions } from '../answers/suggestions.tsx'
import { AboutChips } from './about-chips.tsx'
import { AppealFields, OpenAppealNote } from './appeal-fields.tsx'
import { DiagnosticsField } from './diagnostics-field.tsx'
import { brokenRules, messageIdsIn, NOTHING_TYPED, ticketOf, type Typed } from './draft.ts'
import { MessageIdsField } from './message-ids-field.tsx'
import { openAppealOf, refusalsOf } from './refusals.ts'
import { countOf } from './texts.ts'
import { useSnapshot } from './use-snapshot.ts'
import type { useTopic } from './use-topic.ts'

const NO_FILES: readonly StoredFile[] = []

function Part({ title, children }: { title: TextId; children: ReactNode }) {
  const t = useText()
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-5">
      <h2 id={id} className="font-semibold">
        {t(title)}
      </h2>
      {children}
    </section>
  )
}

/** The form of a ticket. The category appeal has a checklist of its own. */
export function TicketForm({ topic }: { topic: ReturnType<typeof useTopic> }) {
  const { category, about, code, change, isSuspended, namesAppeal } = topic
  const t = useText()
  const navigate = useNavigate()
  const { email } = useAccount()
  const isAppeal = category === 'appeal'
  const [impact, setImpact] = useState<TicketImpact>('question')
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [files, setFiles] = useState(NO_FILES)
  const [isSent, setSent] = useState(false)
  const [refusedFor, setRefusedFor] = useState<TicketId | null>(null)
  const { snapshot, take } = useSnapshot()
  const openAppeal = useOpenAppeal(isAppeal)?.id ?? (isAppeal ? refusedFor : null)
  const isChanged = files.length > 0 || Object.values(typed).some((text) => text.trim() !== '')
  const type = (field: keyof Typed, text: string) => setTyped((before) => ({ ...before, [field]: text }))

  const ticket = (chosen: TicketCategory) =>
    ticketOf(
      {
        category: chosen,
        impact,
        about,
        attachments: files.map(({ id }) => id),
        diagnostics: snapshot === null || snapshot === 'taking' ? null : snapshot.id,
        notes: code === null ? [] : [`${textNow('center.errorCode')}: ${code}`],
      },
      typed,
    )

  function check(): FieldErrors {
    const broken = brokenRules(ticket(category ?? 'account'))
    return {
      ...(category === null && { category: textNow('center.categoryMissing') }),
      ...Object.fromEntries(Object.entries(broken).map(([field, rule]) => [field, ruleText(rule, currentLocale())])),
    }
  }

  async function submit() {
    if (category === null) return
    const created = await api.tickets.create({ body: ticket(category) })
    setSent(true)
    keepTicket(created)
    toast('ok', textNow('center.sent', { no: created.no }))
    await navigate({ to: paths.supportTicket, params: { id: created.id }, replace: true, ignoreBlocker: true })
  }

  function errorsOf(error: unknown): FieldErrors | null {
    const refusals = refusalsOf(error)
    if (refusals !== null && 'diagnostics' in refusals) take(true)
    return refusals
  }

  function failed(error: unknown): void {
    const appeal = openAppealOf(error)
    if (appeal === null) showError(error)
    else setRefusedFor(appeal)
  }

  const text = (field: 'subject' | 'body' | 'numbers' | 'contact') => ({
    name: field,
    label: t(`center.${field}`),
    value: typed[field],
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => type(field, target.value),
  })
  const counterOf = (field: 'subject' | 'body', max: number) =>
    t('center.characters', { count: formatNumber(countOf(typed[field])), max: formatNumber(max) })
  const messageIds = messageIdsIn(typed.message_ids)
  const offered = ticketCategories.filter((each) => each !== 'appeal' || isSuspended)

  return (
    <Form check={check} submit={submit} errorsOf={errorsOf} onError={failed} className="grid max-w-[824px] gap-8">
      {isChanged && !isSent && <LeaveGuard />}
      {namesAppeal && !isSuspended && <Note>{t('center.notSuspended')}</Note>}
      <AboutChips
        about={about}
        code={code}
        onRemoveAbout={() => change({ about: null })}
        onRemoveCode={() => change({ code: null })}
      />
      <Part title={isAppeal ? 'center.partAppeal' : 'center.partWhat'}>
        <ChoiceField
          name="category"
          label={t('center.category')}
          options={[
            { value: '', title: t('center.choose') },
            ...offered.map((value) => ({ value, title: t(categoryTitles[value]) })),
          ]}
          value={category ?? ''}
          onChange={(chosen) => change({ category: offered.find((each) => each === chosen) ?? null })}
        />
        {openAppeal !== null && <OpenAppealNote id={openAppeal} />}
        {!isAppeal && (
          <div className="sm:*:grid-cols-3">
            <RadioCards
              legend={t('center.impact')}
              name="impact"
              choices={ticketImpacts.map((value) => ({
                value,
                title: t(impactLooks[value].title),
                text: t(impactLooks[value].text),
              }))}
              value={impact}
              onChange={(chosen) => setImpact(ticketImpacts.find((each) => each === chosen) ?? 'question')}
            />
          </div>
        )}
        <TextField {...text('subject')} hint={counterOf('subject', limits.subjectMax)} autoComplete="off" />
        <TextArea
          {...text('body')}
          rows={6}
          hint={t(isAppeal ? 'center.bodyHintAppeal' : 'center.bodyHint', {
            counter: counterOf('body', limits.bodyMax),
          })}
        />
        {isAppeal && <AppealFields typed={typed} onType={type} />}
      </Part>
      <Part title="center.partHelp">
        {!isAppeal && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <MessageIdsField value={typed.message_ids} onChange={(ids) => type('message_ids', ids)} />
            <TextArea
              {...text('numbers')}
              hint={t('center.numbersHint')}
              rows={3}
              inputMode="tel"
              autoComplete="off"
              spellCheck={false}
            />
          </div>
        )}
        <UploadField
          name="attachments"
          label={t('center.attachments')}
          description={t('center.attachmentsHint')}
          purpose="attachment"
          max={limits.attachments}
          value={files}
          onChange={setFiles}
          send={uploadFile}
        />
        <TextField
          {...text('contact')}
          type="email"
          hint={t('center.contactHint')}
          placeholder={email ?? undefined}
          autoComplete="email"
          spellCheck={false}
        />
        <DiagnosticsField snapshot={snapshot} onChange={take} />
      </Part>
      <div className="[&>[aria-live]:not(:empty)]:mb-8">
        {category !== null && (
          <Suggestions
            category={category}
            subject={typed.subject}
            body={typed.body}
            messageIds={about?.kind === 'message' ? [about.id, ...messageIds] : messageIds}
            code={code}
          />
        )}
        <SubmitButton busyLabel={t('center.sending')} className="max-sm:w-full">
          {t(isAppeal ? 'center.sendAppeal' : 'center.send')}
        </SubmitButton>
      </div>
    </Form>
  )
}
