import type { ManagedProviders, RemoteState } from '../managed.ts'

/** The end of secrets and ids that the sandbox rejects, and the beginning of ids that it never decides about. */
const REJECTED = '000'
const UNDECIDED = 'PENDING'

const stateOf = (remote: string): RemoteState => {
  if (remote.endsWith(REJECTED)) return 'rejected'
  return remote.startsWith(UNDECIDED) ? 'pending' : 'ready'
}

/** The providers' part in credentials and mappings, as the sandbox plays it. */
export const sandboxAccounts: Pick<ManagedProviders, 'check' | 'mappingState'> = {
  check: async (_provider, { secrets }) => {
    const wrong = Object.entries(secrets).find(([, value]) => value.endsWith(REJECTED))
    return wrong === undefined ? { result: 'accepted', field: null } : { result: 'rejected', field: wrong[0] }
  },
  mappingState: async (_channel, _kind, remote) => stateOf(remote),
}
