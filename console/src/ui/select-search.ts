/** A search over the options of a select whose list may be too long to show whole. */
export interface SelectSearch {
  /** The title of the chosen option, which the options found may not have. */
  readonly chosen: string
  readonly text: string
  readonly onText: (text: string) => void
  /** The accessible name of the search field, and its placeholder. */
  readonly label: string
  /** Shown where no option matches. */
  readonly emptyText: string
  /** Shown while the options of a text are on their way. */
  readonly loadingText: string | null
}
