import { RefreshCw } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'auto-recharge',
      title: ['search.topUp', 'search.autoRecharge'],
      icon: RefreshCw,
      suggested: true,
      keywords: {
        en: ['automatic top-up', 'recharge automatically', 'saved card', 'add a card'],
        zh: ['自动付款', '自动续费', '绑定银行卡', '添加银行卡'],
      },
      open: { to: paths.topUp, search: { tab: 'auto' } },
    },
  ],
}
