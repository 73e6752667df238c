import { list as limits } from '@hongyan/contract/limits/screens'
import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { BookUser } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

const load = async () =>
  (await api.phonebooks.list({ query: { limit: limits.maxLimit, offset: 0 } })).map(({ id, name }) => ({
    id,
    name,
    open: { to: `${paths.phonebooks}/${id}` },
  }))

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'create-phonebook',
      title: ['search.createPhonebook'],
      icon: BookUser,
      keywords: {
        en: ['new phonebook', 'new contact list', 'import contacts', 'upload contacts', 'address book'],
        zh: ['新建通讯录', '导入联系人', '上传号码', '联系人分组'],
      },
      open: { to: paths.phonebooks, search: { form: 'create' } },
    },
  ],
  records: [
    {
      title: 'search.phonebook',
      icon: BookUser,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        return (await load()).find(({ id }) => id === typed.toLowerCase()) ?? null
      },
    },
  ],
  named: [{ title: 'search.phonebook', icon: BookUser, load }],
}
