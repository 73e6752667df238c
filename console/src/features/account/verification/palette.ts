import { ShieldCheck } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'verify-account',
      title: ['search.verifyAccount'],
      icon: ShieldCheck,
      keywords: {
        en: ['verify account', 'verify identity', 'kyc', 'business verification', 'trust level'],
        zh: ['认证账户', '提交实名认证', '企业认证', '个人认证', '信任等级'],
      },
      open: { to: paths.verification, search: { form: 'new' } },
    },
  ],
}
