import { lookup, type Region } from '@hongyan/contract/endpoints/lookup'
import { implement, type Route } from '../../http/implement.ts'

export const lookupRoutes = ({ regions }: { readonly regions: readonly Region[] }): readonly Route[] =>
  implement(lookup, { regions: () => [...regions] })
