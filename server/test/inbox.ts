import { codes } from '@hongyan/contract/endpoints/account/codes'
import type { InboxMessage } from '@hongyan/contract/public-api/inbox'
import type { CodeScene } from '@hongyan/contract/vocabulary/codes'
import { eventually } from './sender.ts'
import type { Visitor, World } from './world.ts'

/** The messages that the sandbox delivered to a phone or email address, newest first. */
export async function inboxOf({ app }: World, to: string): Promise<readonly InboxMessage[]> {
  const url = `/sandbox/inbox?${new URLSearchParams({ to }).toString()}`
  const reply = await app.inject({ url, headers: { accept: 'application/json' } })
  return reply.json()
}

/** Waits for `count` messages and returns the newest. */
export async function newestOf(world: World, to: string, count = 1): Promise<InboxMessage> {
  const [newest] = await eventually(
    () => inboxOf(world, to),
    (messages) => messages.length >= count,
  )
  if (newest === undefined) throw new Error(`nothing came for ${to}`)
  return newest
}

export const codeIn = ({ text }: InboxMessage): string => /\b\d{6}\b/.exec(text)?.[0] ?? 'none'

let strangers = 0

/** A new visitor with an IP address of its own. Needs a world with TRUST_PROXY=1. */
export const newVisitor = (world: World, headers: Readonly<Record<string, string>> = {}): Visitor =>
  world.visitor({ 'x-forwarded-for': `198.18.${(strangers += 1) >> 8}.${strangers & 255}`, ...headers })

/** The field of a call for a phone or an email address. */
export const contactField = (target: string): { readonly phone: string } | { readonly email: string } =>
  target.includes('@') ? { email: target } : { phone: target }

/** Requests a code and returns it from the inbox. */
export async function codeFor(world: World, visitor: Visitor, scene: CodeScene, target: string) {
  const before = (await inboxOf(world, target)).length
  await visitor.call(codes.send, { body: { scene, ...contactField(target) } })
  return codeIn(await newestOf(world, target, before + 1))
}

/** Requests a code, verifies it and returns its token. */
export async function tokenFor(world: World, visitor: Visitor, scene: CodeScene, target: string) {
  const code = await codeFor(world, visitor, scene, target)
  return (await visitor.call(codes.verify, { body: { scene, ...contactField(target), code } })).token
}
