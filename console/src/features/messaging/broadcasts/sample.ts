import type { Account } from '@hongyan/contract/endpoints/account/account'

/** A small list of recipients with a column for each variable, as a spreadsheet saves it. Its numbers belong to nobody. */
export const sampleCsv = ({ partition }: Pick<Account, 'partition'>): string =>
  partition === 'cn'
    ? 'phone,name,city\r\n+8613800138000,张伟,上海\r\n+8613800138001,李娜,杭州\r\n+8613800138002,王芳,成都\r\n'
    : 'phone,name,city\r\n+12065550123,Aisyah,Seattle\r\n+12065550124,Daniel,Portland\r\n+12065550125,Mei,Oakland\r\n'

/** The address of the sample as a file. The byte order mark makes spreadsheets read it as UTF-8. */
export const sampleFile = (csv: string): string => `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${csv}`)}`
