import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { list } from '@hongyan/contract/limits/screens'
import { STANDARD } from '@hongyan/contract/vocabulary/upstream'
import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { Activity, ArrowLeftRight, ListOrdered, Split } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

/** The account's own channels. The product's own one has no id to paste, and some accounts have no channels at all. */
async function load(): Promise<readonly Upstream[]> {
  const channels = await api.upstreams
    .list({ query: { limit: list.maxLimit, offset: 0 } })
    .catch((error: unknown): readonly Upstream[] => {
      if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return []
      throw error
    })
  return channels.filter(({ id }) => id !== STANDARD)
}

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'add-upstream',
      title: ['search.addUpstream'],
      icon: Split,
      keywords: {
        en: ['new channel', 'add channel', 'add provider', 'connect provider', 'twilio', 'vonage'],
        zh: ['添加通道', '新建通道', '接入服务商', '阿里云', '腾讯云', '华为云', '创蓝'],
      },
      open: { to: paths.upstreams, search: { form: 'new' } },
    },
    {
      id: 'routing-rules',
      title: ['search.routingRules'],
      icon: ListOrdered,
      keywords: {
        en: ['routing', 'failover', 'canary', 'simulator', 'simulate'],
        zh: ['路由规则', '故障切换', '灰度', '模拟'],
      },
      open: { to: paths.upstreams, search: { tab: 'routing' } },
    },
    {
      id: 'upstream-mappings',
      title: ['search.upstreamMappings'],
      icon: ArrowLeftRight,
      keywords: {
        en: ['mapping', 'provider template', 'provider signature'],
        zh: ['映射', '服务商模板', '服务商签名'],
      },
      open: { to: paths.upstreams, search: { tab: 'mappings' } },
    },
    {
      id: 'upstream-health',
      title: ['search.upstreamHealth'],
      icon: Activity,
      keywords: {
        en: ['channel health', 'latency', 'degraded', 'error rate'],
        zh: ['通道健康', '通道耗时', '降级', '错误率'],
      },
      open: { to: paths.upstreams, search: { tab: 'health' } },
    },
  ],
  records: [
    {
      title: 'search.upstream',
      icon: Split,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const found = (await load()).find(({ id }) => id === typed.toLowerCase())
        return found === undefined
          ? null
          : { name: found.name, open: { to: paths.upstreams, search: { open: found.id } } }
      },
    },
  ],
  named: [
    {
      title: 'search.upstream',
      icon: Split,
      load: async () =>
        (await load()).map(({ id, name }) => ({ id, name, open: { to: paths.upstreams, search: { open: id } } })),
    },
  ],
}
