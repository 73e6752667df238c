import { upstreams as limits } from '@hongyan/contract/limits/upstreams'
import type { MessageId, UpstreamId } from '@hongyan/contract/ids'
import { parseNumber } from '@hongyan/contract/sms/number'
import { providers } from '@hongyan/contract/upstreams/providers'
import { homeCountry, Locale } from '@hongyan/contract/vocabulary/account'
import { Refusal } from '../../../kit/refusal.ts'
import { txOf } from '../../../db/tx.ts'
import { sentEarlier } from '../../../gateway/request-message.ts'
import type { CallKey } from '../../../limits/answers.ts'
import type { Caller, TestContent, UpstreamDeps } from './deps.ts'
import { findLocal } from './mappings/local.ts'
import { lastReady } from './mappings/store.ts'
import { countUse, readOwner } from './owner.ts'
import { findRow, type UpstreamRow } from './store.ts'

/**
 * Sends a test message over a channel that is tested or active, to a number that the account has proved. The call's key
 * names the request before it is sent.
 */
export async function sendTest(
  deps: UpstreamDeps,
  { account, locale }: Caller,
  id: UpstreamId,
  { to, requestId, key }: { readonly to: string; readonly requestId: string; readonly key: CallKey },
): Promise<{ message: MessageId }> {
  const { db, clock, sendOver } = deps
  const earlier = await sentEarlier(txOf(db), account, key)
  if (earlier !== null) return { message: earlier.id }
  const row = await findRow(db, { account, id })
  refuseUntested(row)
  const owner = await readOwner(db, account, clock.now())
  const number = parseNumber(to, homeCountry[owner.partition])
  if (!number.ok) throw new Refusal('invalid_phone_number', { field: 'to' })
  if (number.e164 !== owner.phone) throw new Refusal('own_numbers_only', { field: 'to' })
  await countUse(deps, owner, { key: 'upstreams.tests', perDay: limits.testsPerDay })
  const content = providers[row.provider].needsMapping ? await mappedContent(deps, row) : { text: textOf(row, locale) }
  const request = key.earlier ?? requestId
  await key.name(txOf(db), request)
  return { message: await sendOver({ account, upstream: id, to: number.e164, content, requestId: request }) }
}

function refuseUntested({ state }: UpstreamRow): void {
  if (state === 'auth_failed') throw new Refusal('upstream_auth_failed')
  if (state !== 'testing' && state !== 'active') throw new Refusal('upstream_state')
}

/** The template that was mapped last, and a sender that the provider knows. */
async function mappedContent({ db }: UpstreamDeps, { account_id: account, id }: UpstreamRow): Promise<TestContent> {
  const [template, signature] = await Promise.all([
    lastReady(db, { account, upstream: id, kind: 'template' }),
    lastReady(db, { account, upstream: id, kind: 'signature' }),
  ])
  if (template === null) throw new Refusal('mapping_missing')
  const sender = signature === null ? null : await findLocal(txOf(db), account, 'signature', signature)
  return { template, signature: sender?.name ?? null }
}

const textOf = ({ name }: UpstreamRow, locale: Locale): string =>
  locale === Locale.SimplifiedChinese ? `这是通道“${name}”的测试短信。` : `This is a test message over ${name}.`
