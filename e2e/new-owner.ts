import type { BuiltServer } from './server.ts'
import type { SignIn } from './sign-in.ts'

let owners = 0

/** Somebody with an account of their own, reached by e-mail alone. */
export async function newOwner({ hongyan }: BuiltServer): Promise<SignIn> {
  const who = { identifier: `owner${(owners += 1)}@example.com`, password: 'wild goose' }
  await hongyan('account', 'create', '--email', who.identifier, '--password', who.password, '--partition', 'us')
  return who
}
