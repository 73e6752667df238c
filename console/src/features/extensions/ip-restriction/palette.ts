import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { ShieldCheck } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'add-ip',
      title: ['search.addIp'],
      icon: ShieldCheck,
      keywords: {
        en: ['add ip', 'allow ip', 'block ip', 'whitelist ip', 'new ip', 'add allowlist'],
        zh: ['添加 IP', '添加白名单', '允许 IP', '禁止 IP', '加白'],
      },
      open: { to: paths.ipRestriction, search: { form: 'add' } },
    },
  ],
  records: [
    {
      title: 'search.ipEntry',
      icon: ShieldCheck,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const { entries } = await api.ipRestriction.get()
        const found = entries.find(({ id }) => id === typed.toLowerCase())
        return found === undefined
          ? null
          : { name: found.cidr, open: { to: paths.ipRestriction, search: { edit: found.id } } }
      },
    },
  ],
}
