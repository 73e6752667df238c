/**
 * The senders that the sandbox shares among accounts: a number of the range that no subscriber has, a short code, and a
 * number of a mainland carrier.
 */
export const sandboxSenders = { number: '+12025550147', shortCode: '55501', mainland: '1069055501' } as const
