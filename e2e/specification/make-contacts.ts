import { codeSentTo } from '../codes.ts'
import type { SignIn } from '../sign-in.ts'
import { asker, type Caller, newPhone, type World } from './world.ts'

type To = { readonly phone: string } | { readonly email: string }
type Ask = ReturnType<typeof asker>

/** The token of a first code to a contact. */
async function tokenOf({ server }: World, ask: Ask, scene: string, to: To): Promise<string> {
  const sent = await ask('POST', '/verif/code', { body: { scene, ...to } })
  const { handle } = sent.body as { readonly handle: string } // a row of the contract
  const code = await codeSentTo(server, Object.values<string>(to)[0] ?? '')
  const verified = await ask('POST', '/verif/verification', { body: { scene, ...to, code, handle } })
  return (verified.body as { readonly token: string }).token // a row of the contract
}

/** Binds a phone to an owner with an email address. */
export async function bindNewPhone(world: World, { ask, identifier, made }: Caller): Promise<string> {
  const phone = newPhone()
  const token = await tokenOf(world, ask, 'verif_bind_phone', { phone })
  const rebindToken = await tokenOf(world, ask, 'verif_verify_email', { email: identifier })
  await made('POST', '/account/change/phone', { phone, token, rebindVia: 'email', rebindToken })
  return phone
}

/** Signs up an owner by phone alone. */
export async function signUpByPhone(world: World): Promise<SignIn> {
  const phone = newPhone()
  const ask = asker(world.server.address)
  const token = await tokenOf(world, ask, 'verif_signup', { phone })
  const password = 'wild goose'
  const { status, body } = await ask('POST', '/signup', { body: { partition: 'us', phone, token, password } })
  if (status !== 200) throw new Error(`${phone} was not signed up: ${JSON.stringify(body)}`)
  return { identifier: phone, password }
}
