/** The search parameters of the top-up screen. */
export interface TopUpSearch {
  tab?: 'auto'
}

/** Parses the tab of the address. Without a valid one, the first tab opens. */
export const topUpSearch = ({ tab }: Record<string, unknown>): TopUpSearch => (tab === 'auto' ? { tab } : {})
