import type { BroadcastMessage, VariableValue } from '@hongyan/contract/endpoints/messaging/broadcasts'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { AccountId } from '@hongyan/contract/ids'
import { broadcastScenes, type BroadcastScene, type UnreachedChoice } from '@hongyan/contract/vocabulary/broadcast'
import type { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import type { KnownAccount, RulesCache } from '../gateway/rules.ts'
import type { TemplateCache } from '../gateway/templates.ts'
import { Refusal } from '../kit/refusal.ts'
import type { ListedRecipients } from '../pipeline/listed.ts'
import type { Draft, Rules, Sender, SendTemplate } from '../pipeline/message.ts'

export interface MessageDeps {
  readonly rules: Pick<RulesCache, 'ofAccount'>
  readonly templates: Pick<TemplateCache, 'find' | 'load'>
}

/** A broadcast's message with all that makes drafts of it, as the account is now. */
export interface OpenMessage {
  /** The account, with its approved senders alone: a broadcast never goes out under another. */
  readonly known: KnownAccount
  readonly scene: BroadcastScene
  readonly sender: Sender | null
  /** Null for free text. */
  readonly template: SendTemplate | null
  /** The text as it is written, with its variables. */
  readonly text: string
  /** The variables of the text, each with its source; those without one are left out. */
  readonly variables: Readonly<Record<string, VariableValue>>
  /** The owner's choice for numbers that the last messages did not reach. */
  readonly unreached: UnreachedChoice
}

/** A message that cannot be sent now, and its field that is at fault. */
export interface ClosedMessage {
  readonly closed: ErrorCode
  readonly field: keyof BroadcastMessage
}

export const isClosed = (message: OpenMessage | ClosedMessage): message is ClosedMessage => 'closed' in message

/** A recipient of a list, as far as a message needs it. */
export interface Member {
  /** E.164. */
  readonly recipient: string
  /** IANA name; null: by the number. */
  readonly zone: string | null
  /** In the order of the list's columns. */
  readonly cells: readonly string[]
}

/** A member of a list, with what its reading found of the number. */
export interface ListMember extends Member {
  readonly row: number
  readonly country: string
  /** The account's last messages did not reach it. */
  readonly unreached: boolean
}

/** True for a member that the owner leaves out because its number was not reached. Estimates and runs both ask. */
export const isSkipped = ({ unreached }: ListMember, message: Pick<OpenMessage, 'unreached'>): boolean =>
  unreached && message.unreached === 'skip'

const closed = (code: ErrorCode, field: keyof BroadcastMessage): ClosedMessage => ({ closed: code, field })

/** Reads the account, the sender and the template of a message. Estimates and broadcasts both begin here. */
export async function openMessage(
  deps: MessageDeps,
  account: AccountId,
  message: BroadcastMessage,
): Promise<OpenMessage | ClosedMessage> {
  const found = await deps.rules.ofAccount(account)
  if (found === null) throw new Refusal('not_found')
  const template = message.template === null ? null : await findTemplate(deps, account, message.template)
  if (template !== null && 'closed' in template) return template
  const sender = senderOf(found.rules, message, template)
  if (sender !== null && 'closed' in sender) return sender
  const scene = template?.scene ?? message.scene
  if (!isBroadcastScene(scene)) return closed('template_restricted', 'template')
  const text = template?.content ?? message.text ?? ''
  const { unreached } = message
  const variables = variablesOf(message, template)
  return { known: withApproved(found), scene, sender, template, text, variables, unreached }
}

const isBroadcastScene = (scene: MessageScene): scene is BroadcastScene =>
  broadcastScenes.some((known) => known === scene)

async function findTemplate(
  { templates }: MessageDeps,
  account: AccountId,
  name: string,
): Promise<SendTemplate | ClosedMessage> {
  let found = templates.find(account, name)
  while (found === undefined) {
    await templates.load(account, name)
    found = templates.find(account, name)
  }
  if (found === null) return closed('template_not_found', 'template')
  // The automatic check alone is never enough for a broadcast (screens S2).
  return found === 'unapproved' || !found.isApproved ? closed('template_not_approved', 'template') : found
}

/** The sender that the message names, or that its template is bound to; null where it names none. */
function senderOf(
  rules: Rules,
  { signature }: BroadcastMessage,
  template: SendTemplate | null,
): Sender | ClosedMessage | null {
  const id = signature ?? template?.signature ?? null
  if (id === null) return null
  const field = signature === null ? 'template' : 'signature'
  const sender = rules.senders.find((one) => one.id === id)
  if (sender === undefined) return closed('signature_not_found', field)
  return sender.status === ReviewStatus.Approved ? sender : closed('signature_not_approved', field)
}

const withApproved = ({ rules, ...known }: KnownAccount): KnownAccount => ({
  ...known,
  rules: { ...rules, senders: rules.senders.filter(({ status }) => status === ReviewStatus.Approved) },
})

/** Values of variables that the template does not have are ignored: the owner chose another template meanwhile. */
const variablesOf = ({ variables }: BroadcastMessage, template: SendTemplate | null): OpenMessage['variables'] =>
  Object.fromEntries(
    (template?.variables ?? []).flatMap(({ name }) => {
      const value = variables[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The variables without a value for any row, and the columns that the list does not have. */
export function missingOf({ template, variables }: OpenMessage, columns: readonly string[]): readonly string[] {
  const missing = (template?.variables ?? []).flatMap(({ name }) => {
    const source = variables[name]
    if (source === undefined) return [name]
    if ('value' in source) return isBlank(source.value) ? [name] : []
    return columns.includes(source.column) ? [] : [source.column]
  })
  return [...new Set(missing)]
}

const isBlank = (value: string): boolean => value.trim() === ''

/** Returns the function that reads the values of a row's message from its cells. An empty cell is no value. */
export function valuesOf(
  { variables }: Pick<OpenMessage, 'variables'>,
  columns: readonly string[],
): (cells: readonly string[]) => Readonly<Record<string, string>> {
  const sources = Object.entries(variables).map(([name, source]) =>
    'value' in source
      ? ({ name, value: source.value } as const)
      : ({ name, place: columns.indexOf(source.column) } as const),
  )
  return (cells) => {
    const values: Record<string, string> = {}
    for (const source of sources) {
      const value = 'value' in source ? source.value : (cells[source.place] ?? '')
      if (!isBlank(value)) values[source.name] = value
    }
    return values
  }
}

/**
 * The draft of a message to some recipients of a list, each of which is decided on its own. Estimates price it, and
 * broadcasts send it. Free text goes out as it is written; to +86 the sender's name stands before it.
 */
export function draftOf(
  message: OpenMessage,
  members: readonly Member[],
  valuesIn: ReturnType<typeof valuesOf>,
  { listed, now }: { readonly listed: ListedRecipients; readonly now: Date },
): Draft {
  const { template, text, scene, sender } = message
  return {
    recipients: members.map(({ recipient }) => recipient),
    content: template === null ? { kind: 'content', text } : { kind: 'template', template, data: {} },
    scene,
    listed,
    now,
    each: members.map(({ zone, cells }) => ({ values: valuesIn(cells), zone })),
    ...(sender !== null && { signature: sender.name }),
  }
}
