import { security } from '@hongyan/contract/endpoints/account/security'
import { session } from '@hongyan/contract/endpoints/account/session'
import { SecondFactorChallenge } from '@hongyan/contract/endpoints/account/second-factor'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { Answer, SignedIn, Visitor, World } from './world.ts'

const Refused = z.object({
  error: z.object({ code: z.literal('second_factor_required'), details: SecondFactorChallenge }),
})

export const STEP = 30_000

/** An account whose second factor is an authenticator app, with the app's codes. */
export async function ownerWithApp(world: World, existing?: SignedIn) {
  const owner = existing ?? (await world.account())
  const { secret } = await owner.call(security.beginTotp)
  const key = Secret.fromBase32(secret)
  const code = (shift = 0) => TOTP.generate({ secret: key, timestamp: world.clock.now().getTime() + shift * STEP })
  const { codes } = await owner.call(security.confirmTotp, { body: { code: code() } })
  // A code can be used only once.
  world.clock.advance(STEP)
  return { owner, secret, code, codes }
}

/** The second-factor challenge in a response. */
export const challengeIn = ({ body }: Answer): SecondFactorChallenge => Refused.parse(body).error.details

/** Signs in with the password and returns the challenge. */
export async function startSignIn(visitor: Visitor, { email, password }: SignedIn): Promise<SecondFactorChallenge> {
  return challengeIn(await visitor.ask(session.create, { body: { identifier: email, password } }))
}
