import { templates as limits } from '@hongyan/contract/limits/senders'
import { EditMode } from '@hongyan/contract/vocabulary/job'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { ReviewStatus } from '@hongyan/contract/vocabulary/review'
import { type Sort, sortColumns, sortsBy } from '@hongyan/contract/vocabulary/sorting'
import { RECORD_ID, readRecordId } from '@hongyan/contract/record-id'
import { oneOf, readAddress, type Readers, text, without } from '../../../ui/list/address.ts'

/** The filter of the list (screens S3). */
export interface TemplateFilter {
  status?: ReviewStatus
  scene?: MessageScene
  /** BCP 47. */
  language?: string
  /** The id of the sender ID that a template is bound to. */
  signature?: string
  /** Part of a name, code or content. */
  text?: string
}

export type TemplateSort = Sort<(typeof sortColumns.templates)[number]>

/** The newest first. */
export const initialSort: TemplateSort = '-created_at'

/** The search parameters: the list's own, the open template and the open form. */
export interface TemplateSearch extends TemplateFilter {
  tab?: 'public'
  sort?: TemplateSort
  /** The template in the open sheet. */
  open?: string
  /** The template in the form. */
  edit?: string
  /** The form of a new template. */
  form?: 'new'
  /** The beginning of a new template: a starter, the code of a public template, or the id of one to duplicate. */
  from?: string
}

const id = text(readRecordId)

/** Reads what is typed into the text filter; null for an empty or too long text. */
export const readText = (typed: string): string | null => {
  const trimmed = typed.trim()
  return trimmed === '' || trimmed.length > limits.contentMax ? null : trimmed
}

const readers: Readers<TemplateSearch> = {
  status: oneOf(Object.values(ReviewStatus)),
  scene: oneOf(Object.values(MessageScene)),
  language: text((typed) => (/^[a-z]{2,3}(?:-[\da-z]{1,8})*$/i.test(typed) ? typed : null)),
  signature: id,
  text: text(readText),
  tab: oneOf(['public']),
  sort: oneOf(sortsBy(sortColumns.templates)),
  open: id,
  edit: id,
  form: oneOf(['new']),
  from: text((typed) => (RECORD_ID.test(typed) || /^[a-z][a-z0-9_]{2,47}$/.test(typed) ? typed : null)),
}

export const readSearch = (search: object): TemplateSearch => readAddress<TemplateSearch>(readers, search)

export const filterOf = (search: TemplateSearch): TemplateFilter =>
  without(search, 'tab', 'sort', 'open', 'edit', 'form', 'from')

/** The list without the sheet and the form. */
export const listOf = (search: TemplateSearch): TemplateSearch => without(search, 'open', 'edit', 'form', 'from')

/** A form prepares a new template from a starter, a public template or an existing one (screens S0). */
export const modeOf = ({ edit, from }: TemplateSearch): EditMode =>
  edit !== undefined ? EditMode.Edit : from !== undefined ? EditMode.Prepare : EditMode.Create
