import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { Gauge, PhoneForwarded } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'
import { ruleName } from './labels.ts'

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'add-rate-rule',
      title: ['search.addRateRule'],
      icon: Gauge,
      keywords: {
        en: ['new rate limit', 'add rate limit', 'limit per number', 'per minute', 'per day'],
        zh: ['添加频率规则', '新建频率规则', '每分钟', '每天', '单号码限制'],
      },
      open: { to: paths.rateLimiting, search: { rule: 'new' } },
    },
    {
      id: 'add-exempt-numbers',
      title: ['search.addExempt'],
      icon: PhoneForwarded,
      keywords: {
        en: ['exempt number', 'exception', 'unlimited number', 'test phone'],
        zh: ['豁免号码', '例外号码', '不限频', '测试手机'],
      },
      open: { to: paths.rateLimiting, search: { tab: 'exempt', add: 'numbers' } },
    },
    {
      id: 'account-caps',
      title: ['search.accountCaps'],
      icon: Gauge,
      keywords: {
        en: ['daily cap', 'volume cap', 'country cap', 'cap per hour', 'throughput'],
        zh: ['每日上限', '发送上限', '国家上限', '每小时上限', '发送速率'],
      },
      open: { to: paths.rateLimiting, search: { tab: 'caps' } },
    },
    {
      id: 'limits-in-force',
      title: ['search.limitsInForce'],
      icon: Gauge,
      keywords: {
        en: ['my limits', 'quota', 'waiting messages', 'queue'],
        zh: ['当前限制', '配额', '额度', '排队'],
      },
      open: { to: paths.rateLimiting, search: { tab: 'limits' } },
    },
  ],
  records: [
    {
      title: 'search.rateRule',
      icon: Gauge,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const { rules } = await api.smsRateLimiting.get()
        const found = rules.find(({ id }) => id === typed.toLowerCase())
        return found === undefined
          ? null
          : { name: ruleName(found), open: { to: paths.rateLimiting, search: { rule: found.id } } }
      },
    },
  ],
}
