import { list } from '@hongyan/contract/limits/screens'
import { TYPED_RECORD_ID } from '@hongyan/contract/record-id'
import { FileText } from 'lucide-react'
import { api } from '../../../api/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import type { FoundRecord, PaletteEntries } from '../../../shell/search/entry.ts'

const found = ({ id, name }: { id: string; name: string }): FoundRecord => ({
  name,
  open: { to: paths.templates, search: { open: id } },
})

const byId = (id: string): Promise<FoundRecord | null> =>
  api.templates.get({ params: { id: id.toLowerCase() } }).then(found, (error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  })

async function byCode(code: string): Promise<FoundRecord | null> {
  const matching = await api.templates.list({ query: { text: code, limit: list.maxLimit, offset: 0 } })
  const template = matching.find((each) => each.code === code)
  return template === undefined ? null : found(template)
}

export const palette: PaletteEntries = {
  entries: [
    {
      id: 'create-template',
      title: ['search.createTemplate'],
      icon: FileText,
      keywords: {
        en: ['new template', 'write template', 'message text', 'add template'],
        zh: ['新建模板', '创建模板', '添加模板', '短信文案'],
      },
      open: { to: paths.templates, search: { form: 'new' } },
    },
  ],
  records: [
    {
      title: 'search.template',
      icon: FileText,
      // A code without underscore or digit looks like any word of a search.
      ids: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$|^(?=.*[_\d])[a-z][a-z0-9_]{2,47}$/i,
      find: (typed) => (TYPED_RECORD_ID.test(typed) ? byId(typed) : byCode(typed.toLowerCase())),
    },
  ],
}
