import { signatures } from '@hongyan/contract/endpoints/messaging/signatures'
import { templates } from '@hongyan/contract/endpoints/messaging/templates'
import type { SignatureForm, TemplateForm } from '@hongyan/contract/senders/forms'
import { senderDeps } from '../src/compose/reviews.ts'
import { filingCommands } from '../src/features/messaging/senders/filings/commands.ts'
import { readArguments } from '../src/kit/command.ts'
import { newUpload } from './forms.ts'
import { review } from './submissions.ts'
import type { SignedIn, World } from './world.ts'

let made = 0
const letters = (count: number): string =>
  Array.from({ length: 4 }, (_, place) => String.fromCodePoint(97 + (Math.floor(count / 26 ** place) % 26))).join('')

/** The form of an international sender ID that no other test has, with its evidence uploaded. */
export const newSignatureForm = async (
  owner: SignedIn,
  change: Partial<SignatureForm> = {},
): Promise<
  SignatureForm & {
    evidence: object
    regions: SignatureForm['regions'][number][]
    scenes: SignatureForm['scenes'][number][]
  }
> => ({
  name: `Lumen${letters((made += 1))}`,
  kind: 1,
  usage: 'own',
  industry: 'ECOMMERCE',
  purpose: 'Codes and delivery notices to the customers of our shop.',
  ...change,
  regions: [...(change.regions ?? (['intl'] as const))],
  scenes: [...(change.scenes ?? ([1, 2, 3] as const))],
  evidence: change.evidence ?? { registration_number: '201912345K', licence: (await newUpload(owner)).id },
})

/** The form of a mainland sender ID. */
export const mainlandForm = async (owner: SignedIn, change: Partial<SignatureForm> = {}) =>
  newSignatureForm(owner, {
    name: '流明快递',
    regions: ['cn'],
    purpose: '向下单用户发送验证码和物流通知。',
    evidence: { registration_number: '91999999EJGC9P6N5T', licence: (await newUpload(owner)).id },
    ...change,
  })

/** The form of a template that greets by an order's number. */
export const newTemplateForm = (change: Partial<TemplateForm> = {}) => ({
  name: 'Order shipped',
  code: '',
  scene: 2 as TemplateForm['scene'],
  language: 'en',
  content: 'Your order {order} has shipped.',
  signature_id: null,
  industry: 'ECOMMERCE' as const,
  usage_note: '',
  ...change,
  variables: [...(change.variables ?? [{ name: 'order', type: 'id' as const, max_length: 20, sample: 'A20261123' }])],
})

/** Approves a sender ID or template as staff do. */
export const approveSender = (world: World, id: string) => review(world, 'approve', id, '--by', 'Li Wei')

export const rejectSender = (world: World, id: string, field: string, reason: string) =>
  review(world, 'reject', id, '--field', field, '--reason', reason, '--by', 'Li Wei')

/** Ends an approval without notice. */
export const revokeSender = (world: World, id: string, field: string, ...options: string[]) =>
  review(world, 'reject', id, '--field', field, '--reason', 'law', '--now', '--by', 'Li Wei', ...options)

/** Makes an approved sender ID. */
export async function newSignature(world: World, owner: SignedIn, change: Partial<SignatureForm> = {}) {
  const form = change.regions?.includes('cn') ? mainlandForm(owner, change) : newSignatureForm(owner, change)
  const { id } = await owner.call(signatures.create, { body: await form })
  await approveSender(world, id)
  return owner.call(signatures.get, { params: { id } })
}

/** Makes an approved sender ID that a client lent until a day. */
export async function newLentSignature(world: World, owner: SignedIn, until: string) {
  const files = [await newUpload(owner), await newUpload(owner), await newUpload(owner)]
  const [licence = '', owner_licence = '', authorisation = ''] = files.map(({ id }) => id)
  const evidence = { registration_number: '201912345K', licence, owner_licence, authorisation, authorised_until: until }
  return newSignature(world, owner, { usage: 'third_party', evidence })
}

/** Makes an approved template. */
export async function newTemplate(world: World, owner: SignedIn, change: Partial<TemplateForm> = {}) {
  const { id } = await owner.call(templates.create, { body: newTemplateForm(change) })
  await approveSender(world, id)
  return owner.call(templates.get, { params: { id } })
}

/** Runs a filing command as typed after `hongyan filing`. */
export async function filing(world: World, name: string, ...typed: string[]) {
  const command = filingCommands.find((each) => each.name === `filing ${name}`)
  if (command === undefined) throw new Error(`there is no command filing ${name}`)
  return command.run(senderDeps(world), readArguments(command, typed))
}

/** Marks an account as verified, so that it may submit mainland sender IDs. */
export const verified = async (world: World, { id }: SignedIn): Promise<void> => {
  await world.pool.query('update account set realname_auth = true where id = $1', [id])
}
