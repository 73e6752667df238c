/** How a customer is connected: by the send API, by SMPP, and by the webhook that we call. */
export const connections = ['api', 'smpp', 'webhook'] as const
export type Connection = (typeof connections)[number]

export const connectionStates = ['operational', 'slow', 'down', 'not_set_up'] as const
export type ConnectionState = (typeof connectionStates)[number]
