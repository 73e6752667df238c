import address from './pages.css?url'

let arrival: Promise<void> | null = null

/** Loads the style sheet of the lazy parts once; after a failure the next lazy part tries again. */
export function pageStyles(): Promise<void> {
  arrival ??= new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      arrival = null
      link.remove()
      reject(new TypeError(`${address} could not be loaded`))
    })
    document.head.append(Object.assign(link, { rel: 'stylesheet', href: address }))
  })
  return arrival
}
