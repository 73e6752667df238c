import { verification } from '@hongyan/contract/endpoints/account/verification'
import { reviewKinds } from '../src/compose/reviews.ts'
import { reviewCommands } from '../src/features/review/commands.ts'
import { readArguments } from '../src/kit/command.ts'
import { newUpload } from './forms.ts'
import type { SignedIn, World } from './world.ts'

let made = 0

/** The form of a business that no other account has, with an uploaded document. */
export const newBusiness = async (owner: SignedIn) => ({
  type: 'business' as const,
  name: 'Lumen Parcel Pte. Ltd.',
  country: 'SG',
  registration_number: `2019${String((made += 1)).padStart(6, '0')}K`,
  address: '12 Robinson Road, Singapore',
  website: 'https://lumen-parcel.example',
  representative: 'Mei Tan',
  id_number: 'E7654321X',
  id_document: (await newUpload(owner)).id,
  id_expires_on: '2030-01-31',
  use_case: 'Delivery notices to people who ordered a parcel.',
  monthly_volume: 20_000,
  countries: ['SG', 'US'],
})

const CHECKED = '10X98765432'
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A resident identity number that no other test has, of a region that is not assigned. */
export function newIdNumber(born = '19900101'): string {
  const digits = `999999${born}${String((made += 1)).padStart(3, '0')}`
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * Number(digits[place]), 0)
  return `${digits}${CHECKED[sum % 11] ?? ''}`
}

/** The form of a person that no other account has. */
export const newPerson = (id_number = newIdNumber()) => ({ type: 'individual' as const, name: '陈嘉禾', id_number })

type Form = Awaited<ReturnType<typeof newBusiness>> | ReturnType<typeof newPerson>

/** Submits a form and returns the submission. */
export async function submitted(owner: SignedIn, form: Form) {
  const { current } = await owner.call(verification.submit, { body: form })
  if (current === null) throw new Error('nothing was submitted')
  return current
}

/** Runs a review command as typed after `hongyan review`. */
export async function review(world: World, name: string, ...typed: string[]) {
  const command = reviewCommands.find((each) => each.name === `review ${name}`)
  if (command === undefined) throw new Error(`there is no command review ${name}`)
  return command.run(reviewKinds(world), readArguments(command, typed))
}

export const approveSubmission = (world: World, id: string, ...options: string[]) =>
  review(world, 'approve', id, '--by', 'Li Wei', ...options)

export const rejectSubmission = (
  world: World,
  id: string,
  field = 'name',
  reason = 'name_mismatch',
  ...options: string[]
) => review(world, 'reject', id, '--field', field, '--reason', reason, '--by', 'Li Wei', ...options)
