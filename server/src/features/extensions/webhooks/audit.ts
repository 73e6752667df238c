import { accountState, subjectState } from '../../../audit/state.ts'

/** The settings of all endpoints, without secrets and values of headers. */
export const webhooksAudit = accountState(
  'webhooks',
  `select jsonb_object_agg(name, jsonb_build_object('url', url, 'failover_url', failover_url, 'on', is_on, 'format', format,
            'envelope', envelope, 'messages', messages, 'groups', groups, 'scenes', scenes, 'countries', countries,
            'batch', batch, 'schedule', schedule, 'tries', tries, 'rate', rate, 'headers', header_names, 'signed', signed)
          ) as endpoint
     from webhook_endpoint where account_id = $1`,
)

export const endpointAudit = subjectState(
  'webhook_endpoint',
  `select name, url, is_on as "on", sealed_secret as "!secret" from webhook_endpoint where account_id = $1 and id::text = $2`,
)
