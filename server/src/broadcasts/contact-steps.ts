/** Contacts of one statement with one condition, each with values of some kilobytes: about a second. */
const MOST = 50_000
/** Fewer are not worth a statement. Fifty segments with ten conditions each take some seconds for so many at worst. */
const LEAST = 500

/** The contacts that one statement may look at, each by so many conditions. It ends long before its time is up. */
export const contactsAtOnce = (conditions: number): number =>
  Math.max(LEAST, Math.floor(MOST / Math.max(1, conditions)))
