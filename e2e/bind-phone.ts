import type { Page } from 'playwright-core'
import { codeSentTo } from './codes.ts'
import type { BuiltServer } from './server.ts'

/** Makes one call as the page's visitor, and fails where it is refused. */
async function post<Reply>(page: Page, server: BuiltServer, path: string, data: object): Promise<Reply> {
  const reply = await page.request.post(`/api${path}`, { data, headers: { origin: server.address } })
  if (!reply.ok()) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as Reply // a row of the contract
}

/** The token of a code that the server sends to a contact of the owner. */
async function tokenOf(
  page: Page,
  server: BuiltServer,
  scene: string,
  to: { readonly phone: string } | { readonly email: string },
): Promise<string> {
  const { handle } = await post<{ handle: string }>(page, server, '/verif/code', { scene, ...to })
  const code = await codeSentTo(server, Object.values<string>(to)[0] ?? '')
  const { token } = await post<{ token: string }>(page, server, '/verif/verification', { scene, ...to, code, handle })
  return token
}

let phones = 0

/** Binds a phone that no other test has to the account of an email address, and reloads the page. */
export async function bindPhone(page: Page, server: BuiltServer, email: string, prefix: string): Promise<string> {
  phones += 1
  const phone = `${prefix}${String(Date.now() + phones).slice(-4)}`
  const token = await tokenOf(page, server, 'verif_bind_phone', { phone })
  const rebindToken = await tokenOf(page, server, 'verif_verify_email', { email })
  await post(page, server, '/account/change/phone', { phone, token, rebindVia: 'email', rebindToken })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return phone
}
