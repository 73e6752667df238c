import path from 'node:path'

/** The path of a file in this folder; a build lays these files beside its programs. */
export const dataFile = (
  name:
    | 'cn-closed-days.csv'
    | 'cn-optout.csv'
    | 'country-zones.csv'
    | 'high-risk-countries.csv'
    | 'holidays.csv'
    | 'numbering-areas.csv'
    | 'operator-text.csv'
    | 'quiet-hours.csv'
    | 'regions.csv'
    | 'sample-prices.csv'
    | 'sender-rules.csv',
): string => path.join(import.meta.dirname, name)
