import type { TemplateDetail } from '@hongyan/contract/endpoints/messaging/templates'
import type { Finding } from '@hongyan/contract/endpoints/messaging/senders'
import type { SignatureId } from '@hongyan/contract/ids'
import type { TemplateForm } from '@hongyan/contract/senders/forms'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { type TemplateField, templateFields } from '@hongyan/contract/vocabulary/template'
import { type FocusEvent, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { api } from '../../../../api/api.ts'
import { useToday } from '../../../../api/use-today.ts'
import { gap } from '../../../../i18n/gap.ts'
import { t as textNow, useLocale, useText } from '../../../../i18n/text.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { storedRecord } from '../../../../lib/stored-record.ts'
import { paths } from '../../../../lib/paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Form, type FieldErrors, SubmitButton } from '../../../../ui/form.tsx'
import { useMedia } from '../../../../ui/media.ts'
import { Note } from '../../../../ui/note.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { RejectedFields } from '../../../../ui/review/reason-list.tsx'
import { isRejected } from '../../../../ui/review/review-status.tsx'
import { useRules } from '../../../../ui/review/use-rules.ts'
import { showError } from '../../../../ui/show-error.ts'
import { toast } from '../../../../ui/toasts.ts'
import { listOf, type TemplateSearch } from '../filter.ts'
import { fieldLabel } from '../labels.ts'
import { isUsable, keepTemplate, useOptOutLine, useSenders } from '../queries.ts'
import { ConflictNote } from './conflict-note.tsx'
import { ContentField } from './content-field.tsx'
import { draftOf } from './draft.ts'
import { FactFields } from './fact-fields.tsx'
import { type FieldFinding, FormContext } from './form-context.ts'
import { Preview } from './preview.tsx'
import { composedOf } from './composed.ts'
import { VariableFields } from './variable-fields.tsx'
import { variablesOf } from './variables.ts'

const Estimates = lazy(() => import('./estimates.tsx'))

interface TemplateFormProps {
  draft: TemplateForm
  editing: TemplateDetail | null
  search: TemplateSearch
  onClose: (to?: TemplateSearch) => void
}

/** The fields that a refused form names in its details. */
const refusedFields = (error: unknown): FieldErrors | null => {
  if (!(error instanceof ApiError) || typeof error.details !== 'object' || error.details === null) return null
  if (!('findings' in error.details)) return null
  const findings = error.details.findings as readonly Finding[] // the contract's details of a refused form
  return Object.fromEntries(findings.map(({ field, what, remedy }) => [field, what + gap() + remedy]))
}

/** Marks a field as left once the focus is outside of it. */
function Leavable({
  field,
  onLeave,
  children,
}: {
  field: TemplateField
  onLeave: (field: TemplateField) => void
  children: ReactNode
}) {
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) onLeave(field)
  }
  return (
    <div onBlur={leave} className="min-w-0">
      {children}
    </div>
  )
}

