import { deflateRawSync } from 'node:zlib'

/** A file in a ZIP archive. What is left out is as its content says. */
export interface ArchiveEntry {
  readonly name: string
  readonly content: Buffer | string
  /** The unpacked size that the archive states. */
  readonly stated?: number
  readonly method?: number
  readonly flags?: number
  /** The number of the entry whose bytes this one shares. */
  readonly shares?: number
}

/** A ZIP archive, with lies where its entries tell them. */
export function archive(entries: readonly ArchiveEntry[]): Buffer {
  const locals: Buffer[] = []
  const starts: number[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, stated, method = 8, flags = 0, shares } of entries) {
    const plain = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(plain, { level: 9 }) : plain
    const sizes = Buffer.alloc(12)
    // The checksum stays zero: the server does not read it.
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(stated ?? plain.length, 8)
    const names = Buffer.from(name)
    const common = Buffer.alloc(10)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(names.length, 0)
    const start = shares === undefined ? at : (starts[shares] ?? 0)
    starts.push(start)
    if (shares === undefined) {
      const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, sizes, lengths, names, packed])
      locals.push(local)
      at += local.length
    }
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(start, 10)
    const made = Buffer.from([20, 0])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, common, sizes, lengths, tail, names]))
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, central, end])
}

const parts = [
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
] as const

/** A workbook whose sheet has this content, and further entries. */
export const workbook = (sheet: Buffer | string = '<worksheet/>', ...more: readonly ArchiveEntry[]): Buffer =>
  archive([...parts, { name: 'xl/worksheets/sheet1.xml', content: sheet }, ...more])
