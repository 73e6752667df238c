import type { SignatureId } from '@hongyan/contract/ids'
import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { Signature as SignatureSign } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import type { PaletteEntries } from '../../../shell/search/entry.ts'

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'create-signature',
      title: ['search.createSignature'],
      icon: SignatureSign,
      keywords: {
        en: ['new sender id', 'new signature', 'add sender', 'register sender name'],
        zh: ['新建签名', '申请签名', '添加签名', '提交签名'],
      },
      open: { to: paths.signatures, search: { form: 'new' } },
    },
  ],
  records: [
    {
      title: 'search.signature',
      icon: SignatureSign,
      ids: TYPED_RECORD_ID,
      async find(typed) {
        const id = typed.toLowerCase() as SignatureId // it matches `ids`
        const found = await api.signatures.get({ params: { id } }).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 404) return null
          throw error
        })
        return found && { name: found.name, open: { to: paths.signatures, search: { open: id } } }
      },
    },
    {
      title: 'search.signature',
      icon: SignatureSign,
      // A name in its brackets, as recipients see it.
      ids: /^【[^【】]{2,12}】$/,
      async find(typed) {
        const name = typed.slice(1, -1)
        const rows = await api.signatures.list({ query: { text: name, limit: 20, offset: 0 } })
        const found = rows.find((row) => row.name === name)
        return found === undefined ? null : { name: typed, open: { to: paths.signatures, search: { open: found.id } } }
      },
    },
  ],
}
