/** The one file of a form, while it arrives. */
export interface IncomingFile {
  /** As the client sent it, without folders. */
  readonly name: string
  readonly content: AsyncIterable<Buffer>
}
