/** Splits a list of numbers at lines, commas and semicolons, Chinese ones too. Spaces belong to the numbers. */
export const readRecipients = (listed: string): readonly string[] =>
  listed
    .split(/[\n,;，；、]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
