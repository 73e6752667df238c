import { exports, type Export } from '@hongyan/contract/endpoints/messaging/exports'
import { DAY } from '@hongyan/contract/durations'
import type { ExportId } from '@hongyan/contract/ids'
import { Locale } from '@hongyan/contract/vocabulary/account'
import { columnsOf, type ExportKind } from '@hongyan/contract/vocabulary/export'
import { ExportJobStatus } from '@hongyan/contract/vocabulary/job'
import type { CallOf } from '@hongyan/contract/endpoint'
import { type Clock, systemClock } from '../src/kit/clock.ts'
import type { HouseOwner } from './house-owner.ts'
import type { SignedIn, World } from './world.ts'

export type ExportForm = CallOf<typeof exports.create>['body']

/** An export of today with all columns of its kind. */
export function exportForm(
  world: { readonly clock: Clock },
  kind: ExportKind,
  choice: Partial<ExportForm> = {},
): ExportForm {
  const today = world.clock.now().toISOString().slice(0, 10)
  return {
    kind,
    name: `All ${kind}`,
    from: today,
    to: today,
    filters: {},
    columns: [...columnsOf(kind).keys()],
    format: 'csv',
    gzip: false,
    zone: 'UTC',
    masked: true,
    language: Locale.English,
    repeat: 'none',
    notify: false,
    ...choice,
  }
}

const { Queued, Pending } = ExportJobStatus

/** Runs the loop until an export has its outcome. */
export async function ended(world: World, owner: SignedIn, id: ExportId): Promise<Export> {
  for (;;) {
    await world.loops.run('exports')
    const read = await owner.call(exports.get, { params: { id } })
    if (read.status !== Queued && read.status !== Pending) return read
  }
}

/** Makes an export and waits for its outcome. */
export async function exported(world: World, owner: SignedIn, form: ExportForm): Promise<Export> {
  const { id } = await owner.call(exports.create, { body: form })
  return ended(world, owner, id)
}

/** Follows the redirect of a download. */
export async function downloaded(world: World, owner: SignedIn, id: ExportId) {
  const { status, headers } = await owner.ask(exports.download, { params: { id } })
  if (status !== 302) throw new Error(`the download answered ${status}`)
  const { pathname } = new URL(String(headers['location']))
  const { statusCode, headers: sent, rawPayload } = await world.app.inject({ url: pathname })
  return { status: statusCode, headers: sent, content: rawPayload }
}

/** Orders an export of the last two days of messages from the server of a house. Returns its id. */
export async function orderExport(owner: HouseOwner, choice: Partial<ExportForm>): Promise<string> {
  const from = new Date(Date.now() - DAY).toISOString().slice(0, 10)
  const body = exportForm({ clock: systemClock }, 'messages', { from, ...choice })
  const reply = await owner.call('PUT', '/sms/exports', { body })
  const made = (await reply.json()) as { readonly id: string } // the contract's export
  if (reply.status !== 200) throw new Error(`the export was refused: ${JSON.stringify(made)}`)
  return made.id
}
