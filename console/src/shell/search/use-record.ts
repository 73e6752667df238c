import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/text.ts'
import { recordKinds } from './registry.ts'
import type { ShownPlace } from './use-places.ts'

/** The look-up of a pasted id. It is `idle` for a query that is no id. */
export interface Lookup {
  readonly state: 'idle' | 'looking' | 'found' | 'missing'
  readonly record: ShownPlace | null
}

const IDLE: Lookup = { state: 'idle', record: null }

/** Looks the record of an id up, in every kind whose ids look like it. */
export function useRecord(query: string | null): Lookup {
  const id = query?.trim() ?? ''
  const kinds = recordKinds.filter(({ ids }) => ids.test(id))
  const { data, isPending, isError } = useQuery({
    queryKey: ['palette record', id],
    enabled: kinds.length > 0,
    queryFn: async () => {
      const records = await Promise.all(kinds.map(async (kind) => ({ kind, record: await kind.find(id) })))
      return records.find(({ record }) => record !== null) ?? null
    },
  })
  if (kinds.length === 0) return IDLE
  if (isPending) return { state: 'looking', record: null }
  if (isError || data === null || data.record === null) return { state: 'missing', record: null }
  const { kind, record } = data
  const group = t(kind.title)
  const place = { id: `record-${id}`, name: record.name, path: '', keywords: undefined, icon: kind.icon, group }
  return { state: 'found', record: { ...place, open: record.open } }
}
