import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { MessageId, UpstreamId } from '@hongyan/contract/ids'
import { parseNumber } from '@hongyan/contract/sms/number'
import { homeCountry, Locale } from '@hongyan/contract/vocabulary/account'
import { Refusal } from '../../../kit/refusal.ts'
import type { Caller, UpstreamDeps } from './deps.ts'
import { countUse, readOwner } from './owner.ts'
import { findRow, type UpstreamRow } from './store.ts'

/** Sends a test message over a channel that is tested or active, to a number that the account has proved. */
export async function sendTest(
  deps: UpstreamDeps,
  { account, locale }: Caller,
  id: UpstreamId,
  { to, requestId }: { readonly to: string; readonly requestId: string },
): Promise<{ message: MessageId }> {
  const { db, clock, sendOver } = deps
  const row = await findRow(db, { account, id })
  refuseUntested(row)
  const owner = await readOwner(db, account, clock.now())
  const number = parseNumber(to, homeCountry[owner.partition])
  if (!number.ok) throw new Refusal('invalid_phone_number', { field: 'to' })
  if (number.e164 !== owner.phone) throw new Refusal('own_numbers_only', { field: 'to' })
  await countUse(deps, owner, { key: 'upstreams.tests', perDay: limits.testsPerDay })
  const text = textOf(row, locale)
  return { message: await sendOver({ account, upstream: id, to: number.e164, text, requestId }) }
}

function refuseUntested({ state }: UpstreamRow): void {
  if (state === 'auth_failed') throw new Refusal('upstream_auth_failed')
  if (state !== 'testing' && state !== 'active') throw new Refusal('upstream_state')
}

const textOf = ({ name }: UpstreamRow, locale: Locale): string =>
  locale === Locale.SimplifiedChinese ? `这是通道“${name}”的测试短信。` : `This is a test message over ${name}.`
