import { verification } from '@hongyan/contract/endpoints/account/verification'
import { implement, type Route } from '../../../http/implement.ts'
import { verificationAudit } from './audit.ts'
import type { SubmissionDeps } from './deps.ts'
import { readVerification, resubmit, saveDraft, submit, withdraw } from './submit.ts'

export const verificationRoutes = (deps: SubmissionDeps): readonly Route[] =>
  implement(
    verification,
    {
      get: ({ caller: { account }, locale }) => readVerification(deps, { account, locale }),
      saveDraft: ({ caller: { account }, locale, body }) => saveDraft(deps, { account, locale }, body),
      submit: ({ caller: { account }, locale, body }) => submit(deps, { account, locale }, body),
      resubmit: ({ caller: { account }, locale, params, body }) => resubmit(deps, { account, locale }, params.id, body),
      withdraw: ({ caller: { account }, locale, params }) => withdraw(deps, { account, locale }, params.id),
    },
    { audit: { submit: verificationAudit, resubmit: verificationAudit, withdraw: verificationAudit } },
  )
