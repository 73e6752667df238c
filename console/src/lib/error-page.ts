import { paths } from './paths.ts'

/** The dictionary of errors, and below it the page of each code. */
export const errorIndex = `${paths.docs}/errors`
export const errorPageOf = (code: string): string => `${errorIndex}/${code}`
