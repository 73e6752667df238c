/** The search parameters of the top-up screen. */
export interface TopUpSearch {
  tab?: 'auto'
  /** The top-up to pay, among several that are pending. */
  order?: string
}

/** Parses the address. Without a valid tab, the first one opens. */
export const topUpSearch = ({ tab, order }: Record<string, unknown>): TopUpSearch => ({
  ...(tab === 'auto' && { tab }),
  ...(typeof order === 'string' && order !== '' && { order }),
})
