import { Key, KeyRound } from 'lucide-react'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'
import { CREATE } from './filter.ts'
import { findCredential } from './find.ts'

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'create-credential',
      title: ['search.createCredential'],
      icon: KeyRound,
      suggested: true,
      keywords: {
        en: ['new credential', 'new api key', 'new key', 'generate key', 'access key'],
        zh: ['新建凭证', '新建密钥', '生成密钥', '访问密钥'],
      },
      open: { to: paths.credentials, hash: CREATE },
    },
  ],
  records: [
    {
      title: 'search.credential',
      icon: Key,
      ids: /^[\dA-Za-z]{22}$/,
      async find(id) {
        const found = await findCredential(({ key }) => key === id)
        return found === null ? null : { name: found.key, open: { to: paths.credentials, search: { edit: found.id } } }
      },
    },
  ],
}
