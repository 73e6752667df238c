/** The languages of the samples, in the order of their tabs. */
export const languages = [
  { id: 'curl', title: 'curl' },
  { id: 'node', title: 'Node.js' },
  { id: 'python', title: 'Python' },
  { id: 'go', title: 'Go' },
  { id: 'php', title: 'PHP' },
  { id: 'java', title: 'Java' },
  { id: 'csharp', title: 'C#' },
] as const

export type Language = (typeof languages)[number]['id']
