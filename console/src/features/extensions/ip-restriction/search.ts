import { oneOf, readAddress, type Readers, text } from '../../../ui/list/address.ts'

/** The form of new entries or the entry that is edited. */
export interface IpSearch {
  form?: 'add'
  /** The addresses that the form begins with, separated by commas. */
  ips?: string
  edit?: string
}

const some = text((typed) => typed || null)
const readers: Readers<IpSearch> = { form: oneOf(['add'] as const), ips: some, edit: some }

/** Parses the address of the page. */
export const readSearch = (search: object): IpSearch => readAddress<IpSearch>(readers, search)
