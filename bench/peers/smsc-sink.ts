// An SMSC that takes every message at once and, where a receipt is requested, delivers it at once. A process of its own
// that counts: it sends its port when it listens, and its count for every message from its parent.
import { createServer, type Socket } from 'node:net'

const HEADER = 16
const SUBMIT = 0x4
const DELIVER = 0x5
const UNBIND = 0x6
const ENQUIRE_LINK = 0x15
const BINDS = [0x1, 0x2, 0x9]
const RESPONSE = 0x80000000

const count = { binds: 0, messages: 0, receipts: 0, lastAt: 0 }

function pdu(command: number, sequence: number, body: Buffer): Buffer {
  const header = Buffer.alloc(HEADER)
  header.writeUInt32BE(HEADER + body.length, 0)
  header.writeUInt32BE(command, 4)
  header.writeUInt32BE(sequence, 12)
  return Buffer.concat([header, body])
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'latin1')

interface Submission {
  /** Type of number, numbering plan and the number itself, as they were on the wire. */
  readonly from: Buffer
  readonly to: Buffer
  readonly wantsReceipt: boolean
}

/** Reads the fields of a submit_sm up to registered_delivery. */
function readSubmission(body: Buffer): Submission {
  let at = body.indexOf(0) + 1
  const address = (): Buffer => {
    const start = at
    at = body.indexOf(0, start + 2) + 1
    return body.subarray(start, at)
  }
  const from = address()
  const to = address()
  at += 3
  for (let dates = 0; dates < 2; dates += 1) at = body.indexOf(0, at) + 1
  return { from, to, wantsReceipt: ((body[at] ?? 0) & 1) === 1 }
}

/** The body of a deliver_sm that reports a message as delivered. */
function receiptOf(id: string, { from, to }: Submission): Buffer {
  const report = `id:${id} sub:001 dlvrd:001 submit date:2601010000 done date:2601010000 stat:DELIVRD err:000 text:`
  const fields = Buffer.from([0x04, 0, 0, 0, 0, 0, 0, 0, 0, report.length])
  return Buffer.concat([text(''), to, from, fields, Buffer.from(report, 'latin1')])
}

/** Answers all that arrived together in one write, and sends its receipts in a second one. */
function serve(socket: Socket): void {
  let rest = Buffer.alloc(0)
  let sequence = 0
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const responses: Buffer[] = []
    const receipts: Buffer[] = []
    let at = 0
    while (bytes.length - at >= HEADER && bytes.length - at >= bytes.readUInt32BE(at)) {
      const length = bytes.readUInt32BE(at)
      const command = bytes.readUInt32BE(at + 4)
      const own = bytes.readUInt32BE(at + 12)
      if (command === SUBMIT) {
        count.messages += 1
        const id = count.messages.toString(16).toUpperCase()
        responses.push(pdu(RESPONSE + SUBMIT, own, text(id)))
        const submission = readSubmission(bytes.subarray(at + HEADER, at + length))
        if (submission.wantsReceipt) receipts.push(pdu(DELIVER, (sequence += 1), receiptOf(id, submission)))
      } else if (BINDS.includes(command)) {
        count.binds += 1
        responses.push(pdu(RESPONSE + command, own, text('bench')))
      } else if (command === ENQUIRE_LINK || command === UNBIND) {
        responses.push(pdu(RESPONSE + command, own, Buffer.alloc(0)))
      }
      at += length
    }
    rest = Buffer.from(bytes.subarray(at))
    if (responses.length > 0) socket.write(Buffer.concat(responses))
    if (receipts.length > 0) setImmediate(() => socket.write(Buffer.concat(receipts)))
    count.receipts += receipts.length
    if (responses.length > 0) count.lastAt = Date.now()
  })
}

const server = createServer(serve).listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', () => process.send?.(count))
process.on('disconnect', () => process.exit(0))
