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

/** An account that asks for the codes of an app, which this is. */
export async function ownerWithApp(world: World, had?: SignedIn) {
  const owner = had ?? (await world.account())
  const { secret } = await owner.call(security.beginTotp)
  const key = Secret.fromBase32(secret)
  const code = (shift = 0) => TOTP.generate({ secret: key, timestamp: world.clock.now().getTime() + shift * STEP })
  const { codes } = await owner.call(security.confirmTotp, { body: { code: code() } })
  // That code is used up.
  world.clock.advance(STEP)
  return { owner, secret, code, codes }
}

/** What is asked instead of the answer. */
export const askedIn = ({ body }: Answer): SecondFactorChallenge => Refused.parse(body).error.details

/** Gives the right password, and gets a ticket for it. */
export async function firstStep(visitor: Visitor, { email, password }: SignedIn): Promise<SecondFactorChallenge> {
  return askedIn(await visitor.ask(session.create, { body: { identifier: email, password } }))
}
