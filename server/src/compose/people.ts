import { eraseListed } from '../features/messaging/recipients/erase.ts'

/** Gives the parts of erasures what they need of the recipient list. */
export const withRecipientList = <Parts extends object>(parts: Parts) => ({ ...parts, eraseListed })
