const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Parses email addresses separated by lines or commas, each once, and reports the first invalid one. */
export function readEmails(typed: string): { readonly emails: readonly string[]; readonly wrong: string | undefined } {
  const parts = typed.normalize('NFKC').split(/[\s,;、]+/)
  const emails = [...new Set(parts.filter(Boolean).map((word) => word.toLowerCase()))]
  return { emails, wrong: emails.find((email) => !EMAIL.test(email)) }
}
