import type { SecretBox } from '../src/kit/secret-box.ts'
import { uuidv7 } from '../src/kit/ids.ts'
import { sealHeaders, sealSecret } from '../src/webhooks/sealed.ts'

const ENDPOINTS = `
  insert into webhook_endpoint (account_id, id, nr, name, url, is_on, format, envelope, messages, groups, scenes, countries,
    batch, schedule, tries, header_names, sealed_headers, signed, sealed_secret, types, created_at)
  select account_id, id, 0, 'beside', url, true, 'json', 'standard', 'none', '{balance}', '{}', '{}', 1, 'standard', 8, '{}',
    sealed_headers, true, sealed_secret, '{balance.low}', now()
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
    as e(account_id, id, url, sealed_headers, sealed_secret)`

const EVENTS = `
  insert into webhook_due (account_id, endpoint_id, id, type, at, data)
  select account_id, id, uuidv7(), 'balance.low', now(), '{"below":"20.000000","balance":"19.000000","currency":"USD"}'
  from webhook_endpoint, generate_series(1, $2) where id = any($1::uuid[])`

/** Runs a statement. */
type Run = (sql: string, values: readonly unknown[]) => Promise<unknown>

/**
 * Writes endpoints by SQL, each of an account of its own that comes before all others, with events that wait. Returns the
 * call that removes them again.
 */
export async function layEndpoints(
  run: Run,
  secrets: Pick<SecretBox, 'seal'>,
  { urls, events }: { readonly urls: readonly string[]; readonly events: number },
): Promise<() => Promise<void>> {
  const [accounts, ids] = [urls.map(() => uuidv7(new Date(0))), urls.map(() => uuidv7(new Date(0)))]
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const headers = ids.map((id) => sealHeaders(secrets, id, []))
  await run(ENDPOINTS, [accounts, ids, urls, headers, ids.map((id) => sealSecret(secrets, id, secret))])
  await run(EVENTS, [ids, events])
  return async () => {
    for (const table of ['webhook_due', 'webhook_delivery', 'webhook_try'])
      await run(`delete from ${table} where endpoint_id = any($1::uuid[])`, [ids])
    await run(`delete from webhook_endpoint where id = any($1::uuid[])`, [ids])
  }
}
