/** What the address says of the settings: the open tab, and what narrows the list in it, which that tab reads itself. */
export interface SettingsSearch {
  tab?: string
}
