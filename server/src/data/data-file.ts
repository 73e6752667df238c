import path from 'node:path'

/** The path of a file in this folder; a build lays these files beside its programs. */
export const dataFile = (name: 'regions.csv' | 'sample-prices.csv' | 'high-risk-countries.csv'): string =>
  path.join(import.meta.dirname, name)
