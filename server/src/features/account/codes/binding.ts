import { spelling } from '../../../kit/identifier.ts'
import type { CodeScope } from '../../../kit/code-scope.ts'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { CodeBinding } from './store.ts'

/** The hash of the party that requests a code. */
export const askerHashOf = (secrets: SecretBox, place: string): Buffer => secrets.hash(place, 'verification asker')

/** A scope in the form of its database key. */
export const bindingOf = (secrets: SecretBox, { scene, target, owner }: CodeScope): CodeBinding => ({
  scene,
  owner,
  targetHash: secrets.hash(spelling(target), 'verification target'),
})

/** The hash of a code, bound to the scope that it was sent for. */
export const codeHashOf = (secrets: SecretBox, { scene, target, owner }: CodeScope, code: string): Buffer =>
  secrets.hash(JSON.stringify([code, scene, spelling(target), owner]), 'verification code')
