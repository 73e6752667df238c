import { SECOND } from '@hongyan/contract/durations'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/text.ts'
import { namedRecords } from './registry.ts'
import type { ShownPlace } from './use-places.ts'

/** One opening of the palette reads the names once. */
const FRESH_FOR = 30 * SECOND

const NONE: readonly (readonly [])[] = []

/** The account's records that are found by their names, read at the first query. Where they cannot be read, pages stand alone. */
export function useNamedRecords(enabled: boolean): readonly ShownPlace[] {
  const t = useText()
  const { data = NONE } = useQuery({
    queryKey: ['palette names'],
    enabled,
    staleTime: FRESH_FOR,
    queryFn: () => Promise.all(namedRecords.map(({ load }) => load().catch(() => []))),
  })
  return namedRecords.flatMap(({ title, icon }, nr) =>
    (data[nr] ?? []).map(({ id, name, open }) => ({
      id: `record-${id}`,
      name,
      path: '',
      keywords: undefined,
      icon,
      group: t(title),
      open,
    })),
  )
}
