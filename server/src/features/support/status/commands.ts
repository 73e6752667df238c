import { IncidentId } from '@hongyan/contract/ids'
import { support as limits } from '@hongyan/contract/limits/support'
import { Locale, Partition } from '@hongyan/contract/vocabulary/account'
import { messageChannels } from '@hongyan/contract/vocabulary/message'
import { incidentSeverities, type IncidentState, incidentStates } from '@hongyan/contract/vocabulary/support'
import type { Pool } from 'pg'
import { alone, inTransaction } from '../../../db/tx.ts'
import type { Clock } from '../../../kit/clock.ts'
import {
  type Arguments,
  type Command,
  type CommandResult,
  oneOf,
  operatorOf,
  optional,
  repeated,
  required,
} from '../../../kit/command.ts'
import { StartError } from '../../../kit/start-error.ts'
import { addUpdate, type Both, listIncidents, openIncident } from './incidents.ts'

export interface IncidentDeps {
  readonly pool: Pool
  readonly clock: Clock
  /** True for the ISO 3166 alpha-2 code of a country. */
  readonly isCountry: (iso2: string) => boolean
}

const openStates = incidentStates.filter((state) => state !== 'closed')

/** An incident concerns at most so many named countries; for more it names none, which means all. */
const COUNTRIES_MAX = 60

async function open({ pool, clock, isCountry }: IncidentDeps, args: Arguments): Promise<CommandResult> {
  const incident = {
    severity: oneOf('--severity', required(args, 'severity'), incidentSeverities),
    title: both(args, 'title', limits.incidentTitleMax),
    countries: countriesOf(args, isCountry),
    channels: [...new Set(repeated(args, 'channel').map((value) => oneOf('--channel', value, messageChannels)))],
    partition: partitionIn(args),
    startedAt: clock.now(),
  }
  const state = 'investigating' as const
  const first = { at: clock.now(), state, text: both(args, 'text', limits.incidentTextMax), by: operatorOf(args) }
  const id = await inTransaction(pool, (tx) => openIncident(tx, incident, first))
  return { line: `Incident ${id} is open.`, json: { id, state } }
}

const updating =
  (closes: boolean) =>
  async ({ pool, clock }: IncidentDeps, args: Arguments): Promise<CommandResult> => {
    const [typed = ''] = args.positionals
    const id = IncidentId.safeParse(typed.toLowerCase())
    const state: IncidentState = closes ? 'closed' : oneOf('--state', required(args, 'state'), openStates)
    const update = { at: clock.now(), state, text: both(args, 'text', limits.incidentTextMax), by: operatorOf(args) }
    const isWritten = id.success && (await addUpdate(alone(pool), id.data, update))
    if (!isWritten) throw new StartError(`There is no open incident ${typed}.`)
    return { line: `Incident ${id.data} is ${state}.`, json: { id: id.data, state } }
  }

async function list({ pool, clock }: IncidentDeps): Promise<CommandResult> {
  const incidents = await listIncidents(alone(pool), null, clock.now())
  const lines = incidents.map(
    ({ id, severity, state, title_en: title, countries, started_at: from }) =>
      `${id}  ${severity}, ${state}, since ${from.toISOString()}: ${title} (${countries.join(', ') || 'all countries'})`,
  )
  return {
    line: lines.length === 0 ? 'No incident is open, and none closed in the last 14 days.' : lines.join('\n'),
    json: { incidents },
  }
}

/** Reads a text in both languages, on one line each, up to `most` characters. */
function both(args: Arguments, name: string, most: number): Both {
  const read = (option: string): string => {
    const value = required(args, option).replaceAll(/\s+/g, ' ').trim()
    if (value.length >= 1 && value.length <= most) return value
    throw new StartError(`--${option} must have 1 to ${most} characters.`)
  }
  return { [Locale.English]: read(`${name}-en`), [Locale.SimplifiedChinese]: read(`${name}-zh`) }
}

function countriesOf(args: Arguments, isCountry: IncidentDeps['isCountry']): readonly string[] {
  const countries = [...new Set(repeated(args, 'country').map((value) => value.toUpperCase()))]
  const unknown = countries.find((country) => !isCountry(country))
  if (unknown !== undefined) throw new StartError(`--country must be a code such as US or CN, not "${unknown}".`)
  if (countries.length > COUNTRIES_MAX) {
    throw new StartError(`--country may be named ${COUNTRIES_MAX} times; without it, the incident concerns all.`)
  }
  return countries
}

function partitionIn(args: Arguments): Partition | null {
  const value = optional(args, 'partition')
  return value === null ? null : oneOf('--partition', value, Object.values(Partition))
}

const texts = { 'text-en': 'text', 'text-zh': 'text' } as const
const TEXTS = '--text-en <text> --text-zh <text> --by <name> [--json]'

/** The announcements of incidents, as staff make them. */
export const incidentCommands: readonly Command<IncidentDeps>[] = [
  {
    name: 'incident open',
    usage: `--severity <degraded|outage|maintenance> --title-en <text> --title-zh <text> [--country <code> …] [--channel <name> …] [--partition <us|cn>] ${TEXTS}`,
    options: {
      ...texts,
      severity: 'text',
      'title-en': 'text',
      'title-zh': 'text',
      country: 'texts',
      channel: 'texts',
      partition: 'text',
    },
    by: 'required',
    arity: 0,
    run: open,
  },
  {
    name: 'incident update',
    usage: `<id> --state <${openStates.join('|')}> ${TEXTS}`,
    options: { ...texts, state: 'text' },
    by: 'required',
    arity: 1,
    run: updating(false),
  },
  {
    name: 'incident close',
    usage: `<id> ${TEXTS}`,
    options: texts,
    by: 'required',
    arity: 1,
    run: updating(true),
  },
  { name: 'incident list', usage: '[--json]', options: {}, arity: 0, run: list },
]
