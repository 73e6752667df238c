import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { Route } from 'lucide-react'
import { api } from '../../../../api/api.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { paths } from '../../../../lib/paths.ts'
import type { PaletteEntries } from '../../../../shell/search/entry.ts'
import type { Rules } from './draft.ts'
import { rulesOf } from './queries.ts'

/** The rules of the draft, else those in force; none where the account has no routing. */
const load = (): Promise<Rules> =>
  api.routing.get().then(rulesOf, (error: unknown) => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return []
    throw error
  })

const openRule = (rule: string) => ({ to: paths.upstreams, search: { tab: 'routing', rule } }) as const

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'add-routing-rule',
      title: ['search.addRoutingRule'],
      icon: Route,
      keywords: {
        en: ['new routing rule', 'add rule', 'route country', 'failover rule', 'canary'],
        zh: ['添加路由规则', '新建路由规则', '按国家路由', '故障切换', '灰度'],
      },
      open: openRule('new'),
    },
    {
      id: 'routing-history',
      title: ['search.routingHistory'],
      icon: Route,
      keywords: {
        en: ['routing versions', 'restore rules', 'revert routing'],
        zh: ['路由历史', '历史版本', '恢复路由规则'],
      },
      open: { to: paths.upstreams, search: { tab: 'routing', history: 'open' } },
    },
  ],
  records: [
    {
      title: 'search.routingRule',
      icon: Route,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const found = (await load()).find(({ id }) => id === typed.toLowerCase())
        return found === undefined ? null : { name: found.name, open: openRule(found.id) }
      },
    },
  ],
  named: [
    {
      title: 'search.routingRule',
      icon: Route,
      load: async () =>
        // The default rule has the same name in every account.
        (await load()).slice(0, -1).map(({ id, name }) => ({ id, name, open: openRule(id) })),
    },
  ],
}
