import { spelling } from '../../../kit/identifier.ts'
import type { Verification } from '../../../kit/verification.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { CodeBinding } from './store.ts'

/** The hash of the party that requests a code. */
export const askerHashOf = (secrets: SecretBox, place: string): Buffer => secrets.hash(place, 'verification asker')

/** A verification in the form of its database key. */
export const bindingOf = (secrets: SecretBox, { scene, target, owner }: Verification): CodeBinding => ({
  scene,
  owner,
  targetHash: secrets.hash(spelling(target), 'verification target'),
})

/** The hash of a code, bound to the verification that it was sent for. */
export const codeHashOf = (secrets: SecretBox, { scene, target, owner }: Verification, code: string): Buffer =>
  secrets.hash(JSON.stringify([code, scene, spelling(target), owner]), 'verification code')
