import { AuthMode, CredentialType } from '@hongyan/contract/vocabulary/credential'
import { MessageScene } from '@hongyan/contract/vocabulary/message'
import { accountNamed } from '../../../db/account-named.ts'
import { type Arguments, type Command, oneOf, optional, type CommandResult, required } from '../../../kit/command.ts'
import { issueCredential } from './issue.ts'
import type { CredentialDeps } from './service.ts'

const modes = { hmac: AuthMode.Hmac, simple: AuthMode.Simple } as const
const scenes = {
  1: MessageScene.Verification,
  2: MessageScene.Notification,
  3: MessageScene.Marketing,
} as const
const types = { 1: CredentialType.Ordinary, 4: CredentialType.Smpp, 5: CredentialType.Admin } as const

/** Creates a credential. An operator may give any account a credential of any type. */
const create = async (deps: CredentialDeps, args: Arguments): Promise<CommandResult> => {
  const mode = modes[oneOf('--mode', required(args, 'mode'), ['hmac', 'simple'])]
  const type = types[oneOf('--type', optional(args, 'type') ?? '1', ['1', '4', '5'])]
  const scene = scenes[oneOf('--scene', optional(args, 'scene') ?? '2', ['1', '2', '3'])]
  const account = await accountNamed(deps.db, required(args, 'account'))
  const {
    smpp,
    scene: _,
    ...issued
  } = await deps.db.transaction().execute((tx) => issueCredential(tx, deps, account, { mode, type, scene }))
  const bind = smpp === null ? '' : `, system_id ${smpp.systemId}, password ${smpp.password}`
  return {
    line: `Key ${issued.key}, secret ${issued.secret}${bind}.`,
    json: { ...issued, ...smpp },
    changed: { account, subject: issued.id },
  }
}

export const credentialCommands: readonly Command<CredentialDeps>[] = [
  {
    name: 'credential create',
    usage: '--account <email or id> --mode hmac|simple [--type 1|4|5] [--scene 1|2|3] [--by <name>] [--json]',
    options: { account: 'text', mode: 'text', type: 'text', scene: 'text' },
    by: 'optional',
    arity: 0,
    run: create,
  },
]
