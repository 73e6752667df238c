/** A letter in plain text. */
export interface Mail {
  /** One bare address. */
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * What became of a letter. `refused` is certain non-acceptance, `unknown` anything that leaves a doubt. `reason` is a code
 * of the protocol or the system and never quotes the letter.
 */
export type Mailed =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** A way for letters out of the house. Every adapter passes the shared suite beside this file. */
export interface Mailer {
  /** It never throws: what goes wrong is its answer. */
  readonly send: (mail: Mail) => Promise<Mailed>
}

/** An installation that has nowhere to hand letters over to. */
export const noMailer: Mailer = { send: async () => ({ kind: 'refused', reason: 'SMTP_URL is not set' }) }
