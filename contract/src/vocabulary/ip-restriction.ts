/** `allow`: listed addresses alone may call. `deny`: all others may. In both, a denied address may not. */
export const ipModes = ['allow', 'deny'] as const
export type IpMode = (typeof ipModes)[number]

/** The effects of an entry on the addresses of its network. */
export const ipEffects = ['allow', 'deny'] as const
export type IpEffect = (typeof ipEffects)[number]
