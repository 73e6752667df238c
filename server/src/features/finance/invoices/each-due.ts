/** Work on every item that is due. */
export interface DueWork<Item> {
  /** Reads the page behind an item, in a fixed order; empty behind the last one. */
  readonly read: (after: Item | undefined) => Promise<readonly Item[]>
  readonly work: (item: Item) => Promise<unknown>
  readonly failed: (item: Item, error: unknown) => void
}

/** Works on every due item once, page by page. An item that fails delays no other. */
export async function eachDue<Item>({ read, work, failed }: DueWork<Item>): Promise<void> {
  for (let page = await read(undefined); page.length > 0; page = await read(page.at(-1)))
    for (const item of page) await work(item).catch((error: unknown) => failed(item, error))
}
