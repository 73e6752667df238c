import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { implement, type Route } from '../../../../http/implement.ts'
import type { SenderDeps } from '../deps.ts'
import { signatureAudit } from './audit.ts'
import {
  listSignatures,
  makeDefault,
  readSignature,
  refileSignature,
  removeSignature,
  urgeSignature,
  withdrawSignature,
} from './service.ts'
import { renewAuthorisation } from './renew.ts'
import { createSignature, lintSignatureForm, resubmitSignature } from './submit.ts'

export const signatureRoutes = (deps: SenderDeps): readonly Route[] =>
  implement(
    signatures,
    {
      list: async ({ caller: { account }, locale, query, total }) => {
        const page = await listSignatures(deps, { account, locale }, query)
        total(page.total)
        return page.rows
      },
      create: ({ caller: { account }, locale, body, key }) => createSignature(deps, { account, locale }, body, key),
      lint: ({ caller: { account }, locale, body }) => lintSignatureForm(deps, { account, locale }, body),
      get: ({ caller: { account }, locale, params }) => readSignature(deps, { account, locale }, params.id),
      resubmit: ({ caller: { account }, locale, params, body }) =>
        resubmitSignature(deps, { account, locale }, params.id, body),
      remove: async ({ caller: { account }, locale, params }) => {
        await removeSignature(deps, { account, locale }, params.id)
        return {}
      },
      withdraw: async ({ caller: { account }, locale, params }) => {
        await withdrawSignature(deps, { account, locale }, params.id)
        return {}
      },
      urge: ({ caller: { account }, locale, params }) => urgeSignature(deps, { account, locale }, params.id),
      makeDefault: ({ caller: { account }, locale, params }) => makeDefault(deps, { account, locale }, params.id),
      renew: ({ caller: { account }, locale, params, body }) =>
        renewAuthorisation(deps, { account, locale }, params.id, body),
      refile: ({ caller: { account }, locale, params, body }) =>
        refileSignature(deps, { account, locale }, params.id, body.carrier),
    },
    {
      audit: {
        create: signatureAudit,
        resubmit: signatureAudit,
        remove: signatureAudit,
        withdraw: signatureAudit,
        urge: signatureAudit,
        makeDefault: signatureAudit,
        refile: signatureAudit,
        renew: signatureAudit,
      },
    },
  )
