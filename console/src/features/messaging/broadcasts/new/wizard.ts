import type { Audience, KeptBack } from '@hongyan/contract/endpoints/messaging/audiences'
import type { BroadcastMessage, BroadcastPlan, VariableValue } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { AudienceId } from '@hongyan/contract/ids'
import type { BroadcastScene, UnreachedChoice } from '@hongyan/contract/vocabulary/broadcast'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { createContext, use } from 'react'
import type { Draft } from './draft.ts'
import type { StepName } from './search.ts'
import type { UsableTemplate, useApprovedSenders } from './senders.ts'
import type { QuoteState } from './use-quote.ts'

export type Sender = NonNullable<ReturnType<typeof useApprovedSenders>>[number]

/** The state that the steps of the wizard share. */
export interface Wizard {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  /** Pasted recipients, which the browser never stores. */
  readonly pasted: string
  readonly setPasted: (text: string) => void
  /** Null while none is chosen, or the chosen one is deleted. */
  readonly audience: Audience | null
  readonly setAudience: (id: AudienceId | null) => void
  readonly people: number
  /** Undefined until loaded. */
  readonly senders: readonly Sender[] | undefined
  readonly templates: readonly UsableTemplate[] | undefined
  readonly template: UsableTemplate | null
  readonly sender: Sender | null
  readonly scene: BroadcastScene
  /** The names of the variables of the message, and their values. */
  readonly variables: readonly string[]
  readonly values: Readonly<Record<string, VariableValue>>
  /** Null while the choices are not complete. */
  readonly message: BroadcastMessage | null
  readonly plan: BroadcastPlan | null
  readonly quote: QuoteState
  readonly open: (step: StepName) => void
  /** Forgets every choice. */
  readonly restart: () => void
}

const Context = createContext<Wizard | null>(null)
export const WizardContext = Context

export function useWizard(): Wizard {
  const wizard = use(Context)
  if (wizard === null) throw new Error('a step outside the wizard')
  return wizard
}

/** The columns that a variable can take its values from: all but that of the numbers. */
export const valueColumns = (audience: Audience | null): readonly string[] =>
  (audience?.columns ?? []).map(({ name }) => name).filter((name) => name !== audience?.phone_column)

/** True where a message can go to the list. */
export const isUsable = (audience: Audience | null): audience is Audience =>
  audience !== null && audience.state === 'ready' && audience.problem === null && audience.counts.valid > 0

/** The valid numbers that get no message of a scene, by reason. */
export const keptBackOf = ({ kept_back: kept }: Pick<Audience, 'kept_back'>, scene: BroadcastScene): KeptBack =>
  scene === MessageScene.Marketing ? kept.marketing : kept.notification

/** The recipients whom a message of a scene reaches, as far as the list alone tells. */
export function peopleOf(
  audience: Pick<Audience, 'counts' | 'kept_back'>,
  scene: BroadcastScene,
  choice: UnreachedChoice,
): number {
  const { blocked, opted_out: optedOut, country, unreached } = keptBackOf(audience, scene)
  return audience.counts.valid - blocked - optedOut - country - (choice === 'skip' ? unreached : 0)
}
