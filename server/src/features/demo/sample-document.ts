/** A PDF of one line, as the scan of a document that nobody has. */
export function sampleDocument(title: string): Buffer {
  const text = `BT /F1 24 Tf 60 760 Td (${title.replaceAll(/[^\w .-]/g, '')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const head = '%PDF-1.4\n'
  const bodies = objects.map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`)
  const offsets = bodies.map((_, place) => head.length + bodies.slice(0, place).join('').length)
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = head.length + bodies.join('').length
  const count = objects.length + 1
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(`${head}${bodies.join('')}xref\n0 ${count}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1')
}
