/** What the address says of the top-up screen. */
export interface TopUpSearch {
  tab?: 'auto'
}

/** Reads the tab from the address; without a known one it is the first. */
export const topUpSearch = ({ tab }: Record<string, unknown>): TopUpSearch => (tab === 'auto' ? { tab } : {})
