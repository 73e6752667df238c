import type { BroadcastMessage } from '@hongyan/contract/endpoints/messaging/broadcasts'
import { Partition } from '@hongyan/contract/vocabulary/account'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useAccount } from '../../../../api/account.ts'
import { paths } from '../../../../lib/paths.ts'
import { keepInTab } from '../../../../lib/tab-storage.ts'
import { acceptedBadOf, type Draft, draftKey, planOf } from './draft.ts'
import { readMemory, valuesOf, withoutValue } from './mapping.ts'
import { useAudience } from './queries.ts'
import { type ReadSearch, type StepName, steps } from './search.ts'
import { mayWrite, type UsableTemplate, useApprovedSenders, useUsableTemplate, useUsableTemplates } from './senders.ts'
import { useQuote } from './use-quote.ts'
import { isUsable, peopleOf, type Sender, valueColumns, type Wizard } from './wizard.ts'

/** The sender ID that is chosen, else the account's default, else on the mainland, which has no shared one, any. */
function senderOf(draft: Draft, senders: readonly Sender[], isMainland: boolean): Sender | null {
  if (draft.signature === null) return null
  const chosen = senders.find(({ id }) => id === draft.signature)
  return chosen ?? senders.find(({ is_default: isDefault }) => isDefault) ?? (isMainland ? (senders[0] ?? null) : null)
}

interface Parts {
  readonly writesText: boolean
  readonly template: UsableTemplate | null
  readonly sender: Sender | null
  readonly values: Wizard['values']
}

/** The message of the choices; null while they are not complete. */
function messageOf(draft: Draft, { writesText, template, sender, values }: Parts): BroadcastMessage | null {
  const accepted = acceptedBadOf(draft)
  if (accepted === null) return null
  const common = { signature: sender?.id ?? null, accepted_bad: accepted, unreached: draft.unreached }
  if (writesText) {
    const text = draft.text.trim()
    return text === '' ? null : { ...common, template: null, text, scene: draft.scene, variables: {} }
  }
  if (template === null) return null
  const names = template.variables.map(({ name }) => name)
  if (withoutValue(names, values).length > 0) return null
  // A template that is bound to a sender ID brings its own.
  const bound = template.signature === null ? common : { ...common, signature: null }
  return { ...bound, template: template.id, text: null, scene: template.scene, variables: { ...values } }
}

/** The choices of the wizard and what follows from them. `step` is the one that can be shown. */
export function useWizardState(search: ReadSearch, initial: Draft, restart: () => void) {
  const account = useAccount()
  const navigate = useNavigate({ from: paths.broadcastNew })
  const [draft, setDraft] = useState(initial)
  /** The newest choices, for changes that come before the next rendering, or after a call. */
  const newest = useRef(initial)
  const [pasted, setPasted] = useState('')
  const [memory] = useState(readMemory)
  const found = useAudience(search.audience)
  const audience = found.audience ?? null
  const approved = useApprovedSenders()
  const templates = useUsableTemplates()

  const isMainland = account.partition === Partition.Cn
  const writesText = draft.writes === 'text' && mayWrite(account)
  const chosen = useUsableTemplate(writesText ? null : draft.template, templates)
  const template = chosen ?? null
  const scene = template?.scene ?? draft.scene
  const senders = approved?.filter(({ scenes }) => scenes.includes(scene))
  const sender = senderOf(draft, senders ?? [], isMainland)
  const variables = template?.variables.map(({ name }) => name) ?? []
  const values = valuesOf(variables, draft.values, valueColumns(audience), memory)
  const message =
    senders === undefined || chosen === undefined ? null : messageOf(draft, { writesText, template, sender, values })
  const people = audience === null ? 0 : peopleOf(audience, scene, draft.unreached)
  const plan = planOf(draft, people)

  const furthest: StepName = !isUsable(audience)
    ? 'recipients'
    : message === null
      ? 'message'
      : plan === null
        ? 'when'
        : 'review'
  const asked = search.step ?? 'recipients'
  const step = steps.indexOf(asked) <= steps.indexOf(furthest) ? asked : furthest

  const change = (part: Partial<Draft>): void => {
    newest.current = { ...newest.current, ...part }
    setDraft(newest.current)
    keepInTab(draftKey, JSON.stringify(newest.current))
  }
  const wanted =
    step !== 'recipients' && isUsable(audience) && message !== null && plan !== null
      ? { audience: audience.id, message, plan }
      : null
  const quote = useQuote(
    wanted,
    search.quote,
    (id) => void navigate({ search: (before) => ({ ...before, quote: id }), replace: true, resetScroll: false }),
  )

  const wizard: Wizard = {
    draft,
    change,
    pasted,
    setPasted,
    audience,
    setAudience(id) {
      change({ audience: id })
      void navigate({ search: id === null ? {} : { audience: id }, resetScroll: false })
    },
    people,
    senders,
    templates,
    template,
    sender,
    scene,
    variables,
    values,
    message,
    plan,
    quote,
    restart,
    open: (next) => void navigate({ search: (before) => ({ ...before, step: next }) }),
  }
  const isLoading =
    (search.audience !== undefined && found.audience === undefined && !found.error) ||
    (asked !== 'recipients' && (senders === undefined || templates === undefined || chosen === undefined))
  const at = isLoading ? { step: asked, furthest: asked } : { step, furthest }
  return { wizard, ...at, isLoading, error: found.error, retry: found.retry }
}
