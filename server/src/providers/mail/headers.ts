declare const kind: unique symbol

/** One address that may stand in a header of an email: without a name, a second address, a line break or an encoding. */
export type MailAddress = string & { readonly [kind]: 'address' }

/** The id of an email in angle brackets (RFC 5322, section 3.6.4). */
export type MailId = string & { readonly [kind]: 'id' }

const ADDRESS = /^[\w.%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*$/
const ID = /^<[\w.-]{1,80}@[A-Za-z0-9.-]{1,120}>$/

/** Throws for every text that is not one plain address. */
export function mailAddress(text: string): MailAddress {
  if (!ADDRESS.test(text)) throw new Error('a header of an email takes one plain address')
  return text as MailAddress // it has the shape
}

/** The id of an email that a host sends, by a name that is the host's own. Throws where either has other characters. */
export function mailId(name: string, host: string): MailId {
  const id = `<${name}@${host}>`
  if (!ID.test(id)) throw new Error('the id of an email takes letters, digits, dots and dashes')
  return id as MailId // it has the shape
}
