import { session } from '@hongyan/contract/endpoints/account/session'
import type { House } from '../../server/test/house.ts'

/** Signs in to an account of a house. Returns its cookies. */
export async function signIn(house: House, email: string): Promise<string> {
  const [, place = ''] = session.create.address.split(' ')
  const response = await fetch(`${house.address()}/api${place}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: email, password: 'wild goose' }),
  })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}