/** The composer: the form with its findings, and beside it the message as the recipient will see it and its price. */
export function TemplateFormView({ draft, editing, search, onClose }: TemplateFormProps) {
  const t = useText()
  const { partition } = useAccount()
  const today = useToday()
  const locale = useLocale()
  const rules = useRules()
  const senders = useSenders()
  const isWide = useMedia('(min-width: 640px)')
  const [form, setForm] = useState(draft)
  const [earlier, setEarlier] = useState(draft.variables)
  const [base, setBase] = useState(editing)
  const [conflict, setConflict] = useState<TemplateDetail | null>(null)
  const [left, setLeft] = useState<ReadonlySet<TemplateField>>(
    () => new Set(editing !== null && isRejected(editing.status) ? templateFields : []),
  )
  const usable = senders?.filter(isUsable) ?? []
  const sender = senders?.find(({ id }) => id === form.signature_id)

  const findings = useMemo(
    () =>
      rules?.templateFindings(
        form,
        { partition, today, ...(sender && { sender: { status: sender.status, scenes: sender.scenes } }) },
        locale,
      ) ?? [],
    [rules, form, partition, today, sender, locale],
  )
  const leave = (field: TemplateField) => {
    if (!left.has(field)) setLeft(new Set([...left, field]))
  }
  const leavable = (field: TemplateField, children: ReactNode) => (
    <Leavable field={field} onLeave={leave}>
      {children}
    </Leavable>
  )
  const shown = (field: TemplateField): readonly FieldFinding[] =>
    findings.filter((finding) => finding.field === field && (finding.severity === 'hint' || left.has(field)))

  // The findings of rules stand under their fields.
  const rejected = (base !== null && isRejected(base.status) ? base.reasons : []).filter(
    ({ field, code }) => !findings.some((finding) => finding.field === field && finding.rule === code),
  )

  const change = (part: Partial<TemplateForm>) => {
    setForm((before) => {
      const next = { ...before, ...part }
      if (part.content === undefined || part.variables !== undefined) return next
      return { ...next, variables: variablesOf(part.content, before.variables, earlier) }
    })
    if (part.content !== undefined) {
      setEarlier((kept) => [
        ...form.variables,
        ...kept.filter(({ name }) => !form.variables.some((each) => each.name === name)),
      ])
    }
  }

  function check(): FieldErrors {
    setLeft(new Set(templateFields))
    // The findings stand under their fields already. Any entry keeps the form from being submitted.
    return findings.some(({ severity }) => severity === 'error') ? { form: '' } : {}
  }

  async function submit() {
    const body = {
      ...form,
      signature_id: form.signature_id === null ? null : (form.signature_id as SignatureId), // the server refuses any other
      variables: form.variables.map((variable) => ({ ...variable })),
    }
    const result =
      base === null
        ? await api.templates.create({ body })
        : await api.templates.revise({ params: { id: base.id }, body: { ...body, version: base.version } })
    await keepTemplate(result)
    onClose({ ...listOf(search), ...(isRejected(result.status) && { open: result.id }) })
    if (result.status === ReviewStatus.Approved) toast('ok', textNow('templates.approvedAtOnce'))
    else if (!isRejected(result.status)) toast('ok', textNow('templates.submitted'))
    else toast('bad', textNow('templates.rejectedAtOnce'))
  }

  function failed(error: unknown) {
    const current = storedRecord(error) as TemplateDetail | null // the contract's details of a stale version
    if (current === null) return showError(error)
    setConflict(current)
    return undefined
  }

  function useTheirs(current: TemplateDetail) {
    setForm(draftOf(current, current.code ?? ''))
    setBase(current)
    setConflict(null)
  }

  const optOut = useOptOutLine(form.scene)
  const composed = composedOf(form, {
    partition,
    sender,
    senders: usable,
    placeholder: t('templates.yourSender'),
    optOut,
  })
  // A phone shows the form before the message that it makes, and the buttons after both.
  const submitButton = (
    <SubmitButton unlessSuspended busyLabel={t('templates.submitting')}>
      {t('templates.submit')}
    </SubmitButton>
  )
  const cancel = <Button onClick={() => onClose()}>{t('ui.cancel')}</Button>
  return (
    <FormContext value={{ form, change, shown, senders: usable, sender }}>
      <Form check={check} submit={submit} errorsOf={refusedFields} onError={failed}>
        <PageHeader
          title={t(base === null ? 'templates.newTitle' : 'templates.editTitle')}
          description={
            base !== null && base.serving !== null
              ? t('templates.keepsServing', { serving: base.serving, version: base.version + 1 })
              : t('templates.formText')
          }
          crumbs={[{ title: t('templates.messaging') }, { title: t('templates.title'), path: paths.templates }]}
          {...(isWide && {
            action: (
              <div className="flex gap-2">
                {cancel}
                {submitButton}
              </div>
            ),
          })}
        />
        {conflict !== null && (
          <ConflictNote
            mine={form}
            current={conflict}
            onKeep={(kept) => {
              setBase(kept)
              setConflict(null)
            }}
            onTheirs={() => useTheirs(conflict)}
          />
        )}
        {rejected.length > 0 && (
          <div className="mb-6">
            <RejectedFields reasons={rejected} labelOf={fieldLabel} />
          </div>
        )}
        {partition === 'cn' && senders !== undefined && usable.length === 0 && (
          <div className="mb-6">
            <Note tone="warn">
              {t('templates.noSender')}{' '}
              <a href={paths.signatures} className="text-link">
                {t('templates.toSenders')}
              </a>
            </Note>
          </div>
        )}
        <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_320px]">
          <div className="grid grid-cols-1 gap-6">
            <FactFields part="first" leavable={leavable} />
            <Leavable field="content" onLeave={leave}>
              <ContentField composed={composed} />
            </Leavable>
            {form.variables.length > 0 && (
              <Leavable field="variables" onLeave={leave}>
                <VariableFields />
              </Leavable>
            )}
            <FactFields part="last" leavable={leavable} />
          </div>
          <div className="grid grid-cols-1 gap-6 lg:sticky lg:top-20">
            <Preview composed={composed} language={form.language} />
            <Suspense>{form.content.trim() !== '' && <Estimates form={form} />}</Suspense>
          </div>
        </div>
        {!isWide && (
          <div className="mt-8 grid gap-3 border-t border-line pt-4">
            {submitButton}
            {cancel}
          </div>
        )}
      </Form>
    </FormContext>
  )
}
