import { decimal, keyedState, subjectState } from '../../../audit/state.ts'

/** A channel without its secrets, of which an entry says no more than that they changed. */
export const upstreamAudit = subjectState(
  'upstreams',
  `select name, provider, state, regions, tps, ${decimal('daily_cap_micros')} as daily_cap, behaviour,
     settings as credentials, sealed_secrets as "!secret"
   from upstream where account_id = $1 and id::text = $2`,
)

/** The mapping of a call, by channel, kind and our id. */
export const mappingsAudit = keyedState(
  'upstream_mappings',
  ['upstream', 'kind', 'local'],
  `select jsonb_object_agg(m.upstream_id || ' ' || m.kind || ' ' || m.local,
     jsonb_build_object('remote', m.remote, 'variables', to_jsonb(m.variables))) as mapping
   from upstream_mapping m where m.account_id = $1 and m.upstream_id = ($2::jsonb ->> 'upstream')::uuid
     and m.kind = $2::jsonb ->> 'kind' and m.local = $2::jsonb ->> 'local'`,
)
