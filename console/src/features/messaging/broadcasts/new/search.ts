/** The search parameters of the wizard. */
export interface NewBroadcastSearch {
  /** A list of recipients that is read already, such as the failed ones of a broadcast. */
  audience?: string
  /** The broadcast whose name, message and plan the new one begins with. */
  from?: string
}
