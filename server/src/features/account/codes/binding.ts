import { spelling } from '../../../kit/identifier.ts'
import type { Proof } from '../../../kit/proof.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { Bound } from './store.ts'

/** A proof as the database knows it. */
export const boundOf = (secrets: SecretBox, { scene, target, owner }: Proof): Bound => ({
  scene,
  owner,
  targetHash: secrets.hash(spelling(target), 'verification target'),
})

/** A code's hash is good for nothing else than what the code was sent for. */
export const codeHashOf = (secrets: SecretBox, { scene, target, owner }: Proof, code: string): Buffer =>
  secrets.hash(JSON.stringify([code, scene, spelling(target), owner]), 'verification code')
