import { randomUUID } from 'node:crypto'
import type { BuiltServer } from './server.ts'
import type { SignIn } from './sign-in.ts'

export interface OwnerShape {
  readonly partition?: 'us' | 'cn'
  readonly balance?: string
  /** The fields that `hongyan account set` changes, with their values. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Creates an account with an email address of its own and no phone. */
export async function newOwner({ hongyan }: BuiltServer, shape: OwnerShape = {}): Promise<SignIn> {
  const { partition = 'us', balance = '0', fields = {} } = shape
  const owner = { identifier: `owner-${randomUUID().slice(0, 8)}@example.com`, password: 'wild goose' }
  const signIn = ['--email', owner.identifier, '--password', owner.password]
  await hongyan('account', 'create', ...signIn, '--partition', partition, '--balance', balance)
  for (const [field, value] of Object.entries(fields)) await hongyan('account', 'set', owner.identifier, field, value)
  return owner
}
