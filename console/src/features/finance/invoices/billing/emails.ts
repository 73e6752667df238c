const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The addresses of a field, one a line or with commas between them, each once; and the first that is none. */
export function readEmails(typed: string): { readonly emails: readonly string[]; readonly wrong: string | undefined } {
  const words = typed.normalize('NFKC').split(/[\s,;、]+/)
  const emails = [...new Set(words.filter(Boolean).map((word) => word.toLowerCase()))]
  return { emails, wrong: emails.find((email) => !EMAIL.test(email)) }
}
