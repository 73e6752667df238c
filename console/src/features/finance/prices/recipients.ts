/** Numbers as people list them: by line, comma or semicolon, Chinese ones too; spaces belong to the numbers. */
export const readRecipients = (listed: string): readonly string[] =>
  listed
    .split(/[\n,;，；、]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
