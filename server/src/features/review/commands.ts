import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import {
  type Arguments,
  type Command,
  type CommandResult,
  operatorOf,
  optional,
  repeated,
  wholeNumber,
} from '../../kit/command.ts'
import { StartError } from '../../kit/start-error.ts'
import type { Decision, Reviewed, ReviewKind, TypedReason, Waiting } from './review-kind.ts'

export interface ReviewCommandDeps {
  /** Every kind of submission that people review. */
  readonly kinds: readonly ReviewKind[]
}

const statusNames: Readonly<Record<ReviewStatus, string>> = {
  [ReviewStatus.Pending]: 'in review',
  [ReviewStatus.AutoRejected]: 'rejected automatically',
  [ReviewStatus.ManualRejected]: 'rejected',
  [ReviewStatus.PreApproved]: 'automatic check passed',
  [ReviewStatus.Approved]: 'approved',
}

async function list({ kinds }: ReviewCommandDeps): Promise<CommandResult> {
  const lists = await Promise.all(kinds.map((kind) => kind.list()))
  const waiting = lists.flat().toSorted((one, other) => one.submitted_at.getTime() - other.submitted_at.getTime())
  return {
    line: waiting.length === 0 ? 'No submission waits for a review.' : waiting.map(lineOf).join('\n'),
    json: { waiting },
  }
}

const lineOf = ({ kind, id, version, owner, type, status, name, submitted_at: at }: Waiting): string =>
  `${id}  ${kind} ${type}, version ${version}: ${name} of ${owner}, ${statusNames[status]}, since ${at.toISOString()}`

async function show({ kinds }: ReviewCommandDeps, args: Arguments): Promise<CommandResult> {
  const [id = ''] = args.positionals
  const by = operatorOf(args)
  for (const kind of kinds) {
    const found = await kind.show(id, by)
    if (found !== null) return { line: linesOf(found).join('\n'), json: found }
  }
  throw new StartError(`There is no submission ${id}.`)
}

function linesOf({ id, kind, type, version, status, account, fields, reasons }: Reviewed): readonly string[] {
  const width = Math.max(...fields.map(({ label }) => label.length))
  return [
    `${kind} ${id} of account ${account}: ${type}, version ${version}, ${statusNames[status]}`,
    ...fields.map(({ field, label, value }) => `  ${label.padEnd(width)}  ${value}  (${field})`),
    ...reasons.map(({ field, code, what }) => `  rejected: ${field}: ${code}. ${what}`),
  ]
}

const approve = async (deps: ReviewCommandDeps, args: Arguments): Promise<CommandResult> =>
  decide(deps, args, (kind, decision) => kind.approve(decision))

async function reject(deps: ReviewCommandDeps, args: Arguments): Promise<CommandResult> {
  const reasons = reasonsOf(args)
  return decide(deps, args, (kind, decision) => kind.reject(decision, reasons))
}

const keep = async (deps: ReviewCommandDeps, args: Arguments): Promise<CommandResult> =>
  decide(deps, args, (kind, decision) => kind.keep(decision))

/** Pairs each `--field` with the `--reason` at the same place. */
function reasonsOf(args: Arguments): readonly TypedReason[] {
  const [fields, reasons] = [repeated(args, 'field'), repeated(args, 'reason')]
  if (fields.length === 0 || fields.length !== reasons.length) {
    throw new StartError('A rejection needs a --reason for each --field, and at least one of them.')
  }
  return fields.map((field, place) => ({ field, reason: reasons[place] ?? '' }))
}

async function decide(
  { kinds }: ReviewCommandDeps,
  args: Arguments,
  by: (kind: ReviewKind, decision: Decision) => ReturnType<ReviewKind['approve']>,
): Promise<CommandResult> {
  const [id = ''] = args.positionals
  const typed = optional(args, 'version')
  const version = typed === null ? null : wholeNumber('--version', typed, [1, 999_999])
  for (const kind of kinds) {
    const decided = await by(kind, { id, version, by: operatorOf(args), now: args.options['now'] === true })
    if (decided === null) continue
    const { account, status, until } = decided
    const end = until === undefined ? '' : ` until ${until.toISOString()}`
    return {
      line: `${id} of account ${account} is ${statusNames[status]}${end}.`,
      json: { id, account, status, ...(until && { until }) },
    }
  }
  throw new StartError(`There is no submission ${id} in this version that waits for a decision. See \`review list\`.`)
}

export const reviewCommands: readonly Command<ReviewCommandDeps>[] = [
  { name: 'review list', usage: '[--json]', options: {}, arity: 0, run: list },
  { name: 'review show', usage: '<id> --by <name> [--json]', options: {}, by: 'required', arity: 1, run: show },
  {
    name: 'review approve',
    usage: '<id> [--version <n>] --by <name> [--json]',
    options: { version: 'text' },
    by: 'required',
    arity: 1,
    run: approve,
  },
  {
    name: 'review reject',
    usage:
      '<id> --field <name> --reason <code> [--field <name> --reason <code> …] [--version <n>] [--now] --by <name> [--json]',
    options: { field: 'texts', reason: 'texts', version: 'text', now: 'flag' },
    by: 'required',
    arity: 1,
    run: reject,
  },
  { name: 'review keep', usage: '<id> --by <name> [--json]', options: {}, by: 'required', arity: 1, run: keep },
]
