import { publicTemplates, templates } from '@hongyan/contract/endpoints/messaging/templates'
import { publicTemplates as rows } from '@hongyan/contract/senders/public-templates'
import { implement, type Route } from '../../../../http/implement.ts'
import { templateAudit } from './audit.ts'
import { lintTemplateForm, type EstimateDeps } from './estimate.ts'
import {
  listTemplates,
  readTemplate,
  readVersions,
  refileTemplate,
  removeTemplate,
  urgeTemplate,
  withdrawTemplate,
} from './service.ts'
import { createTemplate, reviseTemplate } from './submit.ts'
import { sendTest, type TestDeps } from './test-send.ts'

export const templateRoutes = (deps: EstimateDeps & TestDeps): readonly Route[] =>
  implement(
    templates,
    {
      list: async ({ caller: { account }, locale, query, total }) => {
        const page = await listTemplates(deps, { account, locale }, query)
        total(page.total)
        return page.rows
      },
      create: ({ caller: { account }, locale, body, key }) => createTemplate(deps, { account, locale }, body, key),
      lint: ({ caller: { account }, locale, body }) => lintTemplateForm(deps, { account, locale }, body),
      get: ({ caller: { account }, locale, params }) => readTemplate(deps, { account, locale }, params.id),
      revise: ({ caller: { account }, locale, params, body }) =>
        reviseTemplate(deps, { account, locale }, params.id, body),
      remove: async ({ caller: { account }, locale, params }) => {
        await removeTemplate(deps, { account, locale }, params.id)
        return {}
      },
      versions: ({ caller: { account }, locale, params }) => readVersions(deps, { account, locale }, params.id),
      test: ({ caller: { account }, locale, params, body, requestId, key }) =>
        sendTest(deps, { account, locale }, { id: params.id, requestId, key, ...body }),
      withdraw: async ({ caller: { account }, locale, params }) => {
        await withdrawTemplate(deps, { account, locale }, params.id)
        return {}
      },
      urge: ({ caller: { account }, locale, params }) => urgeTemplate(deps, { account, locale }, params.id),
      refile: ({ caller: { account }, locale, params, body }) =>
        refileTemplate(deps, { account, locale }, params.id, body.carrier),
    },
    {
      audit: {
        create: templateAudit,
        revise: templateAudit,
        remove: templateAudit,
        test: templateAudit,
        withdraw: templateAudit,
        urge: templateAudit,
        refile: templateAudit,
      },
    },
  )

/** The provider's own templates, which every account may send. */
export const publicTemplateRoutes = (): readonly Route[] =>
  implement(publicTemplates, {
    list: () => rows.map(({ variables, ...row }) => ({ ...row, public: true, variables: [...variables] })),
  })
