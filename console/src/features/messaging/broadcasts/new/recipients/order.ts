import { RecipientSource } from '@hongyan/contract/vocabulary/job'
import type { Draft } from '../draft.ts'
import type { AudienceOrder } from '../queries.ts'

/** The choices that resolve a problem of a table. */
export interface Resolution {
  readonly phone_column?: string
  readonly sheet?: string
}

/** The order to read the recipients of a draft; null where their source is missing, such as pasted text after a reload. */
export function orderOf(
  { source, file, phonebook, segment, country }: Pick<Draft, 'source' | 'file' | 'phonebook' | 'segment' | 'country'>,
  { pasted, home }: { readonly pasted: string; readonly home: string },
  resolution: Resolution = {},
): AudienceOrder | null {
  const common = { country: country ?? home, ...resolution }
  if (source === RecipientSource.Input) return pasted.trim() === '' ? null : { source, input: pasted, ...common }
  if (source === RecipientSource.File) return file === null ? null : { source, file: file.id, ...common }
  return phonebook === null ? null : { source, phonebook, ...(segment !== null && { segment }), ...common }
}
