import { archive } from './archives.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one worksheet as its XML says. */
export const handmade = (rows: string, more: readonly { name: string; content: string }[] = []): Buffer =>
  archive([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${XML}<Relationships><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${XML}<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
    },
    ...more,
  ])

/** The shared strings of a workbook. */
export const sharedStrings = (entries: string) => ({
  name: 'xl/sharedStrings.xml',
  content: `${XML}<sst ${MAIN}>${entries}</sst>`,
})
