/** The connections of a customer: the send API, SMPP, and the customer's webhook that the server calls. */
export const connections = ['api', 'smpp', 'webhook'] as const
export type Connection = (typeof connections)[number]

export const connectionStates = ['operational', 'slow', 'down', 'not_set_up'] as const
export type ConnectionState = (typeof connectionStates)[number]
